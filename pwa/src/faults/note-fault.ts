import type { Fault } from '@shop/shared/faults/schema.ts'
import { keepFault } from './fault-box.ts'
import { faultOf } from './fault-of.ts'

/** Keeps an error that nobody handled, described without anything about people. */
export function noteFault(kind: Fault['kind'], error: unknown): void {
  const { pathname, origin } = window.location
  const fault = faultOf(kind, error, { pathname, origin, userAgent: navigator.userAgent })
  if (fault) keepFault(fault)
}
