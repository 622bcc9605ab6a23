import { markPayoutPaid } from '@shop/shared/payouts/commands/mark-payout-paid.ts'
import { undoPayoutPaid } from '@shop/shared/payouts/commands/undo-payout-paid.ts'
import { expect, it } from 'vitest'
import { later, pushAs } from '../app/testing/news.ts'
import { ADMIN_EMAIL, OPENED, testShop } from '../app/testing/shop.ts'
import { DiscordApi } from '../chat/testing/discord-api.ts'
import { sql } from '../platform/database/sql.ts'
import { queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const PAYOUTS = '100000000000000002'
const ANN = '200000000000000001'
const annsDirect = DiscordApi.directChannel(ANN)

forEachDatabase('the news of payouts', (open) => {
  it('of a payment waits while it can be undone, tells nobody of an undone one, and takes back what was told', async () => {
    const [platform, discord] = [await open(), await DiscordApi.start()]
    discord.channels.add(PAYOUTS)
    const shop = await testShop(platform, { ...OPENED, PUBLIC_URL: 'https://shop.example', ...discord.environment })
    const admin = { token: await shop.signIn(ADMIN_EMAIL) }
    const ann = await shop.signUp('ann@example.org')
    await shop.ask('PUT', '/auth/me', { discord: ANN }, ann)
    await sql`update settings set discord_payout_channels = ${PAYOUTS}`.execute(platform.db)
    await shop.ask('POST', '/sales/custom', { consignorID: ann.uid, itemName: 'Lamp', amount: 50 }, admin)
    const { payout } = (await shop.ask('POST', `/payouts/${ann.uid}/request`, { amount: 30, method: 'venmo', paymentUsername: 'ann' }, ann))
      .body
    await later(platform)
    const named = { payoutId: payout.id, uid: ann.uid }
    const pay = () => pushAs(shop, admin.token, queued(markPayoutPaid, named))
    const undo = () => pushAs(shop, admin.token, queued(undoPayoutPaid, named))
    const titles = (channelId: string) => discord.in(channelId).map((text) => /\*\*(.*)\*\*/.exec(text)?.[1])

    expect(await pay()).toEqual(['done'])
    await platform.jobs.drain()
    expect(titles(annsDirect)).toEqual(['Sold!'])
    expect(await undo()).toEqual(['done'])
    await later(platform)
    expect(titles(annsDirect)).toEqual(['Sold!'])

    // as from a tablet that was offline
    const all = [queued(markPayoutPaid, named), queued(undoPayoutPaid, named), queued(markPayoutPaid, named)]
    expect(await pushAs(shop, admin.token, ...all)).toEqual(['done', 'done', 'done'])
    await later(platform)
    expect(titles(annsDirect)).toEqual(['Sold!', 'Payout sent'])
    expect(await undo()).toEqual(['done'])
    await later(platform)
    expect(titles(annsDirect)).toEqual(['Sold!', 'Payout sent', 'Payout not sent after all'])
    expect(discord.in(PAYOUTS).at(-1)).toBe(
      '**Payout not sent after all**\n• $30.00 by Venmo still waits to be paid\n<https://shop.example/sales-history>',
    )
    expect(await undo()).toEqual(['rejected'])
    expect((await shop.ask('GET', `/sales/balance/${ann.uid}`, undefined, ann)).body.balance).toBe(20)
  })
})
