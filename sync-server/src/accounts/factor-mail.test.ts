import { beforeEach, expect, it } from 'vitest'
import { resetSecondFactorByEmail } from '../app/cli/admin-commands.ts'
import { signUpProved } from '../app/testing/proved.ts'
import { OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { startMailServer } from '../mail/testing/mail-server.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { CHANGE_MAILS_A_DAY } from './sign-in-mail.ts'
import { setUpCodes } from './testing/authenticator.ts'
import { PasskeyDevice } from './testing/passkey-device.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile Safari/604.1'
const ANN = 'ann@example.org'
const ENVIRONMENT = { ...OPENED, PUBLIC_URL: 'https://shop.example' }

forEachDatabase('a change of the second step', (open) => {
  let shop: TestShop
  let ann: { uid: string; token: string }

  const openShop = async (environment: Record<string, string> = {}) => {
    shop = await testShop(await open(), { ...ENVIRONMENT, ...environment })
    await sql`update settings set shop_name = 'Second Chance', time_zone = 'Europe/Berlin'`.execute(shop.platform.db)
    ann = await signUpProved(shop, ANN)
  }
  beforeEach(() => openShop())

  const ask = (method: string, path: string, body?: unknown) =>
    shop.ask(method, `/identity${path}`, body, { token: ann.token, headers: { 'user-agent': IPHONE } })
  const addPasskey = async () => {
    const { body } = await ask('POST', '/passkeys/start')
    const device = new PasskeyDevice('shop.example', 'https://shop.example')
    const added = await ask('POST', '/passkeys', { ticket: body.ticket, name: 'Buy at evil.example', response: device.make(body.options) })
    return added.body.passkey.id as string
  }
  /** Runs the jobs, and answers the mails about the second step. */
  const mails = async () => {
    await shop.platform.jobs.drain()
    const about = shop.platform.db.selectFrom('mails').select(['to_address as to', 'subject', 'text', 'html', 'state', 'holds_secret'])
    return about.where('kind', '=', 'accounts.factorChanged').execute()
  }
  const mailAbout = async (change: string) => (await mails()).find(({ text }) => text.includes(`was changed: ${change}`))

  it('is mailed to the person: what changed, when, on what device, and what to do', async () => {
    await setUpCodes(shop, ann.token)
    expect((await ask('POST', '/second-factor/recovery-codes')).status).toBe(200)
    const id = await addPasskey()
    expect((await ask('DELETE', `/passkeys/${id}`)).status).toBe(200)
    expect((await ask('DELETE', '/second-factor/codes')).status).toBe(200)
    for (const change of [
      'codes of an authenticator app were added.',
      'new recovery codes were made, and the earlier ones no longer work.',
      'a passkey was removed.',
      'the codes of the authenticator app were removed.',
    ])
      expect({ change, mail: await mailAbout(change) }).toMatchObject({ change, mail: { to: ANN } })
    expect(await mails()).toHaveLength(5)
    const mail = await mailAbout('a passkey was added.')
    expect(mail).toMatchObject({
      to: ANN,
      subject: 'The second step of your sign-in to Second Chance was changed',
      state: 'kept',
      holds_secret: false,
    })
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toMatch(/Safari on iPhone, \w+ \d+, \d{4} at \d+:\d\d\s[AP]M\./)
      expect(body).toContain('If it was not you, change your password at once')
      expect(body).toContain('https://shop.example/profile')
    }
    // the name of a passkey is a text that a thief can choose
    expect(JSON.stringify(await mails())).not.toContain('evil.example')
  })

  it('is not mailed when nothing changed', async () => {
    expect((await ask('DELETE', '/second-factor/codes')).status).toBe(200)
    expect((await ask('POST', '/second-factor/recovery-codes')).status).toBe(409)
    expect((await ask('DELETE', '/passkeys/0190a0b0-0000-7000-8000-00000000ffff')).status).toBe(404)
    expect(await mails()).toEqual([])
    const { entries } = (await ask('GET', '/security-record')).body
    expect(entries.map(({ kind }: { kind: string }) => kind)).not.toContain('factorChanged')
  })

  it('by the operator, on the shop’s machine, is mailed too', async () => {
    await setUpCodes(shop, ann.token)
    await resetSecondFactorByEmail(shop.platform, ANN)
    const mail = await mailAbout('on the shop’s own machine, all codes, passkeys and recovery codes were removed.')
    expect(mail?.text).toContain('please set up a new second step under Profile')
    expect(mail?.text).toMatch(/^\w+ \d+, \d{4} at /m)
  })

  it('is not mailed to an unproved address, nor about somebody who was erased meanwhile', async () => {
    await setUpCodes(shop, ann.token)
    await sql`update identity_users set "emailVerified" = false where id = ${ann.uid}`.execute(shop.platform.db)
    expect(await mails()).toEqual([])
    // the address is proved now, but the mail about the earlier change is not sent later
    await sql`update identity_users set "emailVerified" = true where id = ${ann.uid}`.execute(shop.platform.db)
    await ask('POST', '/second-factor/recovery-codes')
    await sql`delete from identity_users where id = ${ann.uid}`.execute(shop.platform.db)
    expect(await mails()).toEqual([])
  })

  it(`is mailed at most ${CHANGE_MAILS_A_DAY} times a day`, async () => {
    await setUpCodes(shop, ann.token)
    for (let n = 0; n < CHANGE_MAILS_A_DAY + 2; n++) expect((await ask('POST', '/second-factor/recovery-codes')).status).toBe(200)
    expect(await mails()).toHaveLength(CHANGE_MAILS_A_DAY)
  })

  it('reaches the person by the shop’s mail server, as text and HTML', async () => {
    const server = await startMailServer()
    await openShop({ SMTP_URL: server.url, MAIL_FROM: 'Shop <shop@example.org>' })
    await setUpCodes(shop, ann.token)
    await shop.platform.jobs.drain()
    const letter = server.received.find(({ mail }) => mail.subject?.includes('second step'))
    expect(letter?.to).toEqual([ANN])
    expect(letter?.mail.text).toContain('codes of an authenticator app were added')
    expect(letter?.mail.html).toContain('href="https://shop.example/profile"')
  })
})
