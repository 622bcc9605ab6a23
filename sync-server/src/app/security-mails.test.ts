import { beforeEach, expect, it } from 'vitest'
import { setUpCodes, wrongCodeOf } from '../accounts/testing/authenticator.ts'
import { type MailServer, startMailServer } from '../mail/testing/mail-server.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { Browser } from './testing/browser.ts'
import { DiscordServer } from './testing/discord-server.ts'
import { signUpProved } from './testing/proved.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from './testing/shop.ts'

const ANN = 'ann@example.org'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile Safari/604.1'
const HOSTILE_AGENT = '<script>alert(1)</script> Open: https://evil.example/agent'
const HOSTILE_SHOP = '<b onclick="alert(1)">Second & Chance</b>'
/** A name as an old version stored it: its last line alone would become a button. */
const STORED_SHOP = `${HOSTILE_SHOP.replace('& ', '&\r\n\n')}\n\nhttps://other.example/`
const HOSTILE_EMAIL = 'x@evil.example'
const HOSTILE_HANDLE = '<img/src=x/onerror=alert(1)>https://evil.example/?a=1&b=2'
/** November 14, 2023, 11:13 PM in Berlin. */
const AT_MS = 1_700_000_000_000
const WHEN = 'November 14, 2023 at 11:13 PM'

/** The words that a person reads in HTML. */
const wordsOf = (html: string) =>
  html
    .replace(/^[\s\S]*<body/, '<body')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

