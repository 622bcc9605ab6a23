import { hostRefusals } from '@shop/shared/accounts/host-errors.ts'
import { MAX_HOST } from '@shop/shared/accounts/rules/host.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import type { MiddlewareHandler } from 'hono'
import { bearerOf } from '../../accounts/sessions.ts'
import type { ShopHosts } from '../../accounts/shop-hosts.ts'
import { refusedResponse } from './error-response.ts'
import type { Gate } from './gate.ts'

/** Paths that are answered under any host, because load balancers and monitors ask each server by its own address. The answers reveal nothing about
 *  people. */
const UNDER_ANY_HOST: ReadonlySet<string> = new Set(['/api/health', '/api/ready', '/api/metrics'])

/** Answers 421 to a request for a host that the shop does not answer under. */
export function acceptedHosts(hosts: ShopHosts, gate: Gate): MiddlewareHandler {
  return async (c, next) => {
    const request = c.req.raw
    const { origin } = gate.callerOf(request)
    if (UNDER_ANY_HOST.has(c.req.path) || (await hosts.accepts(origin, bearerOf(request.headers)))) return next()
    gate.admitAnyone(request)
    const host = new URL(origin).host.slice(0, MAX_HOST)
    if (!/^\/api(?:\/|$)/.test(c.req.path)) return c.html(page(host), 421, { 'cache-control': 'no-store' })
    return refusedResponse(refusal(hostRefusals, 'HOST_UNKNOWN', { message: `The shop does not answer under ${host}. ${howTo(host)}` }))
  }
}

const howTo = (host: string) =>
  `If this is an address of the shop, an admin confirms it under Settings, opened by an address that works, or on the server: npm run admin -- confirm-host ${host}`

/** The page for people. It needs no escaping, because a host contains no character that is special in HTML. */
const page = (host: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not an address of this shop</title>
<style>
  body { margin: 15vh auto 0; max-width: 34rem; padding: 0 1.5rem; font: 1rem/1.6 system-ui, sans-serif; color: #1f2328; background: #fff }
  h1 { font-size: 1.5rem; line-height: 1.3 }
  code { font-size: .9rem; padding: .1rem .3rem; border-radius: .25rem; background: #f0f0f3; overflow-wrap: anywhere }
  @media (prefers-color-scheme: dark) { body { color: #e6e6ea; background: #151518 } code { background: #2a2a30 } }
</style>
<main>
<h1>The shop does not answer under this address</h1>
<p>You came by <code>${host}</code>, which nobody has confirmed as an address of this shop. Please check the spelling, or ask the shop.</p>
<p>If you run the shop: open it by an address that works, such as <code>localhost</code> on its own machine, and confirm this one under
<b>Settings</b>. Or run on the server: <code>npm run admin -- confirm-host ${host}</code>. Or set <code>PUBLIC_URL</code>.</p>
</main>
</html>
`
