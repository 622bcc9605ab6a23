import { beforeAll, expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { NEW_DEVICE_MAILS_A_DAY } from './new-device.ts'

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile Safari/604.1'
const DAY_MS = 86_400_000

forEachDatabase('a sign-in from a device that is new to the account', (open) => {
  let shop: TestShop
  let ahead = 0
  beforeAll(async () => {
    shop = await testShop(await open({ nowMs: () => Date.now() + ahead }), { ...OPENED, PUBLIC_URL: 'https://shop.example' })
    await sql`update settings set shop_name = 'Second Chance', time_zone = 'Europe/Berlin'`.execute(shop.platform.db)
  })
  const signIn = async (email: string, agent: string, peer: string, password = PASSWORD) => {
    const { status } = await shop.ask('POST', '/identity/sign-in/email', { email, password }, { peer, headers: { 'user-agent': agent } })
    return status
  }
  const mailsTo = (email: string) =>
    shop.platform.db
      .selectFrom('mails')
      .select(['subject', 'text', 'html', 'holds_secret'])
      .where('to_address', '=', email)
      .where('kind', '=', 'accounts.newDevice')
      .orderBy('created_at_ms')
      .execute()

  it('is reported to the person by mail, in text and HTML, and only once for the same device', async () => {
    await shop.signUp('ann@example.org', { peer: '203.0.113.7', headers: { 'user-agent': WINDOWS } })
    expect(await signIn('ann@example.org', WINDOWS, '203.0.113.7')).toBe(200)
    expect(await mailsTo('ann@example.org')).toEqual([])
    expect(await signIn('ann@example.org', IPHONE, '198.51.100.9')).toBe(200)
    expect(await signIn('ann@example.org', IPHONE, '198.51.100.9')).toBe(200)
    expect(await mailsTo('ann@example.org')).toMatchObject([
      {
        subject: 'New sign-in to Second Chance',
        text: expect.stringMatching(/^Safari on iPhone, .+, from the address 198\.51\.100\.9\.$/m),
        html: expect.stringContaining('<a href="https://shop.example/profile"'),
        holds_secret: false,
      },
    ])
  })

  it('is reported neither after a wrong password nor at an account’s very first sign-in', async () => {
    await shop.signUp('ben@example.org', { peer: '203.0.113.7', headers: { 'user-agent': WINDOWS } })
    expect(await signIn('ben@example.org', IPHONE, '198.51.100.9', 'wrong password')).toBe(401)
    expect(await mailsTo('ben@example.org')).toEqual([])
    // the admin whom ADMIN_EMAIL names has not signed in yet
    expect(await signIn(ADMIN_EMAIL, IPHONE, '198.51.100.9')).toBe(200)
    expect(await mailsTo(ADMIN_EMAIL)).toEqual([])
  })

  it(`is reported at most ${NEW_DEVICE_MAILS_A_DAY} times a day`, async () => {
    await shop.signUp('cy@example.org', { peer: '203.0.113.7' })
    const from = async (network: number) => expect(await signIn('cy@example.org', WINDOWS, `198.51.100.${network}`)).toBe(200)
    for (let network = 1; network <= NEW_DEVICE_MAILS_A_DAY + 3; network++) await from(network)
    expect(await mailsTo('cy@example.org')).toHaveLength(NEW_DEVICE_MAILS_A_DAY)
    ahead = DAY_MS + 1_000
    await from(100)
    expect(await mailsTo('cy@example.org')).toHaveLength(NEW_DEVICE_MAILS_A_DAY + 1)
  })
})
