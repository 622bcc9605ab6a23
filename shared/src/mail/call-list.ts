import type { AnyCall } from '../kernel/define-call.ts'
import { listMailsCall, openMailCall, resendMailCall, sendEmailCall } from './calls.ts'

/** The calls of mail. */
export const calls: readonly AnyCall[] = [sendEmailCall, listMailsCall, openMailCall, resendMailCall]
