import type { AnyCall } from '../kernel/define-call.ts'
import { testNotifications } from './calls.ts'

/** The calls of chat. */
export const calls: readonly AnyCall[] = [testNotifications]
