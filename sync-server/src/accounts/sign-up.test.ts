import { beforeEach, expect, it } from 'vitest'
import { Browser } from '../app/testing/browser.ts'
import { type DiscordAccount, DiscordServer } from '../app/testing/discord-server.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type RequestOptions, type TestShop, testShop } from '../app/testing/shop.ts'
import { startMailServer } from '../mail/testing/mail-server.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const SECRET = /\/login\?invitation=([\w-]+)/

/** Sends the requests of an admin and of newcomers to a shop. */
function desk(shop: TestShop, token: string) {
  const secretOf = (text: string) => SECRET.exec(text)?.[1] as string
  const rule = async (value: string) => {
    const answer = await shop.ask('PUT', '/admin/sign-up-rule', { rule: value }, { token })
    expect([answer.status, answer.body]).toEqual([200, { rule: value }])
  }
  const invite = (email?: string) => shop.ask('POST', '/admin/invitations', { email }, { token })
  const list = async () => (await shop.ask('GET', '/admin/invitations', undefined, { token })).body.invitations
  const byLink = async () => secretOf((await invite()).body.link)
  const signUp = async (email: string, invitation?: string, options?: RequestOptions) => {
    const body = { email, password: PASSWORD, name: 'Nina', ...(invitation !== undefined && { invitation }) }
    const answer = await shop.ask('POST', '/identity/sign-up/email', body, options)
    return { ...answer, is: answer.status === 200 ? 200 : [answer.status, answer.body.code] }
  }
  const check = async (invitation: string) => {
    const { status, body } = await shop.ask('POST', '/identity/check-invitation', { invitation })
    return status === 200 ? body : [status, body.code]
  }
  const ways = async () => (await shop.ask('GET', '/auth/providers')).body.signUp
  const people = async () =>
    (await sql<{ email: string }>`select email from identity_users order by email`.execute(shop.platform.db)).rows.map((row) => row.email)
  const isProved = async (uid: string) => {
    const { rows } = await sql<{
      atMs: number | null
      isVerified: boolean
    }>`select email_proved_at_ms as "atMs", "emailVerified" as "isVerified"
      from users join identity_users on identity_users.id = users.id where users.id = ${uid}`.execute(shop.platform.db)
    expect(rows[0]?.atMs !== null).toBe(rows[0]?.isVerified)
    return rows[0]?.isVerified
  }
  return { isProved, secretOf, rule, invite, list, byLink, signUp, check, ways, people }
}

