import type { MiddlewareHandler } from 'hono'
import type { Gate } from './gate.ts'

/** What the app may load and run. Styles may stand in the page (the design system sets some per element), scripts only where their hash is named.
 *  Item pictures come from anywhere; wasm is the barcode reader's. */
export function contentSecurityPolicy(scriptHashes: readonly string[]): string {
  return [
    `default-src 'self'`,
    `script-src 'self' 'wasm-unsafe-eval'${scriptHashes.map((hash) => ` '${hash}'`).join('')}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob: https: http:`,
    `font-src 'self' data:`,
    `media-src 'self' blob: data:`,
    `connect-src 'self'`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** What an answer of the interface may do when it is opened as a page: nothing. The documentation is a page without scripts. */
const API_POLICY = [
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  `img-src data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** Headers that keep browsers from doing more than they should. A browser is told to insist on HTTPS only where the shop has an address of its own:
 *  on `localhost` it would insist for every other program too. */
export function securityHeaders(gate: Gate, { policy, isPublicHttps }: { policy: string; isPublicHttps: boolean }): MiddlewareHandler {
  return async (c, next) => {
    await next()
    // a picture has a stricter one of its own
    if (!c.res.headers.has('content-security-policy')) {
      c.header('content-security-policy', c.req.path.startsWith('/api/') ? API_POLICY : policy)
    }
    c.header('x-content-type-options', 'nosniff')
    c.header('x-frame-options', 'DENY')
    c.header('cross-origin-resource-policy', 'same-origin')
    c.header('referrer-policy', 'strict-origin-when-cross-origin')
    c.header('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=()')
    if (!gate.callerOf(c.req.raw).isSecure) return
    c.header('cross-origin-opener-policy', 'same-origin')
    if (isPublicHttps) c.header('strict-transport-security', 'max-age=31536000')
  }
}
