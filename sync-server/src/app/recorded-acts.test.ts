import { join } from 'node:path'
import { SECURITY_KINDS, type SecurityKind } from '@shop/shared/accounts/rules/security-record.ts'
import { beforeAll, expect, it } from 'vitest'
import { setUpCodes, wrongCodeOf } from '../accounts/testing/authenticator.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { setRoleByEmail } from './cli/admin-commands.ts'
import { runBackup, runRestore } from './cli/backup-commands.ts'
import { Browser } from './testing/browser.ts'
import { DiscordServer } from './testing/discord-server.ts'
import { comes, consent, startGoogle } from './testing/google-server.ts'
import { mailedProof, signUpProved } from './testing/proved.ts'
import { openShop, say, shopEnvironment } from './testing/restorable-shop.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from './testing/shop.ts'

const NEW = 'an entirely new password'
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

type Entry = { readonly id: string; readonly kind: SecurityKind }
type Caller = { readonly uid: string; readonly token: string }
type Act = {
  readonly does: () => Promise<unknown>
  /** The fields that distinguish the entry. By default, it is done, and nobody acts on another person's account. */
  readonly entry: {
    readonly uid: string | null
    readonly byUid?: string
    readonly result?: 'refused'
    readonly detail?: object
    readonly count?: number
  }
  /** Acts of other kinds that the same request does. */
  readonly also?: readonly SecurityKind[]
}

/** Acts that only a command does for a shop on disk. `backupMade` is shown by `recorded-backups.test.ts`, `backupRestored` below. */
const BY_COMMAND = ['backupMade', 'backupRestored'] as const
type ByCall = Exclude<SecurityKind, (typeof BY_COMMAND)[number]>

/** A shop, and what its people do there. */
class Desk {
  private people = 0
  constructor(
    readonly shop: TestShop,
    readonly discord: DiscordServer,
    readonly admin: Caller,
  ) {}

  newEmail = () => `person${++this.people}@example.org`

  async ask(method: string, path: string, body?: unknown, token?: string) {
    const { status, body: answer } = await this.shop.ask(method, path, body, { token })
    expect([path, status, answer]).toEqual([path, 200, expect.anything()])
    return answer
  }

  signIn = (email: string) => this.ask('POST', '/identity/sign-in/email', { email, password: PASSWORD })

  async linkDiscord(token: string): Promise<void> {
    this.discord.person = this.discord.account('elsewhere@example.org')
    const browser = new Browser(this.shop)
    const begun = await browser.start('/auth/discord/link', { method: 'POST', token })
    expect((await browser.open(await this.discord.consent(begun.body.url))).path).toBe('/discord-success')
  }

  async signInByDiscord(): Promise<Caller> {
    this.discord.person = this.discord.account(this.newEmail())
    const browser = new Browser(this.shop)
    const { body } = await browser.start('/auth/discord/state?pkce=true')
    const { query } = await browser.open(await this.discord.consent(body.url))
    const signedIn = (await browser.exchange(query.token as string)).body
    return { uid: signedIn.user.id, token: signedIn.token }
  }

  /** Asks for a reset link, and answers the act of setting a password by it. */
  async resetting(email: string): Promise<() => Promise<unknown>> {
    await this.ask('POST', '/identity/request-password-reset', { email })
    const link = this.shop.platform.db.selectFrom('mails').select('text').where('kind', '=', 'accounts.passwordReset')
    const { text } = await link.where('to_address', '=', email).executeTakeFirstOrThrow()
    const token = /token=([\w-]+)/.exec(text)?.[1]
    return () => this.ask('POST', '/identity/reset-password', { token, newPassword: NEW })
  }

  /** An act of a new person with a password, who proved the e-mail. */
  async byPerson(act: (person: Caller & { readonly email: string }) => Promise<Omit<Act, 'entry'> & { entry?: object }>): Promise<Act> {
    const email = this.newEmail()
    const person = await signUpProved(this.shop, email)
    const { entry, ...rest } = await act({ ...person, email })
    return { ...rest, entry: { uid: person.uid, ...entry } }
  }

  byAdmin = (entry: object, method: string, path: string, body?: unknown): Act => ({
    entry: { uid: this.admin.uid, ...entry },
    does: () => this.ask(method, path, body, this.admin.token),
  })
}

