import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import type { Config } from '../config.ts'
import type { Caller } from './caller.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Which origins are the shop's own: its PUBLIC_URL and the hosts its brands name, or, without PUBLIC_URL, the one the request was made to. */
export type OwnOrigins = Pick<Config, 'publicUrl'> & { readonly isBrand: (origin: string) => boolean }

/** Refuses a request that changes something, carries cookies, and was made by a page of another origin. Requests with a bearer token alone need no such check:
 *  no foreign page has one. */
export function requireOwnOrigin(request: Request, caller: Caller, { publicUrl, isBrand }: OwnOrigins): void {
  if (READS.has(request.method) || !request.headers.has('cookie')) return
  const origin = request.headers.get('origin')
  const isOwn =
    origin === null
      ? request.headers.get('sec-fetch-site') !== 'cross-site'
      : origin === publicUrl || (origin === caller.origin && (publicUrl === undefined || isBrand(origin)))
  if (!isOwn) throw refusal(kernelRefusals, 'FORBIDDEN', { message: 'This request comes from another website.' })
}