forEachDatabase('who may create an account', (open) => {
  let shop: TestShop
  let admin: string
  let at: ReturnType<typeof desk>
  beforeEach(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
    at = desk(shop, admin)
  })
  const recorded = async (kind: string) => {
    const rows = await sql<{ detail: Record<string, string> }>`select detail from security_events where kind = ${kind} order by id`.execute(
      shop.platform.db,
    )
    return rows.rows.map(({ detail }) => detail)
  }

  it('is everybody at first; an admin can set it to nobody, which the audit trail and the security record show', async () => {
    expect(await at.ways()).toBe('open')
    expect((await at.signUp('first@example.org')).is).toBe(200)
    await at.rule('off')
    await at.rule('off')
    expect(await at.ways()).toBe('off')
    const refused = await at.signUp('second@example.org')
    expect(refused.is).toEqual([403, 'SIGN_UP_OFF'])
    expect(refused.body.message).toBe('This shop takes no new accounts. If you have one, please sign in.')
    // the answer does not tell who has an account
    expect((await at.signUp('first@example.org')).is).toEqual([403, 'SIGN_UP_OFF'])
    expect((await at.signUp('third@example.org', await at.byLink())).is).toEqual([403, 'SIGN_UP_OFF'])
    expect(await at.people()).toEqual([ADMIN_EMAIL, 'first@example.org'])
    await shop.signIn('first@example.org')
    const earlier = { email: 'box@example.org', displayName: 'Box', uid: '0190a0b0-0000-7000-8000-00000000aaaa' }
    expect((await shop.ask('POST', '/auth/users', earlier, { token: admin })).status).toBe(200)
    await at.rule('open')
    expect((await at.signUp('second@example.org')).is).toBe(200)
    const entries = await sql<{
      after: unknown
    }>`select after from audit_entries where action = 'accounts.setSignUpRule' order by id`.execute(shop.platform.db)
    expect(entries.rows.map(({ after }) => after)).toEqual([{ signUpRule: 'off' }, { signUpRule: 'open' }])
    expect(await recorded('signUpRuleChanged')).toEqual([{ rule: 'off' }, { rule: 'open' }])
  })

  it('can be limited to people with an invitation, which works once and whose use is recorded', async () => {
    await at.rule('invited')
    expect(await at.ways()).toBe('invited')
    expect((await at.signUp('nina@example.org')).is).toEqual([403, 'INVITATION_NEEDED'])
    const { body } = await at.invite()
    expect(body.invitation).toMatchObject({ email: null, state: 'open', invitedBy: expect.stringMatching(/./) })
    const secret = at.secretOf(body.link)
    expect(await at.check(secret)).toEqual({ email: null })
    // a refused form does not use the invitation up
    expect((await at.signUp(ADMIN_EMAIL, secret)).is).toEqual([409, 'EMAIL_IN_USE'])
    const answers = await Promise.all(['nina@example.org', 'otto@example.org'].map((email) => at.signUp(email, secret)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('INVITATION_USED')
    expect((await at.people()).length).toBe(2)
    expect(await at.check(secret)).toEqual([409, 'INVITATION_USED'])
    expect((await at.list()).map(({ state }: { state: string }) => state)).toEqual(['used'])
    expect(await recorded('invitationMade')).toEqual([{ invitation: body.invitation.id }])
    expect((await recorded('signUp')).at(-1)).toEqual({ by: 'password', invitation: body.invitation.id })
    const kept = await sql<{ all: string }>`select jsonb_agg(i)::text as all from invitations i`.execute(shop.platform.db)
    expect(kept.rows[0]?.all.includes(secret)).toBe(false)
  })

  it('can be only the person whom an invitation names; a withdrawn, an expired and an unknown invitation get codes of their own', async () => {
    await at.rule('invited')
    expect((await at.invite('Nina@Example.org')).body).toMatchObject({ link: null, invitation: { email: 'nina@example.org' } })
    const { mails } = (await shop.ask('GET', '/admin/mails?q=nina', undefined, { token: admin })).body
    const { body: mail } = await shop.ask('GET', `/admin/mails/${mails[0].id}`, undefined, { token: admin })
    expect(mail).toMatchObject({ kind: 'accounts.invitation', state: 'kept', isHidden: false })
    const secret = at.secretOf(mail.text)
    expect(mail.html).toContain(secret)
    expect(await at.check(secret)).toEqual({ email: 'nina@example.org' })
    const other = await at.signUp('otto@example.org', secret)
    expect([other.is, other.body.fields]).toEqual([[409, 'INVITATION_OTHER_EMAIL'], { email: other.body.message }])
    const { body } = await at.signUp('NINA@example.ORG', secret)
    // an admin handed the link on, so nobody showed that the mailbox is theirs
    expect(await at.isProved(body.user.id)).toBe(false)
    expect((await at.invite('nina@example.org')).body.code).toBe('ALREADY_JOINED')

    const withdrawn = await at.byLink()
    const [{ id }] = await at.list()
    expect((await shop.ask('DELETE', `/admin/invitations/${id}`, undefined, { token: admin })).status).toBe(200)
    expect((await shop.ask('DELETE', `/admin/invitations/${id}`, undefined, { token: admin })).body.code).toBe('INVITATION_ENDED')
    expect((await shop.ask('DELETE', '/admin/invitations/none', undefined, { token: admin })).status).toBe(404)
    const old = await at.byLink()
    await sql`update invitations set expires_at = now() where used_at is null and revoked_at is null`.execute(shop.platform.db)
    for (const [invitation, code] of [
      [withdrawn, 'INVITATION_REVOKED'],
      [old, 'INVITATION_OLD'],
      ['made-up', 'INVITATION_UNKNOWN'],
    ] as const) {
      expect(await at.check(invitation)).toEqual([409, code])
      expect((await at.signUp('otto@example.org', invitation)).is).toEqual([409, code])
    }
    // where everybody may sign up, an expired invitation is ignored
    await at.rule('open')
    expect((await at.signUp('otto@example.org', old)).is).toBe(200)
  })

  it('is limited to 200 open invitations at a time; a second invitation to the same e-mail replaces the first', async () => {
    await at.invite('nina@example.org')
    await at.invite('nina@example.org')
    expect((await at.list()).map(({ state }: { state: string }) => state)).toEqual(['open', 'revoked'])
    await sql`insert into invitations (id, hash, is_mailed, by_uid, expires_at)
      select 'i' || n, 'h' || n, false, 'x', now() + interval '1 day' from generate_series(1, 199) n`.execute(shop.platform.db)
    expect((await at.invite()).body.code).toBe('TOO_MANY_INVITATIONS')
    expect((await at.invite('nina@example.org')).status).toBe(200)
    expect((await at.list()).length).toBe(202)
  })

  it('is not stored for ever: an erasure deletes the person’s invitations, and a nightly job deletes old ones', async () => {
    const { uid } = await shop.signUp('nina@example.org')
    await sql`update identity_users set "emailVerified" = true where id = ${uid}`.execute(shop.platform.db)
    await sql`insert into invitations (id, hash, email, is_mailed, by_uid, expires_at, used_by) values
      ('mine', 'a', 'nina@example.org', true, 'x', now(), null), ('used', 'b', null, false, 'x', now(), ${uid}),
      ('old', 'c', null, false, 'x', now() - interval '91 days', null), ('other', 'd', 'o@example.org', false, 'x', now(), null)`.execute(
      shop.platform.db,
    )
    const left = async () =>
      (await sql<{ id: string }>`select id from invitations order by id`.execute(shop.platform.db)).rows.map(({ id }) => id)
    expect((await shop.ask('POST', `/auth/users/${uid}/erase`, { name: 'nina' }, { token: admin })).body).not.toHaveProperty('code')
    expect(await left()).toEqual(['old', 'other'])
    await sql`update jobs set run_at = now() where kind = 'privacy.forgetOld'`.execute(shop.platform.db)
    await shop.platform.jobs.drain()
    expect(await left()).toEqual(['other'])
  })
})

forEachDatabase('an invitation by mail', (open) => {
  it('has its link in the mail but not in the admin’s answer, and proves the e-mail of the person who signs up by it', async () => {
    const mail = await startMailServer()
    const environment = { ...OPENED, PUBLIC_URL: 'https://till.example', SMTP_URL: mail.url, MAIL_FROM: 'shop@till.example' }
    const shop = await testShop(await open({ firstRetrySeconds: 0 }), environment)
    const at = desk(shop, await shop.signIn(ADMIN_EMAIL))
    await at.rule('invited')
    expect((await at.invite('nina@example.org')).body.link).toBeNull()
    await shop.platform.jobs.drain()
    await expect.poll(() => mail.received.length).toBe(1)
    const { to, mail: letter } = mail.received[0] as (typeof mail.received)[number]
    expect(to).toEqual(['nina@example.org'])
    expect(letter.text).toMatch(/https:\/\/till\.example\/login\?invitation=/)
    const secret = at.secretOf(letter.text ?? '')
    expect(letter.html).toContain(secret)
    const { body } = await at.signUp('nina@example.org', secret)
    expect(await at.isProved(body.user.id)).toBe(true)
    await shop.platform.jobs.drain()
    // no further mail asks for a proof
    expect(mail.received.length).toBe(1)
  })
})

forEachDatabase('a provider', (open) => {
  it('creates accounts only as the shop’s rule and the opened invitation admit, and signs in everybody who has an account', async () => {
    const discord = await DiscordServer.open()
    try {
      const shop = await testShop(await open(), { ...OPENED, ...discord.environment }, { providerTimeoutMs: 3_000 })
      const at = desk(shop, await shop.signIn(ADMIN_EMAIL))
      const come = async (person: DiscordAccount, invitation?: string) => {
        discord.person = person
        const browser = new Browser(shop)
        const { body } = await browser.start(`/auth/discord/state?pkce=true${invitation === undefined ? '' : `&invitation=${invitation}`}`)
        return (await browser.open(await discord.consent(body.url))).query
      }
      const nina = discord.account('nina@example.org')
      await at.rule('off')
      expect(await come(nina)).toEqual({ error: 'signUpOff' })
      await at.rule('invited')
      expect(await come(nina)).toEqual({ error: 'invitationNeeded' })
      expect(await come(nina, 'made-up')).toEqual({ error: 'invitationUnknown' })
      await at.invite('otto@example.org')
      const { mails } = (await shop.ask('GET', '/admin/mails?q=otto', undefined, { token: await shop.signIn(ADMIN_EMAIL) })).body
      const { body } = await shop.ask('GET', `/admin/mails/${mails[0].id}`, undefined, { token: await shop.signIn(ADMIN_EMAIL) })
      expect(await come(nina, at.secretOf(body.text))).toEqual({ error: 'invitationOtherEmail' })
      expect(await at.people()).toEqual([ADMIN_EMAIL])
      const link = await at.byLink()
      expect(await come(nina, link)).toMatchObject({ isNew: 'true' })
      expect(await come(discord.account('otto@example.org'), link)).toEqual({ error: 'invitationUsed' })
      await at.rule('off')
      expect(await come(nina)).toMatchObject({ isNew: 'false' })
      expect(await at.people()).toEqual([ADMIN_EMAIL, 'nina@example.org'])
    } finally {
      await discord.close()
    }
  })
})