/** For each kind, how somebody does the act. A new kind does not compile without one. */
const ACTS: Readonly<Record<ByCall, (at: Desk) => Promise<Act>>> = {
  async signUp(at) {
    const person = { email: at.newEmail(), password: PASSWORD, name: 'Ann' }
    const entry = { uid: expect.any(String), detail: { by: 'password' } }
    return { entry, does: () => at.ask('POST', '/identity/sign-up/email', person) }
  },
  signIn: (at) => at.byPerson(async ({ email }) => ({ entry: { detail: { by: 'password' } }, does: () => at.signIn(email) })),
  signOut: (at) => at.byPerson(async ({ token }) => ({ does: () => at.ask('POST', '/identity/sign-out', undefined, token) })),
  secondStep: (at) =>
    at.byPerson(async ({ email, token }) => {
      const { secret } = await setUpCodes(at.shop, token)
      const { body } = await at.shop.ask('POST', '/identity/sign-in/email', { email, password: PASSWORD })
      const wrong = { ticket: body.details.ticket, code: wrongCodeOf(secret) }
      return {
        entry: { result: 'refused', detail: { after: 'password', why: 'CODE_WRONG' } },
        does: () => at.shop.ask('POST', '/identity/sign-in/second-step', wrong),
      }
    }),
  identityProved: (at) =>
    at.byPerson(async ({ token }) => ({
      entry: { result: 'refused', detail: { why: 'CURRENT_PASSWORD_WRONG' } },
      does: () => at.shop.ask('POST', '/identity/proof', { password: 'not the password' }, { token }),
    })),
  sessionsEnded: (at) =>
    at.byPerson(async ({ token }) => ({
      entry: { detail: { which: 'others' } },
      does: () => at.ask('POST', '/identity/revoke-other-sessions', undefined, token),
    })),
  passwordResetAsked: (at) =>
    at.byPerson(async ({ email }) => ({ does: () => at.ask('POST', '/identity/request-password-reset', { email }) })),
  passwordReset: (at) => at.byPerson(async ({ email }) => ({ does: await at.resetting(email) })),
  passwordChanged: (at) =>
    at.byPerson(async ({ token }) => ({
      does: () => at.ask('POST', '/identity/change-password', { currentPassword: PASSWORD, newPassword: NEW }, token),
    })),
  async passwordAdded(at) {
    const { uid, token } = await at.signInByDiscord()
    return { entry: { uid }, does: () => at.ask('POST', '/identity/link-password', { password: NEW }, token) }
  },
  roleChanged: (at) =>
    at.byPerson(async ({ email }) => ({
      entry: { detail: { to: 'admin' } },
      does: () => setRoleByEmail(at.shop.platform, email, 'admin'),
    })),
  providerLinked: (at) =>
    at.byPerson(async ({ token }) => ({ entry: { detail: { provider: 'discord' } }, does: () => at.linkDiscord(token) })),
  providerUnlinked: (at) =>
    at.byPerson(async ({ token }) => {
      await at.linkDiscord(token)
      return { entry: { detail: { provider: 'discord' } }, does: () => at.ask('DELETE', '/auth/providers/discord', undefined, token) }
    }),
  factorChanged: (at) =>
    at.byPerson(async ({ token }) => {
      await setUpCodes(at.shop, token)
      return {
        entry: { detail: { change: 'new recovery codes' } },
        does: () => at.ask('POST', '/identity/second-factor/recovery-codes', undefined, token),
      }
    }),
  async emailProved(at) {
    const email = at.newEmail()
    const { uid, token } = await at.shop.signUp(email)
    const { code } = await mailedProof(at.shop, email)
    return { entry: { uid, detail: { by: 'code' } }, does: () => at.ask('POST', '/identity/prove-email', { code }, token) }
  },
  async emailVouched(at) {
    const { uid } = await at.shop.signUp(at.newEmail())
    return at.byAdmin({ uid, byUid: at.admin.uid }, 'POST', `/auth/users/${uid}/vouch`, {})
  },
  hostConfirmed: async (at) =>
    at.byAdmin({ detail: { host: 'till.example' } }, 'POST', '/admin/hosts', { origin: 'https://till.example', isForMails: true }),
  signUpRuleChanged: async (at) => at.byAdmin({ detail: { rule: 'invited' } }, 'PUT', '/admin/sign-up-rule', { rule: 'invited' }),
  invitationMade: async (at) => at.byAdmin({ detail: { invitation: expect.any(String) } }, 'POST', '/admin/invitations', {}),
  async invitationRevoked(at) {
    const { id } = (await at.ask('POST', '/admin/invitations', {}, at.admin.token)).invitation
    return at.byAdmin({ detail: { invitation: id } }, 'DELETE', `/admin/invitations/${id}`)
  },
  async accountClosed(at) {
    const { uid } = await at.shop.signUp(at.newEmail())
    return at.byAdmin({ uid, byUid: at.admin.uid }, 'DELETE', `/auth/users/${uid}`)
  },
  async dataExported(at) {
    const { uid } = await at.shop.signUp(at.newEmail())
    return at.byAdmin({ uid, byUid: at.admin.uid }, 'GET', `/auth/users/${uid}/export`)
  },
  async dataErased(at) {
    const { uid } = await at.shop.signUp(at.newEmail())
    const { name } = await at.ask('GET', `/auth/users/${uid}/erasure`, undefined, at.admin.token)
    return at.byAdmin({ uid, byUid: at.admin.uid }, 'POST', `/auth/users/${uid}/erase`, { name })
  },
}

