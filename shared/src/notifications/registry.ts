import type { AnyCall } from '../kernel/define-call.ts'
import { checkPush, getPushKey, listNoticeTroubles, subscribePush, unsubscribePush } from './calls.ts'

/** The calls of notifications. */
export const calls: readonly AnyCall[] = [getPushKey, subscribePush, unsubscribePush, checkPush, listNoticeTroubles]
