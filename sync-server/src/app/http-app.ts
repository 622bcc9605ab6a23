import { setTimeout as later } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { type Handler, Hono, type MiddlewareHandler } from 'hono'
import { readProofJudge } from '../accounts/proofs.ts'
import { isSetUp } from '../accounts/shop-opening.ts'
import type { Brands } from '../brands/brands.ts'
import type { Db } from '../platform/database/sql.ts'
import { syncRoutes } from '../platform/http/sync-routes.ts'
import type { Platform } from '../platform/platform.ts'
import type { Config } from './config.ts'
import { docsPage } from './docs/docs-page.ts'
import { openApiDocument } from './docs/openapi.ts'
import type { Features } from './features.ts'
import { acceptedHosts } from './http/accepted-hosts.ts'
import { allowedMethods } from './http/allowed-methods.ts'
import type { Budgets } from './http/budgets.ts'
import { callRoutes } from './http/call-routes.ts'
import { callerOf } from './http/caller.ts'
import { compression } from './http/compression.ts'
import { failedResponse, refusalOf, refusedResponse } from './http/error-response.ts'
import { Gate } from './http/gate.ts'
import { imageRoutes } from './http/image-routes.ts'
import { requireMetricsReader } from './http/metrics-door.ts'
import { tooManyPage } from './http/notice-pages.ts'
import { METRICS_COST } from './http/operations.ts'
import { type AppEnv, requestLog } from './http/request-log.ts'
import { contentSecurityPolicy, securityHeaders } from './http/security-headers.ts'
import type { StaticFiles } from './http/static-files.ts'
import { requireOwnOrigin } from './http/trusted-origins.ts'
import { implementations } from './routes.ts'

export type AppParts = {
  readonly platform: Platform
  readonly features: Features
  readonly config: Pick<Config, 'publicUrl' | 'proxies' | 'metricsToken'>
  readonly files: StaticFiles
  readonly isClosing: () => boolean
  readonly budgets?: Budgets | undefined
}

type Env = AppEnv & { Bindings: Partial<HttpBindings> }

export function createApp({ platform, features, config, files, isClosing, budgets }: AppParts): Hono<Env> {
  const { accounts, pictures, thumbnails, variants } = features
  const app = new Hono<Env>()
  const gate = new Gate(accounts.sessions, {
    demandVariant: (actor, origin) => variants.admission.demand(actor, origin),
    budgets,
  })

  app.use(async (c, next) => {
    gate.note(c.req.raw, callerOf(c.req.raw, c.env?.incoming, config.proxies))
    await next()
  })
  app.use(
    requestLog(platform, gate),
    securityHeaders(gate, {
      policy: contentSecurityPolicy(files.scriptHashes),
      isPublicHttps: config.publicUrl?.startsWith('https:') ?? false,
    }),
    compression,
    unlessClosing(isClosing),
    acceptedHosts(accounts.hosts, gate),
  )
  app.use('/api/*', async (c, next) => {
    requireOwnOrigin(c.req.raw, gate.callerOf(c.req.raw), { ...config, isBrand: (origin) => variants.brands.names(origin) })
    await next()
  })

  // these routes share the limit of anonymous requests; /api/health has no limit
  for (const path of ['/api/ready', '/api/metrics', '/api/openapi.json', '/api/docs', '/api/membership/webhook']) {
    app.use(path, async (c, next) => {
      gate.admitAnyone(c.req.raw)
      await next()
    })
  }
  app.route(
    '/api',
    serverRoutes(platform, (request) => {
      requireMetricsReader(request, gate.callerOf(request), config.metricsToken)
      gate.spend(request, null, METRICS_COST)
    }),
  )
  app.route('/api/membership', variants.webhook)
  app.route('/api', callRoutes(implementations(features), platform, gate))
  // after the calls, because /api/images/extract is a call; every other path there leads to pictures
  app.route('/api/images', imageRoutes(pictures, thumbnails, gate))
  app.route(
    '/api/sync',
    syncRoutes(
      platform,
      async (request, cost) => {
        const actor = await gate.admitSync(request)
        gate.spend(request, actor, cost)
        return actor
      },
      (request) => gate.callerOf(request).address,
      (request, { role }) => readProofJudge(platform.db, request, role === 'admin'),
    ),
  )
  app.get('/*', pages(files, { brands: variants.brands, gate, db: platform.db }))
  app.notFound((c) => {
    const allow = allowedMethods(c.req.path)
    if (allow === '') return refusedResponse(refusal(kernelRefusals, 'NOT_FOUND', { message: 'There is nothing at this address.' }))
    const response = refusedResponse(refusal(kernelRefusals, 'METHOD_NOT_ALLOWED'))
    response.headers.set('allow', allow)
    return response
  })
  app.onError((error, c) => {
    const refused = refusalOf(error)
    if (refused) return refusedResponse(refused)
    platform.log.error({ err: error, method: c.req.method, path: c.req.path }, 'a request failed')
    return failedResponse(c.get('requestId'))
  })
  return app
}

