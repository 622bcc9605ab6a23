import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import type { Config } from '../config.ts'
import type { Caller } from './caller.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The shop's origins: its PUBLIC_URL and its brands' hosts, or without PUBLIC_URL the origin that a request names. */
export type OwnOrigins = Pick<Config, 'publicUrl'> & { readonly isBrand: (origin: string) => boolean }

/** Refuses a request that changes something and comes from a page of another website. Programs send neither Origin nor Sec-Fetch-Site and are
 *  allowed, because their token or signature is the proof. */
export function requireOwnOrigin(request: Request, caller: Caller, own: OwnOrigins): void {
  if (READS.has(request.method)) return
  const { headers } = request
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const isForeign =
    site === 'cross-site' ||
    (origin !== null && !(headers.has('cookie') ? isOwn(origin, caller, own) : site === 'same-origin' || isHere(origin, caller, own)))
  if (isForeign) throw refusal(kernelRefusals, 'FORBIDDEN', { message: 'This request comes from another website.' })
}

/** True for an origin whose pages may use the shop's cookies. */
const isOwn = (origin: string, caller: Caller, { publicUrl, isBrand }: OwnOrigins) =>
  origin === publicUrl || (origin === caller.origin && (publicUrl === undefined || isBrand(origin)))

/** True also for the host to which a request without cookies was sent, because a till may reach the shop by a local address or through a proxy that
 *  hides HTTPS. */
const isHere = (origin: string, caller: Caller, own: OwnOrigins) =>
  isOwn(origin, caller, own) || (URL.canParse(origin) && new URL(origin).host === new URL(caller.origin).host)
