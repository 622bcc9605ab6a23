import { randomBytes } from 'node:crypto'
import { calls } from '@shop/shared/calls.ts'
import type { AnyCall } from '@shop/shared/kernel/define-call.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MembershipServer } from '../brands/testing/membership-server.ts'
import { sql } from '../platform/database/sql.ts'
import { captureConsole, createLog } from '../platform/kernel/log.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { jsonSchemaOf } from './docs/openapi.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from './testing/shop.ts'

/** Signs of the server's internals: source paths, stack frames, statements. */
const INSIDES = /\.[cm]?[jt]s:\d+|node_modules|\bat \w+ \(|\$\d|relation "/
const NOTHING = '0190a0b0-0000-7000-8000-00000000ffff'

forEachDatabase('secrets', (open) => {
  const provider = new MembershipServer()
  const lines: string[] = []
  /** The secrets, by the place of their use. None may appear in the log, and some in no answer either. */
  const secrets = new Map<string, string>()
  const answers: string[] = []
  let shop: TestShop
  let releaseConsole = () => {}

  const canary = (where: string) => {
    const known = secrets.get(where)
    if (known) return known
    const secret = `canary${randomBytes(9).toString('hex')}`
    secrets.set(where, secret)
    return secret
  }

  /** Makes a body with a secret in every text field of the call and in fields that are named like secrets. */
  const bodyOf = ({ name, body }: AnyCall) => {
    const fields = body ? Object.keys(jsonSchemaOf(body, 'input').properties ?? {}) : []
    const names = [...fields, 'password', 'newPassword', 'currentPassword', 'token', 'secret']
    return Object.fromEntries(names.map((field) => [field, field === 'email' ? 'somebody@example.org' : canary(`body of ${name}`)]))
  }

  const ask = async (method: string, path: string, token: string | undefined, body?: unknown) => {
    const { status, body: answer } = await shop.ask(method, `${path}?token=${canary('query')}&code=${canary('query')}`, body, {
      token,
      headers: {
        cookie: `session=${canary('cookie')}`,
        origin: 'http://localhost',
        host: 'localhost',
        'x-api-key': canary('header'),
        'webhook-signature': canary('header'),
      },
    })
    answers.push(`${status} ${JSON.stringify(answer)}`)
    return status
  }

  const askEverything = async (token: string | undefined, skipped: readonly string[] = []) => {
    for (const call of calls) {
      if (skipped.includes(call.name)) continue
      await ask(call.method, call.path.replace(/\{\w+\}/g, NOTHING), token, call.method === 'GET' ? undefined : bodyOf(call))
    }
    for (const path of ['/sync/push', '/sync/pull', '/membership/webhook', '/nothing'])
      await ask('POST', path, token, { token: canary('sync') })
    await ask('GET', '/nothing', token)
    await shop.server.fetch(new Request(`http://localhost/reset-password?token=${canary('page')}`))
  }

  beforeAll(async () => {
    await provider.open()
    provider.mood = 'failing'
    const log = createLog('debug', { write: (line) => void lines.push(line) })
    releaseConsole = captureConsole(log)
    const platform = await open({ log })
    shop = await testShop(platform, {
      ...OPENED,
      ...provider.environment,
      ADMIN_PASSWORD: PASSWORD,
      DISCORD_CLIENT_ID: 'app',
      DISCORD_CLIENT_SECRET: canary('client secret'),
      DISCORD_URL: 'http://127.0.0.1:1',
      SMTP_URL: `smtp://user:${canary('mail password')}@127.0.0.1:1`,
    })
    secrets.set('provider’s key', provider.apiKey)
    secrets.set('webhook’s secret', provider.environment.WHOP_WEBHOOK_SECRET)
    secrets.set('passwords', PASSWORD)
  })
  afterAll(() => {
    releaseConsole()
    provider.close()
  })

  it('are sent to every call by strangers, users and admins, for the checks of the log below', async () => {
    const admin = await shop.signIn(ADMIN_EMAIL)
    const user = await shop.signUp('somebody@example.org')
    secrets.set('admin’s token', admin).set('user’s token', user.token)
    await shop.ask('GET', '/auth/me', undefined, { token: user.token, headers: { host: 'exchange.example' } })
    await shop.ask('POST', '/identity/request-password-reset', { email: 'somebody@example.org' })
    await shop.platform.jobs.drain()
    await askEverything(undefined)
    await askEverything(canary('token'))
    await askEverything(user.token, ['accounts.signOut'])
    await askEverything(admin, ['accounts.signOut'])
    expect(lines.length).toBeGreaterThan(calls.length * 4)
  })

  it('are sent while one table after another is missing, for the same checks', async () => {
    const { db } = shop.platform
    const admin = await shop.signIn(ADMIN_EMAIL)
    secrets.set('second token', admin)
    await shop.signUp('mailbox@example.org')
    for (const table of ['mails', 'users', 'identity_accounts', 'tickets', 'items', 'command_log']) {
      await sql.raw(`alter table ${table} rename to ${table}_away`).execute(db)
      await askEverything(admin, ['accounts.signOut'])
      await ask('POST', '/identity/sign-up/email', undefined, { email: 'new@example.org', password: canary('sign-up'), name: 'New' })
      await ask('POST', '/identity/sign-in/email', undefined, { email: ADMIN_EMAIL, password: PASSWORD })
      await ask('POST', '/identity/reset-password', undefined, { token: canary('link'), newPassword: canary('new password') })
      await ask('POST', '/identity/request-password-reset', undefined, { email: 'mailbox@example.org' })
      await sql.raw(`alter table ${table}_away rename to ${table}`).execute(db)
    }
    expect(answers.filter((answer) => answer.startsWith('500 ')).length).toBeGreaterThan(10)
    expect(lines.some((line) => line.includes('"stack"'))).toBe(true)
    // an error that a library prints to the console is written to the log, where the same checks apply
    console.error(new Error('as a library prints it'))
    expect(lines.some((line) => line.includes('printed by a library'))).toBe(true)
  })

  it('do not appear in the collected log, and answers show no internals', () => {
    const log = lines.join('')
    for (const [where, secret] of secrets) expect({ where, isLogged: log.includes(secret) }).toEqual({ where, isLogged: false })
    // neither links to reset a password nor people's e-mails appear
    expect(log).not.toMatch(/reset-password\?token=\w/)
    expect(log).not.toMatch(/somebody@|mailbox@/)
    for (const answer of answers) expect(answer).not.toMatch(INSIDES)
    for (const answer of answers)
      for (const where of ['cookie', 'header', 'client secret', 'mail password']) expect(answer).not.toContain(secrets.get(where))
  })

  it('do not appear in the metrics, and neither do people', async () => {
    const { body } = await shop.ask('GET', '/metrics')
    expect(body).toContain('shop_http_request_seconds')
    expect(body).not.toMatch(/@|example\.org|[0-9a-f]{8}-[0-9a-f]{4}-/)
    for (const secret of secrets.values()) expect(body).not.toContain(secret)
  })
})
