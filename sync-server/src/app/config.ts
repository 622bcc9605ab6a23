import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { emailSchema, newPasswordSchema } from '@shop/shared/accounts/rules.ts'
import { type Brand, brandsSchema, DEFAULT_BRANDS } from '@shop/shared/brands/schema.ts'
import { z } from 'zod'
import type { S3Access } from '../images/s3-store.ts'
import { publicKeyOf } from '../notifications/push-keys.ts'
import { NO_PROXIES, type TrustedProxies, trustedProxies } from './http/trusted-proxies.ts'

/** An invalid environment. The message is one line and contains no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const optional = <T>(schema: z.core.$ZodType<T>) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), z.optional(schema))

const text = z.string().trim().min(1).max(4_000)
const hostName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i

const urlOf = (protocols: readonly string[]) =>
  text.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })

const postgresUrl = urlOf(['postgres:', 'postgresql:'])
const webUrl = urlOf(['http:', 'https:'])
const mailbox = text.refine((value) => z.email().safeParse(/<([^<>]+)>\s*$/.exec(value)?.[1] ?? value).success, {
  message: 'must be an e-mail address, or a name followed by one in <>',
})
const wholeNumber = (max: number) =>
  text
    .refine((value) => /^\d+$/.test(value) && Number(value) <= max, { message: `must be a whole number from 0 to ${max}` })
    .transform(Number)

/** A PEM file, which the server reads at the start, so that a wrong path fails at once. */
const pemFile = text.transform((path, context) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    context.addIssue('must be the path of a file this server can read')
    return z.NEVER
  }
})

/** Minimum length of a passphrase for backups, in characters. Somebody who has the file can try passphrases without limit. */
const MIN_PASSPHRASE = 12

/** A passphrase in a file. An editor may have added a line end. */
const passphraseFile = pemFile
  .transform((content) => content.replace(/\r?\n$/, ''))
  .refine((passphrase) => passphrase.length >= MIN_PASSPHRASE && !/[\r\n]/.test(passphrase), {
    message: `must be the path of a file with one line of at least ${MIN_PASSPHRASE} characters`,
  })

/** The shop's variants, in a file that the server also reads at the start. */
const brandsFile = text.transform((path, context) => {
  try {
    const parsed = brandsSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]
    context.addIssue([issue?.path.join('.'), issue?.message].filter(Boolean).join(' '))
  } catch (error) {
    context.addIssue(error instanceof SyntaxError ? 'is not JSON' : 'must be the path of a file this server can read')
  }
  return z.NEVER
})

const pictureOrigins = text.transform((value, context) => {
  const origins = value.split(',').map((one) => one.trim())
  if (origins.every((one) => URL.canParse(one) && /^https?:\/\/[^/]+\/?$/i.test(one))) return origins.map((one) => new URL(one).origin)
  context.addIssue('must be addresses such as http://nas.local:8080, with a comma between them')
  return z.NEVER
})

const proxies = text.transform((value, context) => {
  const read = trustedProxies(value)
  if (read) return read
  context.addIssue(
    'must be true, false, the number of proxies (0 to 10), or their addresses such as 203.0.113.7, 10.0.0.0/8, with a comma between them',
  )
  return z.NEVER
})

/** Every variable that the server knows. The file `.env.example` explains each. */
const environmentSchema = z.object({
  PORT: optional(wholeNumber(65_535)),
  HOST: optional(text.regex(/^[\w.:%-]+$/, 'must be an address or a host name')),
  DATA_DIR: optional(text),
  DATABASE_URL: optional(postgresUrl),
  DATABASE_READ_URL: optional(postgresUrl),
  BACKUP_DIR: optional(text),
  BACKUP_KEEP: optional(wholeNumber(10_000).refine((count) => count > 0, { message: 'must be 1 or more' })),
  BACKUP_PASSPHRASE_FILE: optional(passphraseFile),
  PUBLIC_URL: optional(webUrl),
  ADMIN_EMAIL: optional(emailSchema),
  ADMIN_PASSWORD: optional(newPasswordSchema),
  SMTP_URL: optional(urlOf(['smtp:', 'smtps:'])),
  MAIL_FROM: optional(mailbox),
  GOOGLE_CLIENT_ID: optional(text),
  GOOGLE_CLIENT_SECRET: optional(text),
  GOOGLE_ISSUER: optional(webUrl),
  DISCORD_CLIENT_ID: optional(text),
  DISCORD_CLIENT_SECRET: optional(text),
  DISCORD_URL: optional(webUrl),
  DISCORD_BOT_TOKEN: optional(text),
  BRANDS_FILE: optional(brandsFile),
  WHOP_API_KEY: optional(text),
  WHOP_API_URL: optional(webUrl),
  WHOP_COMPANY_ID: optional(text),
  WHOP_WEBHOOK_SECRET: optional(text),
  S3_ENDPOINT: optional(webUrl),
  S3_REGION: optional(text),
  S3_BUCKET: optional(text),
  S3_ACCESS_KEY_ID: optional(text),
  S3_SECRET_ACCESS_KEY: optional(text),
  PICTURE_ORIGINS: optional(pictureOrigins),
  VAPID_PUBLIC_KEY: optional(text),
  VAPID_PRIVATE_KEY: optional(text),
  VAPID_SUBJECT: optional(urlOf(['mailto:', 'https:'])),
  EXCHANGE_DOMAIN: optional(text.regex(hostName, 'must be a host name')),
  TLS_CERT: optional(pemFile),
  TLS_KEY: optional(pemFile),
  TRUST_PROXY: optional(proxies),
  METRICS_TOKEN: optional(text.regex(/^[\w.~+/=-]{16,512}$/, 'must be 16 to 512 letters, digits or characters of -._~+/=')),
})