forEachDatabase('a mail that warns a person', (open) => {
  let shop: TestShop
  let server: MailServer
  let discord: DiscordServer
  let ann: { uid: string; token: string }
  beforeEach(async () => {
    server = await startMailServer()
    discord = await DiscordServer.start()
    const mailing = { PUBLIC_URL: 'https://shop.example', SMTP_URL: server.url, MAIL_FROM: 'Shop <shop@example.org>' }
    const environment = { ...OPENED, ...discord.environment, ...mailing }
    shop = await testShop(await open({ nowMs: () => AT_MS }), environment)
    await sql`update settings set shop_name = ${STORED_SHOP}, time_zone = 'Europe/Berlin'`.execute(shop.platform.db)
    ann = await signUpProved(shop, ANN)
  })

  const post = (path: string, body: object, agent: string, token?: string) =>
    shop.ask('POST', path, body, { token, peer: '198.51.100.9', headers: { 'user-agent': agent } })

  /** Expects one letter about `subject`, whose text and HTML both say all `facts`, and whose links are exactly `links`. */
  const expectLetter = async (subject: RegExp, facts: readonly string[], links: readonly string[]) => {
    await shop.platform.jobs.drain()
    const letters = server.received.filter(({ to, mail }) => to.includes(ANN) && subject.test(mail.subject ?? ''))
    expect(letters).toHaveLength(1)
    const { text = '', html = '' } = letters[0]?.mail ?? {}
    expect(letters[0]?.raw).toContain('multipart/alternative')
    // Intl puts a narrow space before AM and PM
    const plain = (words: string) => words.replace(/\s+/g, ' ')
    for (const fact of facts) {
      expect(plain(text)).toContain(fact)
      expect(plain(wordsOf(html))).toContain(fact)
    }
    expect([...html.matchAll(/(?:href|src|action)\s*=\s*"([^"]*)"/g)].map(([, to]) => to)).toEqual(links)
    const tags = new Set([...html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag))
    for (const tag of ['b', 'img', 'script', 'form', 'input', 'button']) expect([tag, tags.has(tag)]).toEqual([tag, false])
    expect(html).toContain('&lt;b onclick=&quot;alert(1)&quot;&gt;Second &amp; Chance&lt;/b&gt;')
    return { text, html }
  }
  const PROFILE = ['https://shop.example/profile']

  it('about a new device says when, on what device and from where', async () => {
    expect((await post('/identity/sign-in/email', { email: ANN, password: PASSWORD }, IPHONE)).status).toBe(200)
    const facts = [`Safari on iPhone, ${WHEN}, from the address 198.51.100.9.`, HOSTILE_SHOP, 'ask for a reset link']
    await expectLetter(/^New sign-in/, facts, PROFILE)
  })

  it('about a new device repeats nothing that the device says of itself', async () => {
    expect((await post('/identity/sign-in/email', { email: ANN, password: PASSWORD }, HOSTILE_AGENT)).status).toBe(200)
    const { text, html } = await expectLetter(/^New sign-in/, [`${WHEN}, from the address 198.51.100.9.`], PROFILE)
    expect(`${text}${html}`).not.toContain('evil.example')
  })

  it('about a changed password says when and on what device', async () => {
    const change = { currentPassword: PASSWORD, newPassword: 'an entirely new password' }
    expect((await post('/identity/change-password', change, IPHONE, ann.token)).status).toBe(200)
    const facts = [`Safari on iPhone, ${WHEN}.`, 'somebody who entered the earlier password set a new one.', HOSTILE_SHOP]
    const { text, html } = await expectLetter(/^Your password/, facts, PROFILE)
    expect(`${text}${html}`).not.toContain('an entirely new password')
  })

  it('about a payout to a new handle says when, how much and to whom, and has no link, whatever the handle is', async () => {
    const admin = await shop.signIn(ADMIN_EMAIL)
    expect((await shop.ask('PUT', `/sales/balance/${ann.uid}`, { balance: 100 }, { token: admin })).status).toBe(200)
    const asked = { amount: 5, method: 'cashapp', paymentUsername: HOSTILE_HANDLE }
    expect((await post(`/payouts/${ann.uid}/request`, asked, IPHONE, ann.token)).status).toBe(200)
    const facts = [`on ${WHEN}`, `$5.00 by CashApp to $${HOSTILE_HANDLE}.`, HOSTILE_SHOP, 'tell the shop at once']
    await expectLetter(/^Payout to/, facts, [])
  })

  const RESET = /^Reset your password/
  /** Asks for a reset link. Answers the letter and its link. */
  const resetLetter = async () => {
    expect((await post('/identity/request-password-reset', { email: ANN }, IPHONE)).status).toBe(200)
    await shop.platform.jobs.drain()
    const letter = server.received.find(({ to, mail }) => to.includes(ANN) && RESET.test(mail.subject ?? ''))
    const link = /https:\/\/shop\.example\S+/.exec(letter?.mail.text ?? '')?.[0] ?? ''
    return { link, ...(await expectLetter(RESET, [`a new password for ${ANN} at ${HOSTILE_SHOP}`, 'The link works once.'], [link])) }
  }
  const resetBy = (link: string) => {
    const token = new URL(link).searchParams.get('token')
    return post('/identity/reset-password', { token, newPassword: 'an entirely new password' }, IPHONE)
  }
  const linkDiscord = async () => {
    discord.person = discord.account(HOSTILE_EMAIL, { username: HOSTILE_HANDLE, global_name: HOSTILE_SHOP })
    const browser = new Browser(shop)
    const begun = await browser.start('/auth/discord/link', { method: 'POST', token: ann.token })
    expect((await browser.open(await discord.consent(begun.body.url))).path).toBe('/discord-success')
  }

  it('about a password that was asked for has the one link that sets it; the next mail says that it was set', async () => {
    const { link } = await resetLetter()
    expect(link).toMatch(/^https:\/\/shop\.example\/reset-password\?token=[\w-]{43}$/)
    expect((await resetBy(link)).status).toBe(200)
    const facts = ['a new password was set by a mailed link.', `Safari on iPhone, ${WHEN}.`, HOSTILE_SHOP, 'ask for a reset link']
    const { text, html } = await expectLetter(/^Your password/, facts, PROFILE)
    expect(`${text}${html}`).not.toContain(new URL(link).searchParams.get('token'))
  })

  it('about a linked provider says which and when, and nothing that the account there says of itself', async () => {
    await linkDiscord()
    const facts = ['an account at Discord was linked.', WHEN, HOSTILE_SHOP, 'ask for a reset link on the sign-in page at once']
    const { text, html } = await expectLetter(/^The ways to sign in/, facts, PROFILE)
    expect(`${text}${html}`).not.toContain('evil.example')
  })

  it('about an unlinked provider says which, when and on what device', async () => {
    await linkDiscord()
    await sql`update identity_users set "emailVerified" = false where id = ${ann.uid}`.execute(shop.platform.db)
    expect((await resetBy((await resetLetter()).link)).status).toBe(200)
    const facts = [
      'an account at Discord was unlinked.',
      `Safari on iPhone, ${WHEN}.`,
      HOSTILE_SHOP,
      'ask for a reset link on the sign-in page at once',
    ]
    await expectLetter(/^The ways to sign in/, facts, PROFILE)
  })

  it('about a failed second step says which step was right, when and on what device', async () => {
    const { secret } = await setUpCodes(shop, ann.token, AT_MS)
    const second = async (code: string) => {
      const { body } = await post('/identity/sign-in/email', { email: ANN, password: PASSWORD }, IPHONE)
      return (await post('/identity/sign-in/second-step', { ticket: body.details.ticket, code }, IPHONE)).status
    }
    expect(await second(wrongCodeOf(secret))).toBe(400)
    const facts = ['the password was right, but the code', `Safari on iPhone, ${WHEN}.`, HOSTILE_SHOP, 'change that password at once']
    const { text, html } = await expectLetter(/^Somebody failed at the second step/, facts, PROFILE)
    expect(`${text}${html}`).not.toContain(PASSWORD)
  })
})
