import type { AnyCall } from '../kernel/define-call.ts'
import { checkMembershipCall, getBrandCall } from './calls.ts'

/** The calls of brands. */
export const calls: readonly AnyCall[] = [getBrandCall, checkMembershipCall]
