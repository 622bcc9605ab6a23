import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DEFAULT_BRANDS } from '@shop/shared/brands/schema.ts'
import { describe, expect, it } from 'vitest'
import { temporaryDir } from '../platform/testing/databases.ts'
import { ConfigError, readConfig, VARIABLES } from './config.ts'
import { trustedProxies } from './http/trusted-proxies.ts'

const problemOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'none'
}

describe('the configuration', () => {
  it('needs no variable', () => {
    expect(readConfig({})).toEqual({
      port: 8787,
      pictureOrigins: [],
      host: undefined,
      dataDir: resolve('data'),
      backupKeep: 14,
      databaseUrl: undefined,
      databaseReadUrl: undefined,
      publicUrl: undefined,
      admin: undefined,
      tls: undefined,
      proxies: trustedProxies('false'),
      brands: DEFAULT_BRANDS,
      pushSubject: `mailto:${DEFAULT_BRANDS[0]?.contact}`,
    })
  })

  it('treats an empty variable as unset', () => {
    expect(readConfig(Object.fromEntries(VARIABLES.map((name) => [name, ' '])))).toEqual(readConfig({}))
  })

  it('reads the variables that are set', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::1',
      DATA_DIR: '/srv/shop',
      BACKUP_DIR: '/srv/backups',
      BACKUP_KEEP: '3',
      DATABASE_URL: 'postgresql://shop:secret@db:5432/shop?sslmode=require',
      DATABASE_READ_URL: 'postgres://db2/shop',
      PUBLIC_URL: 'https://Shop.example/',
      ADMIN_EMAIL: ' Ada@Example.org',
      ADMIN_PASSWORD: 'secret',
      TRUST_PROXY: 'true',
      SMTP_URL: 'smtps://user:pass@mail:465',
      MAIL_FROM: 'Shop <shop@example.org>',
      EXCHANGE_DOMAIN: 'exchange.example',
    })
    expect(config).toMatchObject({
      port: 0,
      host: '::1',
      dataDir: '/srv/shop',
      backupDir: '/srv/backups',
      backupKeep: 3,
      databaseUrl: 'postgresql://shop:secret@db:5432/shop?sslmode=require',
      databaseReadUrl: 'postgres://db2/shop',
      publicUrl: 'https://shop.example',
      admin: { email: 'ada@example.org', password: 'secret' },
      proxies: trustedProxies('true'),
    })
  })

  it.each([
    [{ PORT: 'http' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '-1' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP: must be 1 or more'],
    [{ PORT: '80.5' }, 'PORT: must be a whole number from 0 to 65535'],
    [
      { PICTURE_ORIGINS: 'http://nas.local, nas' },
      'PICTURE_ORIGINS: must be addresses such as http://nas.local:8080, with a comma between them',
    ],
    [
      { PICTURE_ORIGINS: 'http://nas.local/x' },
      'PICTURE_ORIGINS: must be addresses such as http://nas.local:8080, with a comma between them',
    ],
    [{ HOST: 'no host' }, 'HOST: must be an address or a host name'],
    [{ DATABASE_URL: 'mysql://db/shop' }, 'DATABASE_URL: must be an address that begins with postgres:// or postgresql://'],
    [{ DATABASE_URL: 'shop' }, 'DATABASE_URL: must be an address that begins with postgres:// or postgresql://'],
    [{ DATABASE_READ_URL: 'postgres://db/shop' }, 'DATABASE_READ_URL: must be set together with DATABASE_URL'],
    [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL: must be an address that begins with http:// or https://'],
    [{ ADMIN_EMAIL: 'ada', ADMIN_PASSWORD: 'secret' }, 'ADMIN_EMAIL: Invalid email address.'],
    [{ ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: '12345' }, 'ADMIN_PASSWORD: Password should be at least 6 characters.'],
    [{ ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: '👩'.repeat(65) }, 'ADMIN_PASSWORD: Password should be at most 128 characters.'],
    [{ ADMIN_EMAIL: 'ada@example.org' }, 'ADMIN_PASSWORD: must be set together with ADMIN_EMAIL'],
    [{ SMTP_URL: 'http://mail' }, 'SMTP_URL: must be an address that begins with smtp:// or smtps://'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM: must be an e-mail address, or a name followed by one in <>'],
    [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID: must be set together with GOOGLE_CLIENT_SECRET'],
    [{ DISCORD_CLIENT_ID: 'x' }, 'DISCORD_CLIENT_SECRET: must be set together with DISCORD_CLIENT_ID'],
    [{ S3_BUCKET: 'x' }, 'S3_ACCESS_KEY_ID: must be set together with S3_BUCKET'],
    [{ VAPID_PUBLIC_KEY: 'x' }, 'VAPID_PRIVATE_KEY: must be set together with VAPID_PUBLIC_KEY'],
    [{ EXCHANGE_DOMAIN: 'https://x' }, 'EXCHANGE_DOMAIN: must be a host name'],
    [{ WHOP_WEBHOOK_SECRET: 'x' }, 'WHOP_API_KEY: must be set together with WHOP_WEBHOOK_SECRET'],
    [{ WHOP_API_URL: 'whop' }, 'WHOP_API_URL: must be an address that begins with http:// or https://'],
    [{ BRANDS_FILE: '/nowhere/brands.json' }, 'BRANDS_FILE: must be the path of a file this server can read'],
    [{ TLS_CERT: '/nowhere/cert.pem', TLS_KEY: '/nowhere/key.pem' }, 'TLS_CERT: must be the path of a file this server can read'],
    ...[
      'yes',
      '11',
      '-1',
      'true,10.0.0.1',
      'proxy',
      '10.0.0',
      '10.0.0.1,',
      '10.0.0.1/33',
      '::1/129',
      '0.0.0.0/0',
      '10.0.0.1/',
      '10.0.0.1/08',
      '::ffff:10.0.0.1/8',
    ].map((value): [Record<string, string>, string] => [
      { TRUST_PROXY: value },
      'TRUST_PROXY: must be true, false, the number of proxies (0 to 10), or their addresses such as 203.0.113.7, 10.0.0.0/8, with a comma between them',
    ]),
  ])('explains in one line what is wrong with %j', (environment, problem) => {
    expect(problemOf(environment as Record<string, string>)).toBe(problem)
  })

  it('reads the brands from a file, and explains in one line what is wrong with the file', async () => {
    const dir = await temporaryDir()
    const path = join(dir, 'brands.json')
    const problemWith = (text: string, more: Record<string, string> = {}) => {
      writeFileSync(path, text)
      return problemOf({ BRANDS_FILE: path, ...more })
    }
    const [plain, paid] = DEFAULT_BRANDS
    expect(problemWith('[')).toBe('BRANDS_FILE: is not JSON')
    expect(problemWith('[]')).toBe('BRANDS_FILE: must have at least one brand')
    expect(problemWith(JSON.stringify([{ ...plain, colors: { accent: '#ffff00' } }]))).toBe(
      'BRANDS_FILE: 0.colors.accent is too light: white text on it could not be read',
    )
    expect(problemWith(JSON.stringify([{ ...plain, hosts: ['x.example'] }]), { EXCHANGE_DOMAIN: 'ex.example' })).toBe(
      'EXCHANGE_DOMAIN: BRANDS_FILE has no brand with a membership',
    )
    expect(problemWith(JSON.stringify([{ ...plain, hosts: ['x.example'] }, paid]), { EXCHANGE_DOMAIN: 'X.example' })).toBe(
      'EXCHANGE_DOMAIN: is a host of the brand consign, which has no membership',
    )
    writeFileSync(path, JSON.stringify([paid, plain]))
    expect(readConfig({ BRANDS_FILE: path, EXCHANGE_DOMAIN: 'Ex.example:8443' })).toMatchObject({
      brands: [paid, plain],
      exchangeDomain: 'ex.example',
    })
  })

  it('reveals no secret in an error', () => {
    const secret = 'hunter2hunter2'
    for (const name of VARIABLES) expect(problemOf({ [name]: `\u0001${secret}` })).not.toContain(secret)
  })

  it('refuses an invalid certificate or key', async () => {
    const dir = await temporaryDir()
    for (const name of ['cert.pem', 'key.pem']) writeFileSync(join(dir, name), 'not a certificate')
    expect(problemOf({ TLS_CERT: join(dir, 'cert.pem'), TLS_KEY: join(dir, 'key.pem') })).toMatch(
      /^TLS_CERT: certificate and key do not work together \(.+\)$/,
    )
    expect(problemOf({ TLS_CERT: join(dir, 'cert.pem') })).toBe('TLS_KEY: must be set together with TLS_CERT')
  })
})
