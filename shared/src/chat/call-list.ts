import type { AnyCall } from '../kernel/define-call.ts'
import { testNotificationsCall } from './calls.ts'

/** The calls of chat. */
export const calls: readonly AnyCall[] = [testNotificationsCall]
