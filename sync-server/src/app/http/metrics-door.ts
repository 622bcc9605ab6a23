import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { bearerOf } from '../../accounts/sessions.ts'
import { isSameSecret } from '../../platform/kernel/same-secret.ts'
import type { Caller } from './caller.ts'

/** Admits only programs on this machine and requests with METRICS_TOKEN as bearer, because the figures reveal a shop's business. Refuses
 *  SIGN_IN_REQUIRED without a token and FORBIDDEN with a wrong token. */
export function requireMetricsReader(request: Request, caller: Caller, token: string | undefined): void {
  if (caller.isSameMachine) return
  const given = bearerOf(request.headers)
  if (given !== undefined && token !== undefined && isSameSecret(given, token)) return
  const message = token === undefined ? 'Only programs on the server’s own machine may read figures.' : 'Figures need the METRICS_TOKEN.'
  throw refusal(kernelRefusals, given === undefined ? 'SIGN_IN_REQUIRED' : 'FORBIDDEN', { message })
}
