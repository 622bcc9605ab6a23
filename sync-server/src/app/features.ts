import { type Accounts, type AccountsParts, openAccounts } from '../accounts/accounts.ts'
import { isPhotoOfSomebody } from '../accounts/own-user.ts'
import type { Privacy } from '../accounts/privacy.ts'
import { type Analytics, openAnalytics } from '../analytics/analytics.ts'
import { openVariants, type Variants } from '../brands/variants.ts'
import { type Bot, type ChatTarget, openBot } from '../chat/bot.ts'
import { discordText } from '../chat/discord-text.ts'
import { openPictureFinder, type PictureFinder } from '../images/extract/picture-finder.ts'
import { type Images, openImages } from '../images/images.ts'
import { openThumbnails, type Thumbnails } from '../images/thumbnails/thumbnails.ts'
import { examineStock } from '../inventory/examine-stock.ts'
import { buildSearchIndex } from '../inventory/text-search.ts'
import { dropDeadTexts } from '../inventory/texts-ahead.ts'
import { type Mail, openMail } from '../mail/mail.ts'
import { allLines } from '../notifications/message.ts'
import { type Notifications, openNotifications } from '../notifications/notifications.ts'
import { mailAboutNewHandles } from '../payouts/new-handle-mail.ts'
import type { Platform } from '../platform/platform.ts'
import { scheduleCartTidying } from '../pos/tidy-carts.ts'
import { BooksChecker } from '../sales/books-check.ts'
import { scheduleRefundMoving } from '../sales/move-refunds.ts'
import { isPostalLabel } from '../shipments/label-calls.ts'
import { examinePromised } from '../trades/examine-promised.ts'
import { scheduleTradeTidying } from '../trades/expire-trades.ts'
import { isLabelOfTrade } from '../trades/references.ts'
import type { Config } from './config.ts'
import { openPrivacy } from './privacy/privacy.ts'

/** Milliseconds to wait for each answer of Google and Discord in a sign-in. */
const PROVIDER_TIMEOUT_MS = 10_000
/** Milliseconds to wait for each answer of the membership provider. Shorter, because people wait for this answer. */
const MEMBERSHIP_TIMEOUT_MS = 5_000

/** Features that have a state, such as a connection, a cache or a limit. */
export type Features = {
  readonly accounts: Accounts
  readonly mail: Mail
  readonly pictures: Images
  readonly pictureFinder: PictureFinder
  readonly thumbnails: Thumbnails
  readonly variants: Variants
  readonly bot: Bot | undefined
  readonly notifications: Notifications
  readonly analytics: Analytics
  readonly books: BooksChecker
  readonly privacy: Privacy
}

/** Settings that tests change, and the folders of the security record. */
export type FeatureOptions = {
  /** Milliseconds to wait for each answer of another server, such as a sign-in provider or a product page. */
  readonly providerTimeoutMs?: number
  /** Origins of the test that count as push services although they are not on the public internet. */
  readonly trustedPushOrigins?: readonly string[]
  /** Origins of the test whose product pages are read although they are not on the public internet. */
  readonly trustedPageOrigins?: readonly string[]
  /** Milliseconds between two pictures from one host. */
  readonly picturePaceMs?: number
  /** Folders of the files of the security record; none by default. */
  readonly recordDirs?: readonly string[]
  /** Password hashing; defaults to the identity provider's. */
  readonly passwords?: AccountsParts['passwords']
}

/** Opens every feature. Passes to each feature what it needs from the others, because no feature imports another one. */
export async function openFeatures(platform: Platform, config: Config, options: FeatureOptions): Promise<Features> {
  const timeoutMs = options.providerTimeoutMs ?? PROVIDER_TIMEOUT_MS
  const mail = await openMail(platform, config)
  mailAboutNewHandles(platform, { sendMail: mail.send, shopName: mail.shopName })
  const variants = openVariants(platform, {
    ...config,
    whop: config.whop && { ...config.whop, timeoutMs: options.providerTimeoutMs ?? MEMBERSHIP_TIMEOUT_MS },
    webhookSecret: config.whopWebhookSecret,
  })
  const accounts = await openAccounts(platform, {
    recordDirs: options.recordDirs ?? [],
    baseUrl: config.publicUrl ?? `${config.tls ? 'https' : 'http'}://localhost:${config.port}`,
    publicUrl: config.publicUrl,
    port: config.port,
    tls: config.tls,
    proxies: config.proxies,
    host: config.host,
    brands: variants.brands,
    google: config.google && { ...config.google, timeoutMs },
    discord: config.discord && { ...config.discord, timeoutMs },
    sendMail: mail.send,
    hasMailServer: mail.hasServer,
    passwords: options.passwords,
  })
  const bot = config.bot && openBot(config.bot, options.providerTimeoutMs)
  const notifications = await openTelling(platform, config, options, { mail, bot })
  const books = new BooksChecker(platform, { stock: () => examineStock(platform.db), promised: () => examinePromised(platform.db) })
  await books.schedule()
  await scheduleCartTidying(platform)
  await scheduleTradeTidying(platform)
  await scheduleRefundMoving(platform)
  const analytics = await openAnalytics(platform, { whoAsks: (request) => accounts.sessions.authenticate(request) })
  await buildSearchIndex(platform)
  await dropDeadTexts(platform).catch((err: unknown) => platform.log.warn({ err }, 'the rest of imports that were killed stays for now'))
  const { openLast, ...pictures } = openPictures(platform, config, options)
  const privacy = await openPrivacy(platform, { ...config, uploads: pictures.pictures })
  return { accounts, mail, variants, bot, notifications, books, analytics, privacy, ...pictures, thumbnails: openLast() }
}

function openTelling(
  platform: Platform,
  { pushKeys, pushSubject, publicUrl }: Config,
  { trustedPushOrigins = [], providerTimeoutMs }: FeatureOptions,
  { mail, bot }: { mail: Mail; bot: Bot | undefined },
): Promise<Notifications> {
  return openNotifications(platform, {
    writeToDiscord:
      bot &&
      ((target, message, link) => bot.post(target as ChatTarget, discordText(message.title, allLines(message), link), nonceOf(message.id))),
    sendMail: mail.send,
    pushKeys,
    pushSubject,
    trustedPushOrigins,
    publicUrl,
    timeoutMs: providerTimeoutMs,
  })
}

function openPictures(
  platform: Platform,
  config: Config,
  options: FeatureOptions,
): Pick<Features, 'pictures' | 'pictureFinder'> & { readonly openLast: () => Thumbnails } {
  const { db, log } = platform
  const reading = {
    trustedOrigins: [...config.pictureOrigins, ...(options.trustedPageOrigins ?? [])],
    timeoutMs: options.providerTimeoutMs,
  }
  const pictures = openImages(platform, {
    ...config,
    isShown: (url) => isPhotoOfSomebody(db, url),
    isLabelInUse: async (name) => (await isLabelOfTrade(db, name)) || (await isPostalLabel(db, name)),
  })
  const pictureFinder = openPictureFinder({ log, ...reading })
  // thumbnails start work when they are opened, so this feature is opened last
  return { pictures, pictureFinder, openLast: () => openThumbnails(platform, { ...config, ...reading, paceMs: options.picturePaceMs }) }
}

/** Shortens a message's id to the length of Discord's nonce. */
const nonceOf = (messageId: string) => Buffer.from(messageId.replaceAll('-', ''), 'hex').toString('base64url')