const entriesOf = async (shop: TestShop, token: string, query = ''): Promise<Entry[]> =>
  (await shop.ask('GET', `/admin/security-record${query}`, undefined, { token })).body.entries

/** Does an act, and expects in the record exactly its entry and those of the acts that belong to it. */
async function expectRecorded(shop: TestShop, token: string, kind: SecurityKind, { does, entry, also = [] }: Act): Promise<void> {
  const before = new Set((await entriesOf(shop, token)).map(({ id }) => id))
  await does()
  const added = (await entriesOf(shop, token)).filter(({ id }) => !before.has(id))
  expect(added.map((one) => one.kind).sort()).toEqual([kind, ...also].sort())
  const recorded = { kind, result: 'done', byUid: null, detail: {}, count: 1, ...entry }
  expect(added.find((one) => one.kind === kind)).toEqual({
    id: expect.any(String),
    at: ISO,
    address: expect.any(String),
    client: expect.any(String),
    ...recorded,
  })
  expect((await entriesOf(shop, token, `?kind=${kind}`))[0]).toMatchObject(recorded)
}

forEachDatabase('one entry of the security record, which admins read, is written by', (open, kindOfDatabase) => {
  let at: Desk
  beforeAll(async () => {
    const discord = await DiscordServer.open()
    const shop = await testShop(await open(), { ...OPENED, ...discord.environment })
    const token = await shop.signIn(ADMIN_EMAIL)
    const { uid } = (await shop.ask('GET', '/auth/me', undefined, { token })).body
    at = new Desk(shop, discord, { uid, token })
    return () => discord.close()
  })

  const byCall = SECURITY_KINDS.filter((kind): kind is ByCall => !(BY_COMMAND as readonly string[]).includes(kind))
  it.each(byCall)('the act %s', async (kind) => {
    // the rule of one test must not keep out the people of the next
    await at.ask('PUT', '/admin/sign-up-rule', { rule: 'open' }, at.admin.token)
    await expectRecorded(at.shop, at.admin.token, kind, await ACTS[kind](at))
  })

  it('a sign-in by Google that links the account of the person’s e-mail', async () => {
    const { server, environment } = await startGoogle()
    const shop = await testShop(await open(), { ...OPENED, ...environment })
    const token = await shop.signIn(ADMIN_EMAIL)
    const { uid } = await signUpProved(shop, 'ann@example.org')
    const does = async () => {
      comes(server, { sub: 'g-1', email: 'ann@example.org', email_verified: true, name: 'Ann' })
      const browser = new Browser(shop)
      const { body } = await browser.start('/auth/google/state')
      const { query } = await browser.open(await consent(body.url))
      expect((await browser.exchange(query.token as string)).body.user.id).toBe(uid)
    }
    await expectRecorded(shop, token, 'providerLinked', { does, entry: { uid, detail: { provider: 'google' } }, also: ['signIn'] })
    // the linked account comes back, and nothing is linked anew
    await expectRecorded(shop, token, 'signIn', { does, entry: { uid, detail: { by: 'google' }, count: 2 } })
  })

  it('the act backupRestored', async () => {
    const { dir, env } = await shopEnvironment(kindOfDatabase)
    const file = join(dir, 'shop.backup')
    let shop = await openShop(env)
    await say(runBackup, [file], env)
    await shop.server.close()
    await say(runRestore, [file, '--replace'], env)
    shop = await openShop(env)
    const entries = await entriesOf(shop, await shop.signIn(ADMIN_EMAIL), '?kind=backupRestored')
    const server = { uid: null, byUid: null, address: '', client: '', count: 1 }
    expect(entries).toEqual([
      { id: expect.any(String), at: ISO, kind: 'backupRestored', result: 'done', detail: { madeAt: ISO }, ...server },
    ])
  })
})