type Environment = z.infer<typeof environmentSchema>

/** Names of all variables, which a test compares with `.env.example`. */
export const VARIABLES: readonly string[] = Object.keys(environmentSchema.shape)

/** Variables that have to be set together. */
const TOGETHER: readonly (readonly (keyof Environment)[])[] = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'],
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['TLS_CERT', 'TLS_KEY'],
]

/** The shop's registration with a sign-in provider, and the provider's address without a trailing slash. */
type ProviderConfig = { readonly clientId: string; readonly clientSecret: string; readonly url: string }

export type Config = {
  readonly port: number
  /** Address to listen on; undefined listens on all addresses. */
  readonly host: string | undefined
  readonly dataDir: string
  /** Bucket of the pictures; undefined stores them in the data directory. */
  readonly s3: S3Access | undefined
  /** Origins in the shop's network whose pages and pictures the server may read. */
  readonly pictureOrigins: readonly string[]
  /** Folder of the nightly backups; undefined when there are none. */
  readonly backupDir: string | undefined
  readonly backupKeep: number
  /** Passphrase that encrypts backups; undefined leaves backups readable. */
  readonly backupPassphrase: string | undefined
  readonly databaseUrl: string | undefined
  readonly databaseReadUrl: string | undefined
  /** Public address of the shop without a trailing slash. If it is undefined, the address that an admin confirmed counts. */
  readonly publicUrl: string | undefined
  readonly admin: { readonly email: string; readonly password: string } | undefined
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  readonly proxies: TrustedProxies
  /** Token with which another machine reads the metrics. If it is undefined, only programs on this machine may read them. */
  readonly metricsToken: string | undefined
  /** The variants of the product. The first one serves unknown hosts. */
  readonly brands: readonly Brand[]
  /** Host of the paid variant; undefined means the first host of its brand. */
  readonly exchangeDomain: string | undefined
  /** Seller of memberships; undefined makes every user a member. `url` has no trailing slash. */
  readonly whop: { readonly url: string; readonly apiKey: string; readonly companyId: string | undefined } | undefined
  readonly whopWebhookSecret: string | undefined
  readonly google: ProviderConfig | undefined
  readonly discord: ProviderConfig | undefined
  /** Address of the mail server; undefined only stores mails in the database. */
  readonly smtpUrl: string | undefined
  /** Sender of mails: an address, or a name followed by an address in <>. */
  readonly mailFrom: string | undefined
  readonly bot: { readonly url: string; readonly token: string } | undefined
  /** VAPID keys of push notifications; undefined lets the shop generate its own. */
  readonly pushKeys: { readonly publicKey: string; readonly privateKey: string } | undefined
  /** Contact for the push services of browsers, a mailto: or https: address. */
  readonly pushSubject: string
}

