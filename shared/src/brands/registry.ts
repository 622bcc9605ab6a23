import type { AnyCall } from '../kernel/define-call.ts'
import { checkMembership, getBrand } from './calls.ts'

/** The calls of brands. */
export const calls: readonly AnyCall[] = [getBrand, checkMembership]
