import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import type { Config } from '../config.ts'
import type { Caller } from './caller.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The shop's own origins: its PUBLIC_URL and its brands' hosts, or without PUBLIC_URL the origin a request names. */
export type OwnOrigins = Pick<Config, 'publicUrl'> & { readonly isBrand: (origin: string) => boolean }

/** Refuses a request with cookies that changes something and comes from a page of another origin. A bearer token needs no such check, as no
 *  foreign page has one. */
export function requireOwnOrigin(request: Request, caller: Caller, { publicUrl, isBrand }: OwnOrigins): void {
  if (READS.has(request.method) || !request.headers.has('cookie')) return
  const origin = request.headers.get('origin')
  const isOwn =
    origin === null
      ? request.headers.get('sec-fetch-site') !== 'cross-site'
      : origin === publicUrl || (origin === caller.origin && (publicUrl === undefined || isBrand(origin)))
  if (!isOwn) throw refusal(kernelRefusals, 'FORBIDDEN', { message: 'This request comes from another website.' })
}
