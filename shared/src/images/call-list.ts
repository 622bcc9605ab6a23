import type { AnyCall } from '../kernel/define-call.ts'
import { extractImageCall } from './calls.ts'

/** The calls of images. */
export const calls: readonly AnyCall[] = [extractImageCall]
