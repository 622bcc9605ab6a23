import { expect, it } from 'vitest'
import { Browser } from '../app/testing/browser.ts'
import { DiscordServer } from '../app/testing/discord-server.ts'
import { signUpProved } from '../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { ADDRESS } from '../app/testing/trades.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const CHAT = '112233445566778899'

/** Enters a chat account, an address and a payment handle, and asks for a payout. */
async function type(shop: TestShop, { uid, token }: { uid: string; token: string }): Promise<void> {
  const admin = await shop.signIn(ADMIN_EMAIL)
  const answers = [
    await shop.ask('PUT', '/auth/me', { discord: CHAT }, { token }),
    await shop.ask('POST', '/auth/addresses', ADDRESS, { token }),
    await shop.ask('PUT', `/sales/balance/${uid}`, { balance: 50, reason: 'Counted' }, { token: admin }),
    await shop.ask('POST', `/payouts/${uid}/request`, { amount: 20, method: 'cashapp', paymentUsername: 'stranger' }, { token }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
}

async function typed(shop: TestShop, uid: string) {
  const { rows } = await sql`select discord_id as chat, (select count(*)::int from addresses where addresses.uid = users.id) as addresses,
    (select count(*)::int from payment_infos where payment_infos.id = users.id) as handles,
    (select array_agg(handle || ' ' || status) from payouts where payouts.uid = users.id) as payouts from users where id = ${uid}`.execute(
    shop.platform.db,
  )
  return rows[0]
}

const KEPT = { chat: CHAT, addresses: 1, handles: 1, payouts: ['$stranger pending'] }

async function resetPassword(shop: TestShop, email: string): Promise<void> {
  await shop.ask('POST', '/identity/request-password-reset', { email })
  const { rows } = await sql<{
    text: string
  }>`select text from mails where kind = 'accounts.passwordReset' and to_address = ${email}`.execute(shop.platform.db)
  const token = /token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
  expect((await shop.ask('POST', '/identity/reset-password', { token, newPassword: 'an entirely new password' })).status).toBe(200)
}

forEachDatabase('an account', (open) => {
  it('loses a stranger’s chat account, address and payment handle when the owner of the e-mail resets the password', async () => {
    const shop = await testShop(await open(), OPENED)
    const stranger = await shop.signUp('vera@example.org')
    await type(shop, stranger)
    expect(await typed(shop, stranger.uid)).toEqual(KEPT)
    await resetPassword(shop, 'vera@example.org')
    expect(await typed(shop, stranger.uid)).toEqual({ chat: '', addresses: 0, handles: 0, payouts: [' pending'] })
  })

  it('loses a stranger’s chat account, address and payment handle when the owner of the e-mail signs in by a provider', async () => {
    const discord = await DiscordServer.open()
    try {
      const shop = await testShop(await open(), { ...OPENED, ...discord.environment }, { providerTimeoutMs: 3_000 })
      const stranger = await shop.signUp('vera@example.org')
      await type(shop, stranger)
      discord.person = discord.account('vera@example.org')
      const browser = new Browser(shop)
      const { body } = await browser.start('/auth/discord/state?pkce=true')
      expect((await browser.open(await discord.consent(body.url))).query.isNew).toBe('false')
      const owners = { chat: discord.person.id, addresses: 0, handles: 0, payouts: [' pending'] }
      expect(await typed(shop, stranger.uid)).toEqual(owners)
    } finally {
      await discord.close()
    }
  })

  it('keeps its chat account, address and payment handle at a reset when its e-mail was proved before', async () => {
    const shop = await testShop(await open(), OPENED)
    const vera = await signUpProved(shop, 'vera@example.org')
    await type(shop, vera)
    await resetPassword(shop, 'vera@example.org')
    expect(await typed(shop, vera.uid)).toEqual(KEPT)
  })
})
