import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import type { ShopSettings } from '@shop/shared/settings/schema.ts'
import { beforeEach, expect, it } from 'vitest'
import { asAcknowledged } from '../app/testing/acknowledged.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

type Changes = Partial<ShopSettings>

/** Changes that give somebody at an unlocked tablet something that an unlocked till does not. */
const PROVED: readonly Changes[] = [
  { shopName: 'Pay at evil.example' },
  { shopAddress: 'Thief, 1 Hideout Rd' },
  { shopVenmo: 'thief' },
  { offlineDays: 365 },
  { discordSalesChannels: '123456789012345678' },
  { discordPayoutChannels: '123456789012345678' },
]

forEachDatabase('a change of the settings from an old sign-in', (open) => {
  let shop: TestShop
  let admin: { uid: string; token: string }

  beforeEach(async () => {
    shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    admin = { token, uid: (await shop.ask('GET', '/auth/me', undefined, { token })).body.uid }
    await sql`update identity_sessions set "createdAt" = "createdAt" - interval '16 minutes'`.execute(shop.platform.db)
  })

  const queued = (changes: Changes): QueuedCommand => ({
    id: freshId(),
    name: 'settings.change',
    version: 1,
    args: { changes },
    at: Date.now(),
  })
  const prove = () => shop.ask('POST', '/identity/proof', { password: PASSWORD }, admin)
  const push = async (command: QueuedCommand, by: { token: string } = admin) => {
    const { body } = await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [command] }, by)
    return body.results[0]
  }
  const stored = async () => {
    const { rows } = await sql<Record<string, unknown>>`select shop_name as "shopName", shop_address as "shopAddress",
      shop_venmo as "shopVenmo", offline_days as "offlineDays", discord_sales_channels as "discordSalesChannels",
      discord_payout_channels as "discordPayoutChannels", tax_rate_bps as "taxRateBps" from settings`.execute(shop.platform.db)
    return rows[0]
  }

  it.each(PROVED)('needs a proof for %j', async (changes) => {
    const before = await stored()
    expect(await push(queued({ ...changes, taxRateBps: 900 }))).toMatchObject({ status: 'rejected', code: 'PROOF_NEEDED' })
    expect(await stored()).toEqual(before)
    await prove()
    expect(await push(queued(changes))).toMatchObject({ status: 'done' })
    expect(await stored()).toEqual({ ...before, ...changes })
  })

  it('needs none for the rest, nor for a value that stays', async () => {
    const { shopName, offlineDays } = (await stored()) as Changes
    expect(await push(queued({ shopName, offlineDays, taxRateBps: 900, countAdminVisits: true }))).toMatchObject({ status: 'done' })
    expect(await stored()).toMatchObject({ taxRateBps: 900 })
  })

  it('needs a proof that is later than the change: what somebody queued before the sign-in or proof is not the person’s', async () => {
    const minutes = (count: number) => Date.now() + count * 60_000
    const before = await stored()
    await prove()
    // a session that begins now says as little about them
    const fresh = { token: await shop.signIn(ADMIN_EMAIL) }
    for (const by of [admin, fresh])
      for (const at of [0, minutes(-60 * 24), minutes(-10), minutes(10), minutes(60 * 24)])
        expect(await push({ ...queued({ shopAddress: 'Thief' }), at }, by)).toMatchObject({ status: 'rejected', code: 'PROOF_NEEDED' })
    expect(await stored()).toEqual(before)
    // the clock of a device may be a little off
    for (const at of [minutes(-1), minutes(1)])
      expect(await push({ ...queued({ shopAddress: `${at}` }), at }, fresh)).toMatchObject({ status: 'done' })
  })

  it('needs none when the shop acknowledged it before a restore', async () => {
    expect(await push(await asAcknowledged(shop, admin, queued({ shopVenmo: 'attic' })))).toMatchObject({ status: 'done' })
  })

  it('stores the name on one line, so that it adds no line to a mail', async () => {
    await prove()
    await push(queued({ shopName: ' Attic\r\n\nhttps://evil.example/\u2028now ' }))
    expect(await stored()).toMatchObject({ shopName: 'Attic https://evil.example/ now' })
  })
})
