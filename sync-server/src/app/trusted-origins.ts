import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import type { Caller } from './caller.ts'
import type { Config } from './config.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses a request that changes something, carries cookies, and was made by a page of another origin. Requests with a bearer token alone need no such check:
 *  no foreign page has one. */
export function demandOwnOrigin(request: Request, caller: Caller, config: Pick<Config, 'publicUrl'>): void {
  if (READS.has(request.method) || !request.headers.has('cookie')) return
  const origin = request.headers.get('origin')
  const isOwn = origin === null ? request.headers.get('sec-fetch-site') !== 'cross-site' : origin === (config.publicUrl ?? caller.origin)
  if (!isOwn) throw refusal(kernelRefusals, 'FORBIDDEN', { message: 'This request comes from another website.' })
}
