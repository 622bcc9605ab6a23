import type { MiddlewareHandler } from 'hono'
import type { Gate } from './gate.ts'

/** Builds the app's content security policy. It allows inline styles for the design system, inline scripts with a listed hash, all pictures, and wasm
 *  for the barcode reader. */
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

/** The policy of API answers that a browser opens as a page. It allows only the styles and pictures that the API documentation needs. */
const API_POLICY = [
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  `img-src data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** Sets the headers that restrict browsers. HSTS is only set at a public HTTPS address, because on `localhost` it would affect other programs too. */
export function securityHeaders(gate: Gate, { policy, isPublicHttps }: { policy: string; isPublicHttps: boolean }): MiddlewareHandler {
  return async (c, next) => {
    await next()
    // pictures have a stricter policy
    if (!c.res.headers.has('content-security-policy')) {
      c.header('content-security-policy', c.req.path.startsWith('/api/') ? API_POLICY : policy)
    }
    // an API response is for this caller at this moment, so nobody may store it unless the call allows that
    if (c.req.path.startsWith('/api/') && !c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
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
