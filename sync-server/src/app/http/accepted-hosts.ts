import { hostRefusals } from '@shop/shared/accounts/host-errors.ts'
import { MAX_HOST } from '@shop/shared/accounts/rules/host.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import type { MiddlewareHandler } from 'hono'
import { bearerOf } from '../../accounts/sessions.ts'
import type { ShopHosts } from '../../accounts/shop-hosts.ts'
import { refusedResponse } from './error-response.ts'
import type { Gate } from './gate.ts'
import { unknownHostPage } from './notice-pages.ts'

/** Paths that are answered under every host, because load balancers and monitors ask each server by its address. The answers reveal nothing about
 *  people. */
const UNDER_ANY_HOST: ReadonlySet<string> = new Set(['/api/health', '/api/ready', '/api/metrics'])

/** Answers 421 to a request for a host under which the shop does not answer. */
export function acceptedHosts(hosts: ShopHosts, gate: Gate): MiddlewareHandler {
  return async (c, next) => {
    const request = c.req.raw
    const { origin } = gate.callerOf(request)
    if (UNDER_ANY_HOST.has(c.req.path) || (await hosts.accepts(origin, bearerOf(request.headers)))) return next()
    gate.admitAnyone(request)
    const host = new URL(origin).host.slice(0, MAX_HOST)
    if (!/^\/api(?:\/|$)/.test(c.req.path)) return c.html(unknownHostPage(host), 421, { 'cache-control': 'no-store' })
    return refusedResponse(refusal(hostRefusals, 'HOST_UNKNOWN', { message: `The shop does not answer under ${host}. ${howTo(host)}` }))
  }
}

const howTo = (host: string) =>
  `If this is an address of the shop, an admin confirms it under Settings, opened by an address that works, or on the server: npm run admin -- confirm-host ${host}`
