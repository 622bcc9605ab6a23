import { beforeEach, expect, it } from 'vitest'
import { Browser } from '../app/testing/browser.ts'
import { DiscordServer } from '../app/testing/discord-server.ts'
import { signUpProved } from '../app/testing/proved.ts'
import { OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { CHANGE_MAILS_A_DAY } from './sign-in-mail.ts'
import { codeOf, forgetSteps, setUpCodes, wrongCodeOf } from './testing/authenticator.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile Safari/604.1'
const ANN = 'ann@example.org'
const NEW_PASSWORD = 'an entirely new password'

forEachDatabase('a changed password or a linked provider', (open) => {
  let shop: TestShop
  let ann: { uid: string; token: string }
  let discord: DiscordServer
  beforeEach(async () => {
    discord = await DiscordServer.open()
    shop = await testShop(await open(), { ...OPENED, ...discord.environment })
    await sql`update settings set shop_name = 'Second Chance'`.execute(shop.platform.db)
    ann = await signUpProved(shop, ANN)
    return () => discord.close()
  })

  const post = (path: string, body?: unknown, token?: string) =>
    shop.ask('POST', `/identity${path}`, body, { token, headers: { 'user-agent': IPHONE } })
  /** Runs the jobs, and answers the mails about passwords and providers. */
  const mails = async () => {
    await shop.platform.jobs.drain()
    const written = shop.platform.db
      .selectFrom('mails')
      .select(['to_address as to', 'subject', 'text', 'html', 'holds_secret as holdsSecret'])
    return written.where('kind', 'in', ['accounts.passwordChanged', 'accounts.providerChanged']).orderBy('to_address').execute()
  }
  const whatOf = (text: string) => / changed: (.*)\.$/m.exec(text)?.[1]
  const told = async () => (await mails()).map(({ to, text }) => ({ to, what: whatOf(text) }))
  const change = (currentPassword: string, newPassword: string, token = ann.token) =>
    post('/change-password', { currentPassword, newPassword }, token)
  const resetPassword = async (email: string) => {
    await post('/request-password-reset', { email })
    const link = shop.platform.db.selectFrom('mails').select('text').where('kind', '=', 'accounts.passwordReset')
    const { text } = await link.where('to_address', '=', email).executeTakeFirstOrThrow()
    const token = /token=([\w-]+)/.exec(text)?.[1]
    expect((await post('/reset-password', { token, newPassword: NEW_PASSWORD })).status).toBe(200)
  }
  const signInByDiscord = async (account = discord.account(ANN)) => {
    const browser = new Browser(shop)
    discord.person = account
    const { body } = await browser.start('/auth/discord/state?pkce=true')
    const { query } = await browser.open(await discord.consent(body.url))
    return (await browser.exchange(query.token as string)).body
  }
  const linkDiscord = async (token: string, account = discord.account('elsewhere@example.org')) => {
    const browser = new Browser(shop)
    discord.person = account
    const begun = await browser.start('/auth/discord/link', { method: 'POST', token })
    expect((await browser.open(await discord.consent(begun.body.url))).path).toBe('/discord-success')
  }

  it('is mailed with its time and device, and says what to do; a wrong password is not', async () => {
    expect((await change('not the password', NEW_PASSWORD)).status).toBe(400)
    expect(await mails()).toEqual([])
    expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(200)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: ANN, subject: 'Your password for Second Chance was changed', holdsSecret: false })
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain('somebody who entered the earlier password set a new one.')
      expect(body).toMatch(/Safari on iPhone, \w+ \d+, \d{4} at /)
      expect(body).toContain('If it was not you, ask for a reset link on the sign-in page at once')
      expect(body).not.toContain(NEW_PASSWORD)
    }
  })

  it('is mailed when the password is set by a reset link, or for the first time', async () => {
    await resetPassword(ANN)
    const { token } = await signInByDiscord(discord.account('dora@example.org'))
    expect(await told()).toEqual([{ to: ANN, what: 'a new password was set by a mailed link' }])
    expect((await post('/link-password', { password: NEW_PASSWORD }, token)).status).toBe(200)
    expect((await told()).at(-1)).toEqual({ to: 'dora@example.org', what: 'a first password was set' })
  })

  it('is mailed when a provider is linked under Profile, but not when the same account comes back', async () => {
    const account = discord.account('elsewhere@example.org')
    for (let n = 0; n < 2; n++) await linkDiscord(ann.token, account)
    expect(await told()).toEqual([{ to: ANN, what: 'an account at Discord was linked' }])
    expect((await mails())[0]?.subject).toBe('The ways to sign in to your account at Second Chance were changed')
  })

  it('is mailed when a sign-in links the provider by the e-mail, but not about a new account', async () => {
    await signInByDiscord(discord.account('new@example.org'))
    expect(await told()).toEqual([])
    await signInByDiscord()
    expect(await told()).toEqual([{ to: ANN, what: 'an account at Discord was linked' }])
  })

  it('is mailed when the provider is linked after a second step, and not before it', async () => {
    const { secret } = await setUpCodes(shop, ann.token)
    const { details } = await signInByDiscord()
    expect(await told()).toEqual([])
    expect((await post('/sign-in/second-step', { ticket: details.ticket, code: codeOf(secret) })).status).toBe(200)
    expect(await told()).toEqual([{ to: ANN, what: 'an account at Discord was linked' }])
  })

  it('is mailed to the owner of an address who takes over an account: which links of the stranger ended', async () => {
    const stranger = await shop.signUp('vera@example.org')
    await linkDiscord(stranger.token)
    expect(await told()).toEqual([])
    await resetPassword('vera@example.org')
    expect((await told()).map(({ what }) => what).sort()).toEqual([
      'a new password was set by a mailed link',
      'an account at Discord was unlinked',
    ])
  })

  it('is not mailed to an unproved address', async () => {
    const bob = await shop.signUp('bob@example.org')
    expect((await change(PASSWORD, NEW_PASSWORD, bob.token)).status).toBe(200)
    await linkDiscord(bob.token)
    expect(await mails()).toEqual([])
  })

  it('is not mailed about a wrong code, but a mail a day says that somebody with the right password fails at the second step on a new device', async () => {
    const { secret } = await setUpCodes(shop, ann.token)
    const second = async (code: string, knownDevice?: string) => {
      await forgetSteps(shop)
      const { body } = await post('/sign-in/email', { email: ANN, password: PASSWORD })
      return post('/sign-in/second-step', { ticket: body.details.ticket, code, knownDevice })
    }
    const warnings = async () => {
      await shop.platform.jobs.drain()
      const written = shop.platform.db.selectFrom('mails').select(['to_address as to', 'text', 'html'])
      return written.where('kind', '=', 'accounts.secondStepWrong').execute()
    }
    const { knownDevice } = (await second(codeOf(secret))).body
    expect((await second(wrongCodeOf(secret), knownDevice)).status).toBe(400)
    expect(await warnings()).toEqual([])
    for (let n = 0; n < 2; n++) expect((await second(wrongCodeOf(secret))).status).toBe(400)
    expect(await mails()).toEqual([])
    // once the mail of the day is written, a guesser queues no more work
    expect((await second(wrongCodeOf(secret))).status).toBe(400)
    expect((await sql`select id from jobs where kind = 'accounts.mailSignInChange'`.execute(shop.platform.db)).rows).toEqual([])
    const [warning, ...more] = await warnings()
    expect([warning?.to, more]).toEqual([ANN, []])
    for (const body of [warning?.text, warning?.html]) {
      expect(body).toContain('the password was right, but the code, recovery code or passkey after it was wrong.')
      expect(body).toMatch(/Safari on iPhone, \w+ \d+, \d{4} at /)
    }
  })

  it(`is mailed at most ${CHANGE_MAILS_A_DAY} times a day`, async () => {
    await sql`insert into mails (id, kind, to_address, subject, text, html, holds_secret, created_at_ms, state)
      select 'm' || n, 'accounts.passwordChanged', ${ANN}, 's', '', '', false, ${Date.now()}, 'sent' from generate_series(2, ${CHANGE_MAILS_A_DAY}::int) n`.execute(
      shop.platform.db,
    )
    const passwords = [PASSWORD, NEW_PASSWORD, 'a second new password']
    for (const [n, from] of passwords.slice(0, 2).entries()) expect((await change(from, passwords[n + 1] as string)).status).toBe(200)
    expect(await mails()).toHaveLength(CHANGE_MAILS_A_DAY)
  })
})
