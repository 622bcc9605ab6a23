import type { Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { openAccounts } from '../accounts/accounts.ts'
import { isPhotoOfSomebody } from '../accounts/own-user.ts'
import { isSetUp } from '../accounts/shop-opening.ts'
import { type Analytics, openAnalytics } from '../analytics/analytics.ts'
import { BrandedFiles } from '../brands/branded-files.ts'
import { openVariants } from '../brands/variants.ts'
import { type Bot, type ChatTarget, openBot } from '../chat/bot.ts'
import { discordText } from '../chat/discord-text.ts'
import type { UnopenedShop } from '../demo/fill-demo-shop.ts'
import { openPictureFinder, type PictureFinder } from '../images/extract/picture-finder.ts'
import { openImages } from '../images/images.ts'
import { openThumbnails, type Thumbnails } from '../images/thumbnails/thumbnails.ts'
import { examineStock } from '../inventory/examine-stock.ts'
import { ensureSearchIndex } from '../inventory/text-search.ts'
import { type Mail, openMail } from '../mail/mail.ts'
import { allLines } from '../notifications/message.ts'
import { type Notifications, openNotifications } from '../notifications/notifications.ts'
import type { DatabaseLocation } from '../platform/database/database.ts'
import type { Log } from '../platform/kernel/log.ts'
import { openPlatform, type Platform } from '../platform/platform.ts'
import { scheduleCartTidying } from '../pos/tidy-carts.ts'
import { BooksChecker } from '../sales/books-check.ts'
import { scheduleTradeTidying } from '../trades/expire-trades.ts'
import { isLabelOfTrade } from '../trades/references.ts'
import type { Config } from './config.ts'
import { effects } from './effects.ts'
import { ensureFirstAdmin } from './first-admin.ts'
import { findAppDir, StaticFiles } from './http/static-files.ts'
import { createApp } from './http-app.ts'
import { scheduleNightlyBackup } from './nightly-backup.ts'
import { tables } from './tables.ts'

/** Longer than any proxy keeps an idle connection (Caddy two minutes): it would send a request on one that is just being closed, and answer 502. */
const KEEP_ALIVE_MS = 150_000
/** Requests under way get this long to finish when the server stops. */
const CLOSE_GRACE_MS = 7_000
const CLOSE_LOOK_MS = 50
/** Google and Discord have this long for each answer. */
const PROVIDER_TIMEOUT_MS = 10_000

/** The membership provider has less: people wait for it. */
const MEMBERSHIP_TIMEOUT_MS = 5_000

/** What a test may put in place of what the configuration says. */
export type ServerOptions = {
  readonly log: Log
  readonly database?: DatabaseLocation
  readonly appDir?: string
  readonly platform?: Platform
  /** What is done with a shop before it opens to anybody. */
  readonly beforeOpening?: (shop: UnopenedShop) => Promise<void>
  /** For providers of sign-ins and memberships that do not answer. */
  readonly providerTimeoutMs?: number
  /** Origins that count as push services although they are not on the public internet: the test's own. */
  readonly trustedPushOrigins?: readonly string[]
  /** Origins whose product pages are read although they are not on the public internet: the test's own. */
  readonly trustedPageOrigins?: readonly string[]
  /** Between two pictures of one host. */
  readonly picturePaceMs?: number
}

/** A server that is ready to take requests. */
export type ShopServer = {
  readonly platform: Platform
  /** Answers a request without a network in between. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Every route, with its method: for the test that knows who may use which. */
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  /** Whether the shop waits for its first admin. */
  readonly needsSetUp: () => Promise<boolean>
  /** Begins to listen; answers the address to open in a browser. */
  listen(): Promise<string>
  /** Stops taking requests, ends event streams, lets requests under way finish, closes the database. */
  close(): Promise<void>
}

/** Where a configuration says the data lives. */
export function databaseOf(config: Config): DatabaseLocation {
  if (config.databaseUrl === undefined) return { kind: 'pglite', dataDir: config.dataDir }
  return { kind: 'postgres', url: config.databaseUrl, readUrl: config.databaseReadUrl }
}

/** Opens the database, brings it up to date, makes the configured first admin, and puts the app together. */
export async function createServer(config: Config, options: ServerOptions): Promise<ShopServer> {
  const { log } = options
  const platform = options.platform ?? (await openPlatform({ database: options.database ?? databaseOf(config), tables, effects, log }))
  let opened: Thumbnails | undefined
  try {
    const mail = await openMail(platform, config)
    const scheme = config.tls ? 'https' : 'http'
    const variants = openVariants(platform, {
      ...config,
      whop: config.whop && { ...config.whop, timeoutMs: options.providerTimeoutMs ?? MEMBERSHIP_TIMEOUT_MS },
      webhookSecret: config.whopWebhookSecret,
    })
    const timeoutMs = options.providerTimeoutMs ?? PROVIDER_TIMEOUT_MS
    const accounts = await openAccounts(platform, {
      baseUrl: config.publicUrl ?? `${scheme}://localhost:${config.port}`,
      publicUrl: config.publicUrl,
      isBrand: (origin) => variants.brands.names(origin),
      google: config.google && { ...config.google, timeoutMs },
      discord: config.discord && { ...config.discord, timeoutMs },
      sendMail: mail.send,
      hasMailServer: mail.hasServer,
    })
    const bot = config.bot && openBot(config.bot, options.providerTimeoutMs)
    const notifications = await openNotifications(platform, {
      writeToDiscord:
        bot &&
        ((target, message, link) =>
          bot.post(target as ChatTarget, discordText(message.title, allLines(message), link), nonceOf(message.id))),
      sendMail: mail.send,
      pushKeys: config.pushKeys,
      pushSubject: config.pushSubject,
      trustedPushOrigins: options.trustedPushOrigins ?? [],
      publicUrl: config.publicUrl,
      timeoutMs: options.providerTimeoutMs,
    })
    const books = new BooksChecker(platform, () => examineStock(platform.db))
    await books.schedule()
    await scheduleCartTidying(platform)
    await scheduleTradeTidying(platform)
    await scheduleNightlyBackup(platform, config)
    const analytics = await openAnalytics(platform, { whoAsks: (request) => accounts.sessions.authenticate(request) })
    await ensureSearchIndex(platform)
    const images = openImages(platform, {
      ...config,
      isShown: (url) => isPhotoOfSomebody(platform.db, url),
      isLabelOfTrade: (name) => isLabelOfTrade(platform.db, name),
    })
    const reading = {
      trustedOrigins: [...config.pictureOrigins, ...(options.trustedPageOrigins ?? [])],
      timeoutMs: options.providerTimeoutMs,
    }
    const pictureFinder = openPictureFinder({ log, ...reading })
    const thumbnails = openThumbnails(platform, { ...config, ...reading, paceMs: options.picturePaceMs })
    opened = thumbnails
    await options.beforeOpening?.({ platform, accounts, images, thumbnails })
    if (config.admin) await ensureFirstAdmin(platform, accounts, config.admin)
    let closing: Promise<void> | undefined
    const app = createApp({
      platform,
      accounts,
      images,
      thumbnails,
      pictureFinder,
      mail,
      bot,
      notifications,
      config,
      variants,
      analytics,
      books,
      files: new StaticFiles(options.appDir ?? findAppDir(), new BrandedFiles(variants.brands, config.publicUrl)),
      isClosing: () => closing !== undefined,
    })
    const server = createAdaptorServer({
      fetch: app.fetch,
      ...(config.tls ? { createServer: createHttpsServer, serverOptions: config.tls } : {}),
    }) as Server
    server.keepAliveTimeout = KEEP_ALIVE_MS
    return {
      platform,
      fetch: async (request) => app.fetch(request),
      routes: app.routes,
      needsSetUp: async () => !(await isSetUp(platform.db)),
      listen: async () => `${scheme}://${shownHost(config)}:${(await listen(server, config)).port}`,
      close: () =>
        (closing ??= closeAll(server, { analytics, thumbnails }, [mail, notifications, pictureFinder, ...(bot ? [bot] : [])], platform)),
    }
  } catch (error) {
    // it works from the moment it is opened, and would look for its database
    await opened?.close()
    await platform.close()
    throw error
  }
}

/** A message's id in the few letters Discord has for it. */
const nonceOf = (messageId: string) => Buffer.from(messageId.replaceAll('-', ''), 'hex').toString('base64url')

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

async function closeAll(
  server: Server,
  { analytics, thumbnails }: { analytics: Analytics; thumbnails: Thumbnails },
  senders: readonly Pick<Mail | Notifications | PictureFinder | Bot, 'close'>[],
  platform: Platform,
): Promise<void> {
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
  // these still write
  await Promise.all([analytics.close(), thumbnails.close()])
  // the platform first: it takes no more jobs from here on
  await Promise.all([platform.close(), ...senders.map((sender) => sender.close())])
}
