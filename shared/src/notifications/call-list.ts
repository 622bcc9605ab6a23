import type { AnyCall } from '../kernel/define-call.ts'
import { checkPushCall, getPushKeyCall, listNoticeTroublesCall, subscribePushCall, unsubscribePushCall } from './calls.ts'

/** The calls of notifications. */
export const calls: readonly AnyCall[] = [getPushKeyCall, subscribePushCall, unsubscribePushCall, checkPushCall, listNoticeTroublesCall]
