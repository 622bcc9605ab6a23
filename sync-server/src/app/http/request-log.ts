import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { insideRequest } from '../../platform/kernel/request-context.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Gate } from './gate.ts'

const ACCEPTED_ID = /^[\w.-]{1,64}$/
/** Routes that are logged at debug level, as pages and files are: health checks, reads of the metrics, and thumbnails. */
const QUIET = new Set(['/api/health', '/api/ready', '/api/metrics', '/api/images/thumbnail'])

export type AppEnv = { Variables: { requestId: string } }

/** Gives each request an id and returns it in X-Request-Id; a valid id from the caller is kept. Records each finished request in the log and in the
 *  metrics of its route. Streams are recorded when they begin. */
export function requestLog({ log, metrics }: Platform, gate: Gate): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startMs = performance.now()
    const given = c.req.header('x-request-id')
    const requestId = given !== undefined && ACCEPTED_ID.test(given) ? given : randomUUID()
    c.set('requestId', requestId)
    await insideRequest(requestId, next)
    c.header('x-request-id', requestId)
    const ms = performance.now() - startMs
    const last = matchedRoutes(c)[c.req.routeIndex]
    const route = last && last.method !== 'ALL' ? last.path : 'none'
    const { status } = c.res
    const method = route === 'none' ? 'any' : c.req.method
    metrics.httpSeconds.observe({ method, route, status: String(status) }, ms / 1_000)
    const line = { requestId, uid: gate.uidOf(c.req.raw), method: c.req.method, route, status, ms: Math.round(ms * 10) / 10 }
    if (status >= 500) log.warn(line, 'request')
    else if (QUIET.has(route) || route === '/*') log.debug(line, 'request')
    else log.info(line, 'request')
  }
}