/** Reads the environment. Throws ConfigError at the first error. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message ?? 'not valid'}`)
  }
  const env = parsed.data
  for (const names of TOGETHER) {
    const missing = names.find((name) => env[name] === undefined)
    const given = names.find((name) => env[name] !== undefined)
    if (missing && given) throw new ConfigError(`${missing}: must be set together with ${given}`)
  }
  if (env.WHOP_WEBHOOK_SECRET && !env.WHOP_API_KEY) throw new ConfigError('WHOP_API_KEY: must be set together with WHOP_WEBHOOK_SECRET')
  if (env.DATABASE_READ_URL && !env.DATABASE_URL) throw new ConfigError('DATABASE_READ_URL: must be set together with DATABASE_URL')
  const discordUrl = (env.DISCORD_URL ?? 'https://discord.com').replace(/\/+$/, '')
  const publicUrl = env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL).origin
  const brands = brandsOf(env)
  return {
    port: env.PORT ?? 8787,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR ?? 'data'),
    s3: s3Of(env),
    pictureOrigins: env.PICTURE_ORIGINS ?? [],
    backupDir: env.BACKUP_DIR === undefined ? undefined : resolve(env.BACKUP_DIR),
    backupKeep: env.BACKUP_KEEP ?? 14,
    backupPassphrase: env.BACKUP_PASSPHRASE_FILE,
    databaseUrl: env.DATABASE_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    publicUrl,
    admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : undefined,
    tls: tlsOf(env),
    proxies: env.TRUST_PROXY ?? NO_PROXIES,
    metricsToken: env.METRICS_TOKEN,
    ...brands,
    whop: env.WHOP_API_KEY
      ? {
          url: (env.WHOP_API_URL ?? 'https://api.whop.com/api/v1').replace(/\/+$/, ''),
          apiKey: env.WHOP_API_KEY,
          companyId: env.WHOP_COMPANY_ID,
        }
      : undefined,
    whopWebhookSecret: env.WHOP_WEBHOOK_SECRET,
    google: providerOf(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET, env.GOOGLE_ISSUER ?? 'https://accounts.google.com'),
    discord: providerOf(env.DISCORD_CLIENT_ID, env.DISCORD_CLIENT_SECRET, discordUrl),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    bot: env.DISCORD_BOT_TOKEN === undefined ? undefined : { url: discordUrl, token: env.DISCORD_BOT_TOKEN },
    pushKeys: pushKeysOf(env),
    pushSubject: env.VAPID_SUBJECT ?? (publicUrl?.startsWith('https:') ? publicUrl : `mailto:${brands.brands[0]?.contact}`),
  }
}

function providerOf(clientId: string | undefined, clientSecret: string | undefined, url: string): ProviderConfig | undefined {
  return clientId && clientSecret ? { clientId, clientSecret, url: url.replace(/\/+$/, '') } : undefined
}

function s3Of({ S3_ENDPOINT, S3_REGION: region = 'us-east-1', S3_BUCKET: bucket, ...keys }: Environment): Config['s3'] {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = keys
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined
  const endpoint = (S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')
  return { endpoint, region, bucket, accessKeyId, secretAccessKey }
}

function pushKeysOf({ VAPID_PUBLIC_KEY: given, VAPID_PRIVATE_KEY: privateKey }: Environment): Config['pushKeys'] {
  if (!given || !privateKey) return undefined
  const publicKey = publicKeyOf(privateKey)
  if (publicKey === undefined) throw new ConfigError('VAPID_PRIVATE_KEY: must be a key of 32 bytes in base64url')
  if (publicKey !== given.replace(/=+$/, '')) throw new ConfigError('VAPID_PUBLIC_KEY: is not the public key of VAPID_PRIVATE_KEY')
  return { publicKey, privateKey }
}

/** Reads the brands, and the exchange domain, which may belong only to the paid variant. */
function brandsOf({ BRANDS_FILE: brands = DEFAULT_BRANDS, EXCHANGE_DOMAIN }: Environment): Pick<Config, 'brands' | 'exchangeDomain'> {
  if (EXCHANGE_DOMAIN === undefined) return { brands, exchangeDomain: undefined }
  const exchangeDomain = EXCHANGE_DOMAIN.toLowerCase().replace(/:\d+$/, '')
  if (!brands.some(({ membership }) => membership)) throw new ConfigError('EXCHANGE_DOMAIN: BRANDS_FILE has no brand with a membership')
  const other = brands.find(({ membership, hosts }) => !membership && hosts.includes(exchangeDomain))
  if (other) throw new ConfigError(`EXCHANGE_DOMAIN: is a host of the brand ${other.id}, which has no membership`)
  return { brands, exchangeDomain }
}

function tlsOf({ TLS_CERT: cert, TLS_KEY: key }: Environment): Config['tls'] {
  if (!cert || !key) return undefined
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new ConfigError(`TLS_CERT: certificate and key do not work together (${(error as Error).message.split('\n')[0]})`)
  }
  return { cert, key }
}
