import type { Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { newSetUpCode } from '../accounts/set-up-code.ts'
import { isSetUp } from '../accounts/shop-opening.ts'
import { BrandedFiles } from '../brands/branded-files.ts'
import type { UnopenedShop } from '../demo/fill-demo-shop.ts'
import { drawn } from '../images/decoder.ts'
import type { DatabaseLocation } from '../platform/database/database.ts'
import type { Log } from '../platform/kernel/log.ts'
import { openPlatform, type Platform } from '../platform/platform.ts'
import { hasPostalLabels } from '../shipments/label-calls.ts'
import type { Config } from './config.ts'
import { effects } from './effects.ts'
import { type FeatureOptions, type Features, openFeatures } from './features.ts'
import { addFirstAdmin } from './first-admin.ts'
import type { Budgets } from './http/budgets.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections, socketOptions } from './http/connection-limits.ts'
import { findAppDir, StaticFiles } from './http/static-files.ts'
import { createApp } from './http-app.ts'
import { recordBackups, scheduleNightlyBackup } from './nightly-backup.ts'
import { tables } from './tables.ts'

/** Milliseconds for which an idle connection stays open. Usual proxies close connections earlier (Caddy after two minutes), so they send no
 *  request over a connection that is closing, which they would answer with 502. */
const KEEP_ALIVE_MS = 150_000
/** Milliseconds for requests under way to finish when the server stops. */
const CLOSE_GRACE_MS = 7_000
const CLOSE_LOOK_MS = 50
/** Milliseconds for the security record to reach its files, one of which may be on a network share that hangs. */
const RECORD_GRACE_MS = 1_000
/** Options of a server. Most of them are for tests. */
export type ServerOptions = FeatureOptions & {
  readonly log: Log
  readonly database?: DatabaseLocation
  readonly appDir?: string
  readonly platform?: Platform
  readonly connectionLimits?: Partial<ConnectionLimits>
  readonly budgets?: Budgets
  /** Prepares the shop before it answers requests. */
  readonly beforeOpening?: (shop: UnopenedShop) => Promise<void>
}

export type ShopServer = {
  readonly platform: Platform
  /** Answers a request directly, as if it came from `peer` (by default this machine). */
  readonly fetch: (request: Request, peer?: string) => Promise<Response>
  /** Every route with its method, for the test of the access matrix. */
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  /** Makes the code that sets up an empty shop from another machine, and voids every earlier code. Undefined once the shop has its first admin. */
  readonly newSetUpCode: () => Promise<string | undefined>
  /** Starts to listen and answers the address for a browser. */
  listen(): Promise<string>
  /** Refuses new requests, ends event streams, gives requests under way some seconds to finish, and closes the database. */
  close(): Promise<void>
}

export function databaseOf(config: Config): DatabaseLocation {
  if (config.databaseUrl === undefined) return { kind: 'pglite', dataDir: config.dataDir }
  return { kind: 'postgres', url: config.databaseUrl, readUrl: config.databaseReadUrl }
}

/** The folders of the security record: that of the data, and that of the backups if there is one. */
export const recordDirsOf = ({ dataDir, backupDir }: Config): readonly string[] =>
  backupDir === undefined ? [dataDir] : [dataDir, backupDir]

/** Opens the database, migrates it, creates the configured first admin and builds the app. */
export async function createServer(config: Config, options: ServerOptions): Promise<ShopServer> {
  const { log } = options
  const platform = options.platform ?? (await openPlatform({ database: options.database ?? databaseOf(config), tables, effects, log }))
  let features: Features | undefined
  try {
    // a platform that a test opened has no folder for the record
    const recordDirs = options.platform ? [] : recordDirsOf(config)
    features = await openFeatures(platform, config, { recordDirs, ...options })
    recordBackups(platform, features.accounts.recordSecurity)
    await scheduleNightlyBackup(platform, config)
    const { accounts, pictures: images, thumbnails } = features
    await options.beforeOpening?.({ platform, accounts, images, thumbnails })
    if (config.admin) await addFirstAdmin(platform, accounts, config.admin)
    return serverOf(config, platform, features, options)
  } catch (error) {
    // the maker of thumbnails is at work already, and would query the closed database
    await features?.thumbnails.close()
    await platform.close()
    throw error
  }
}

function serverOf(config: Config, platform: Platform, features: Features, options: ServerOptions): ShopServer {
  let closing: Promise<void> | undefined
  const { accounts, variants } = features
  const branded = new BrandedFiles(
    variants.brands,
    drawn,
    (origin) => accounts.address.ofPublicPage(origin),
    () => hasPostalLabels(platform.db),
  )
  const files = new StaticFiles(options.appDir ?? findAppDir(), branded)
  const app = createApp({ platform, features, config, files, isClosing: () => closing !== undefined, budgets: options.budgets })
  const limits = { ...CONNECTION_LIMITS, ...options.connectionLimits }
  const server = createAdaptorServer({
    fetch: app.fetch,
    ...(config.tls ? { createServer: createHttpsServer } : {}),
    serverOptions: { ...config.tls, ...socketOptions(limits) },
  }) as Server
  server.keepAliveTimeout = KEEP_ALIVE_MS
  limitConnections(server, limits, config.proxies)
  const scheme = config.tls ? 'https' : 'http'
  return {
    platform,
    fetch: async (request, peer = '127.0.0.1') => app.fetch(request, { incoming: { socket: { remoteAddress: peer } } }),
    routes: app.routes,
    newSetUpCode: async () => ((await isSetUp(platform.db)) ? undefined : newSetUpCode(platform.db)),
    listen: async () => `${scheme}://${shownHost(config)}:${(await listen(server, config)).port}`,
    close: () => (closing ??= closeAll(server, features, platform)),
  }
}

const shownHost = ({ host }: Config) =>
  host === undefined || host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host

function listen(server: Server, { port, host }: Config): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
}

async function closeAll(server: Server, features: Features, platform: Platform): Promise<void> {
  const { accounts, analytics, thumbnails, mail, notifications, pictureFinder, bot } = features
  let isClosed = false
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      isClosed = true
      resolve()
    })
  })
  platform.events.close()
  const giveUpAt = performance.now() + CLOSE_GRACE_MS
  while (!isClosed && performance.now() < giveUpAt) {
    // a connection that has just become idle would stay open for its next request
    server.closeIdleConnections()
    await Promise.race([closed, sleep(CLOSE_LOOK_MS)])
  }
  server.closeAllConnections()
  // these two still write to the database
  await Promise.all([analytics.close(), thumbnails.close()])
  await Promise.race([accounts.flushRecord(), sleep(RECORD_GRACE_MS)])
  // the platform is first, because its closing stops the jobs
  await Promise.all([platform, mail, notifications, pictureFinder, bot].map(async (part) => part?.close()))
}