/** Answers 503 and closes the connection while the server stops, so that the client retries at another server or after the restart. */
function unlessClosing(isClosing: () => boolean): MiddlewareHandler {
  return async (_c, next) => {
    if (!isClosing()) return next()
    const response = refusedResponse(
      refusal(kernelRefusals, 'UNAVAILABLE', { message: 'The server is stopping. Please try again in a moment.' }),
    )
    response.headers.set('connection', 'close')
    return response
  }
}

/** Serves the app's screens and files, and the landing page once the shop has its first admin. */
function pages(files: StaticFiles, { brands, gate, db }: { brands: Brands; gate: Gate; db: Db }): Handler {
  let isOpen = false
  const waitsForSetUp = async () => {
    try {
      isOpen ||= await isSetUp(db)
      return !isOpen
    } catch {
      // while the database is away, the shop counts as set up
      return false
    }
  }
  return async (c) => {
    const isApi = c.req.path === '/api' || c.req.path.startsWith('/api/')
    if (isApi) gate.admitAnyone(c.req.raw)
    const waitSeconds = isApi ? 0 : gate.takeFile(c.req.raw)
    if (waitSeconds > 0) return c.html(tooManyPage(waitSeconds), 429, { 'cache-control': 'no-store', 'retry-after': String(waitSeconds) })
    // the first visitor of an empty shop sets it up
    if (files.isLanding(c.req.path) && (await waitsForSetUp())) return c.redirect('/setup')
    const { origin } = gate.callerOf(c.req.raw)
    const response = isApi ? undefined : await files.serve(c, brands.ofOrigin(origin), origin)
    if (response) return response
    return isApi || files.isBuilt ? c.notFound() : c.text('The app is not built. Start the server by: npm start', 503)
  }
}

/** Milliseconds that the reader of the metrics waits for the database. Prometheus gives up after ten seconds. */
const READY_WAIT_MS = 2_000

/** Routes for operators and developers. `requireReader` refuses a request that may not read the metrics. */
function serverRoutes(platform: Platform, requireReader: (request: Request) => void): Hono {
  const routes = new Hono()
  const { registry } = platform.metrics
  routes.get('/health', (c) => c.json({ status: 'ok' }))
  routes.get('/ready', async (c) => {
    // migrations and the first admin are done before the first request, but the database can go away at any time
    await platform.ping().catch((error: unknown) => {
      platform.log.warn({ err: error }, 'the database does not answer')
      throw refusal(kernelRefusals, 'UNAVAILABLE', { message: 'The database does not answer.' })
    })
    return c.json({ status: 'ready' })
  })
  routes.get('/metrics', async (c) => {
    requireReader(c.req.raw)
    const answers = platform.ping().then(() => 1)
    // a database that hangs must not take the other metrics along
    platform.metrics.ready.set(await Promise.race([answers, later(READY_WAIT_MS, 0, { ref: false })]).catch(() => 0))
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType, 'cache-control': 'no-store' })
  })
  const openApi = once(() => JSON.stringify(openApiDocument()))
  routes.get('/openapi.json', (c) => c.body(openApi(), 200, { 'content-type': 'application/json; charset=utf-8' }))
  const docs = once(docsPage)
  routes.get('/docs', (c) => c.html(docs()))
  return routes
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
