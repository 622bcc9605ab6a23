import { NOTICE_MAX_ATTEMPTS, NOTICE_QUEUE_MAX, NOTICE_STALE_HOURS } from '@shop/shared/notifications/schema.ts'
import { expect, it } from 'vitest'
import { asAcknowledged } from '../app/testing/acknowledged.ts'
import { later, pushAs, tillSale, undoing } from '../app/testing/news.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { DiscordApi } from '../chat/testing/discord-api.ts'
import { startMailServer } from '../mail/testing/mail-server.ts'
import { sql } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase, freshDatabase, onPostgres } from '../platform/testing/databases.ts'
import { PushService } from './testing/push-service.ts'

const SALES = '100000000000000001'
const PAYOUTS = '100000000000000002'
const ANN = '200000000000000001'
const annsDirect = DiscordApi.directChannel(ANN)

type Person = { uid: string; token: string }
type Stage = {
  shop: TestShop
  platform: Platform
  discord: DiscordApi
  push: PushService
  admin: { token: string }
  ann: Person
  /** Opens the same shop again, as a restart does. */
  restart: (environment?: Record<string, string>) => Promise<TestShop>
}

/** Opens a shop that can reach Discord and a push service, with a consignor who linked Discord. */
async function onStage(platform: Platform, environment: Record<string, string> = {}): Promise<Stage> {
  const [discord, push] = [await DiscordApi.start(), await PushService.start()]
  discord.channels.add(SALES).add(PAYOUTS)
  const restart = (more: Record<string, string> = {}) =>
    testShop(
      platform,
      { ...OPENED, PUBLIC_URL: 'https://shop.example', ...discord.environment, ...environment, ...more },
      { trustedPushOrigins: [push.origin] },
    )
  const shop = await restart()
  const admin = { token: await shop.signIn(ADMIN_EMAIL) }
  const ann = await shop.signUp('ann@example.org')
  await shop.ask('PUT', '/auth/me', { discord: ANN }, ann)
  await sql`update settings set discord_sales_channels = ${SALES}, discord_payout_channels = ${PAYOUTS}, time_zone = 'America/Chicago'`.execute(
    platform.db,
  )
  return { shop, platform, discord, push, admin, ann, restart }
}

async function addDevice({ shop, push }: Stage, person: { token: string }) {
  const { publicKey } = (await shop.ask('GET', '/notifications/push', undefined, person)).body
  const subscription = push.subscribe(publicKey)
  const { status, body } = await shop.ask('POST', '/notifications/push', { ...subscription, publicKey }, person)
  expect([status, body.success]).toEqual([200, true])
  return subscription
}

const statesOf = async ({ db }: Platform) =>
  (
    await sql<{
      state: string
      channel: string
      attempts: number
      lastError: string
    }>`select state, channel, attempts, last_error as "lastError"
      from notices where target is not null order by id`.execute(db)
  ).rows
const waitingJobs = async ({ db }: Platform) =>
  (
    await sql`select 1 from jobs where schedule_key is null and (kind like 'discord.%' or kind like 'push.%' or kind like 'news-mail.%' or kind like 'notifications.%')`.execute(
      db,
    )
  ).rows.length

forEachDatabase('the shop’s news', (open, kind) => {
  it('of a sale goes to the sales channels, and to the consignor by every way that they chose', async () => {
    const mails = await startMailServer()
    const stage = await onStage(await open(), { SMTP_URL: mails.url })
    const { shop, platform, discord, push, admin, ann } = stage
    const phone = await addDevice(stage, ann)
    await shop.ask('PUT', '/auth/me', { emailNotificationsEnabled: true }, ann)
    const bob = await shop.signUp('bob@example.org')
    const bobs = await addDevice(stage, bob)

    expect(
      await pushAs(
        shop,
        admin.token,
        tillSale([
          { itemName: 'Blue *cup*', consignorId: ann.uid, quantity: 2 },
          { itemName: 'Bag', unitPriceCents: 10 },
        ]),
      ),
    ).toEqual(['done'])
    expect(discord.asked).toEqual([])
    await platform.jobs.drain()
    expect(discord.in(SALES)).toEqual([
      '**Sold! 2 items**\n• 2 × Blue \\*cup\\* for $40.00\n• Bag for $0.10\n<https://shop.example/sales-history>',
    ])
    expect(discord.in(annsDirect)).toEqual([
      '**Sold!**\n• 2 × Blue \\*cup\\* for $40.00, your share is $20.00\n<https://shop.example/sales-history>',
    ])
    expect(push.to(phone.endpoint)).toEqual([
      {
        uid: ann.uid,
        title: 'Sold!',
        body: '2 × Blue *cup* for $40.00, your share is $20.00',
        path: '/sales-history',
        tag: expect.stringMatching(/^\w{32}$/),
      },
    ])
    expect(push.to(bobs.endpoint)).toEqual([])
    expect(push.refusals).toEqual([])
    expect(push.subjects).toEqual(['https://shop.example'])
    const news = mails.received.filter(({ mail }) => !mail.subject?.startsWith('Confirm your e-mail'))
    expect(news.map(({ to, mail }) => [to, mail.subject])).toEqual([[['ann@example.org'], 'Sold!']])
    expect(news[0]?.mail.text).toContain('2 × Blue *cup* for $40.00, your share is $20.00')
    expect(news[0]?.mail.html).toContain('href="https://shop.example/sales-history"')
    expect(discord.in(PAYOUTS)).toEqual([])
    expect(await waitingJobs(platform)).toBe(0)
  })

  it('of payouts goes to the payout channels, the admins and the consignor, with a separate text for each', async () => {
    const stage = await onStage(await open())
    const { shop, platform, discord, push, admin, ann } = stage
    const [office, phone] = [await addDevice(stage, admin), await addDevice(stage, ann)]
    await shop.ask('POST', '/sales/custom', { consignorID: ann.uid, itemName: 'Lamp', amount: 50 }, admin)
    await platform.jobs.drain()
    expect(discord.in(SALES)).toEqual(['**Sold!**\n• Lamp for $50.00\n<https://shop.example/sales-history>'])
    expect(push.to(phone.endpoint).map(({ body }) => body)).toEqual(['Lamp for $50.00, your share is $50.00'])

    const { payout } = (await shop.ask('POST', `/payouts/${ann.uid}/request`, { amount: 30, method: 'venmo', paymentUsername: 'ann' }, ann))
      .body
    await platform.jobs.drain()
    expect(discord.in(PAYOUTS)).toEqual(['**Payout requested**\n• $30.00 by Venmo\n<https://shop.example/payout-requests>'])
    expect(push.to(office.endpoint)).toMatchObject([{ title: 'Payout requested', body: '$30.00 by Venmo', path: '/payout-requests' }])

    for (let n = 0; n < 2; n++) await shop.ask('PATCH', `/payouts/${ann.uid}/${payout.id}/paid`, undefined, admin)
    await later(platform)
    expect(push.to(phone.endpoint).at(-1)).toMatchObject({ title: 'Payout sent', body: '$30.00 by Venmo to @ann' })
    expect(discord.in(annsDirect).at(-1)).toBe('**Payout sent**\n• $30.00 by Venmo to \\@ann\n<https://shop.example/sales-history>')
    expect(discord.in(PAYOUTS).at(-1)).toBe('**Payout sent**\n• $30.00 by Venmo\n<https://shop.example/sales-history>')
    expect([discord.in(PAYOUTS).length, push.to(office.endpoint).length, push.to(phone.endpoint).length]).toEqual([2, 1, 2])
  })

  it('does not reach people who did not ask for it', async () => {
    const stage = await onStage(await open())
    const { shop, platform, discord, push, admin, ann } = stage
    await shop.ask('PUT', '/auth/me', { discordNotificationsEnabled: false }, ann)
    const bob = await shop.signUp('bob@example.org')
    await shop.ask('PUT', '/auth/me', { discord: 'bob#1234' }, bob)
    await sql`update settings set discord_sales_channels = ''`.execute(platform.db)
    await pushAs(
      shop,
      admin.token,
      tillSale([
        { itemName: 'Cup', consignorId: ann.uid },
        { itemName: 'Jug', consignorId: bob.uid },
      ]),
    )
    await platform.jobs.drain()
    expect([discord.posted, discord.asked, push.delivered, await statesOf(platform)]).toEqual([[], [], [], []])
    expect(
      (await shop.ask('GET', '/admin/mails', undefined, admin)).body.mails.filter(
        ({ kind }: { kind: string }) => kind === 'notifications.news',
      ),
    ).toEqual([])
    expect(await waitingJobs(platform)).toBe(0)
  })

  it('does not reach somebody who turns notifications off while it waits', async () => {
    const { shop, platform, discord, admin, ann } = await onStage(await open())
    discord.faults.push({ kind: 'status', status: 503 }, { kind: 'status', status: 503 })
    await pushAs(shop, admin.token, tillSale([{ itemName: 'Cup', consignorId: ann.uid }]))
    await platform.jobs.drain()
    await shop.ask('PUT', '/auth/me', { discordNotificationsEnabled: false }, ann)
    await sql`update settings set discord_sales_channels = ''`.execute(platform.db)
    await later(platform)
    expect([discord.posted, (await statesOf(platform)).map(({ state }) => state)]).toEqual([[], ['dropped', 'dropped']])
    expect(await waitingJobs(platform)).toBe(0)
  })

  it('is sent once for a repeated sale, and never for sales that a restored shop gets back', async () => {
    const { shop, platform, discord, admin, ann } = await onStage(await open())
    const sale = tillSale([{ itemName: 'Cup', consignorId: ann.uid }])
    await pushAs(shop, admin.token, sale)
    await pushAs(shop, admin.token, sale)
    // the third push stands for another tab that completed the same cart
    await pushAs(shop, admin.token, { ...sale, id: freshId() })
    await platform.jobs.drain()
    expect([discord.in(SALES).length, discord.in(annsDirect).length]).toEqual([1, 1])
    const lost = tillSale([{ itemName: 'Jug', consignorId: ann.uid }])
    expect(await pushAs(shop, admin.token, await asAcknowledged(shop, admin, lost))).toEqual(['done'])
    expect(await pushAs(shop, admin.token, lost)).toEqual(['done'])
    await later(platform)
    expect(discord.posted).toHaveLength(2)
    expect((await shop.ask('GET', `/sales/balance/${ann.uid}`, undefined, ann)).body.balance).toBe(20)
  })

  it('of a tablet that was offline arrives in few messages, with the days of the sales', async () => {
    const { shop, platform, discord, admin, ann } = await onStage(await open())
    const atMs = Date.parse('2026-03-03T18:00:00Z')
    const sales = Array.from({ length: 60 }, (_, n) => tillSale([{ itemName: `Cup ${n}`, consignorId: ann.uid }], { atMs: atMs + n }))
    await pushAs(shop, admin.token, ...sales)
    const telling = platform.jobs.drain()
    // the sender looks for messages while the recipients of most news are not found yet, as it does every few seconds
    await expect.poll(async () => (await statesOf(platform)).length).toBeGreaterThan(0)
    await Promise.all([telling, platform.jobs.drain()])
    const told = discord.in(annsDirect)
    expect(told.length).toBeLessThanOrEqual(3)
    const count = (text: string) => Number(/Sold! (\d+) items/.exec(text)?.[1] ?? 1)
    expect(told.reduce((sum, text) => sum + count(text), 0)).toBe(60)
    // the message with the rest may arrive first
    const first = told.find((text) => text.includes('• Cup 0 for'))
    expect(first).toContain('• Cup 0 for $20.00, your share is $10.00 \\(Mar 3\\)')
    expect(first).toMatch(/… and \d+ more/)
    expect(await waitingJobs(platform)).toBe(0)
  })

  it('of a sale is not sent if the sale is voided before, and is taken back if it is voided afterwards', async () => {
    const stage = await onStage(await open())
    const { shop, platform, discord, push, admin, ann } = stage
    const slip = tillSale([{ itemName: 'Slip', consignorId: ann.uid }])
    await pushAs(shop, admin.token, slip, undoing(slip))
    await platform.jobs.drain()
    expect(discord.posted).toEqual([])

    const sale = tillSale([{ itemName: 'Cup', consignorId: ann.uid }])
    await pushAs(shop, admin.token, sale)
    await platform.jobs.drain()
    // a device that was added later got no news of the sale, so it gets none of the void
    const phone = await addDevice(stage, ann)
    await pushAs(shop, admin.token, undoing(sale))
    await platform.jobs.drain()
    expect(discord.in(annsDirect).at(-1)).toBe('**Sale undone**\n• Cup\n<https://shop.example/sales-history>')
    expect([discord.in(SALES).length, discord.in(annsDirect).length, push.to(phone.endpoint).length]).toEqual([2, 2, 0])
    expect((await statesOf(platform)).every(({ state }) => state === 'sent' || state === 'dropped')).toBe(true)
  })

  it('arrives once despite a restart in the middle of an attempt', async () => {
    const stage = await onStage(await open(kind === 'postgres' ? { database: await freshDatabase(kind) } : {}))
    const { shop, platform, discord, admin, ann } = stage
    await shop.ask('PUT', '/auth/me', { discord: null }, ann)
    // Discord posts the message, but its answer is lost
    discord.faults.push({ kind: 'lost' })
    await pushAs(shop, admin.token, tillSale([{ itemName: 'Cup' }]))
    await platform.jobs.drain()
    expect(await statesOf(platform)).toMatchObject([{ state: 'waiting', attempts: 1 }])
    await stage.restart()
    await later(platform)
    expect(discord.in(SALES)).toHaveLength(1)
    expect(await statesOf(platform)).toMatchObject([{ state: 'sent', attempts: 2 }])

    // the server stops during an attempt, so the lease ends, and another server takes the job
    await pushAs(shop, admin.token, tillSale([{ itemName: 'Jug' }]))
    discord.faults.push({ kind: 'hangs' })
    const dying = platform.jobs.drain()
    await expect.poll(() => discord.faults.length).toBe(0)
    await sql`update jobs set leased_until = now() - interval '1 second' where kind = 'discord.send'`.execute(platform.db)
    await stage.restart()
    await later(platform)
    expect(discord.in(SALES)).toHaveLength(2)
    await dying
    await later(platform)
    expect(discord.in(SALES)).toHaveLength(2)
    expect(await waitingJobs(platform)).toBe(0)
  })

  it('waits as long as Discord asks, without delaying push notifications', async () => {
    const stage = await onStage(await open())
    const { shop, platform, discord, push, admin, ann } = stage
    const phone = await addDevice(stage, ann)
    await shop.ask('PUT', '/auth/me', { discord: null }, ann)
    await pushAs(shop, admin.token, tillSale([{ itemName: 'Warm-up' }]))
    await platform.jobs.drain()
    discord.faults.push({ kind: 'limited', seconds: 900 })
    await pushAs(shop, admin.token, tillSale([{ itemName: 'Cup', consignorId: ann.uid }]))
    await platform.jobs.drain()
    expect(push.to(phone.endpoint)).toHaveLength(1)
    expect(discord.in(SALES)).toHaveLength(1)
    const { rows } = await sql<{
      isLong: boolean
    }>`select run_at > now() + interval '800 seconds' as "isLong" from jobs where kind = 'discord.send'`.execute(platform.db)
    expect(rows).toEqual([{ isLong: true }])
    await stage.restart()
    await later(platform)
    expect(discord.in(SALES)).toHaveLength(2)
  })

  it('is given up after the maximum number of attempts or a final refusal, and admins see the reason', async () => {
    const stage = await onStage(await open())
    const { shop, platform, discord, admin } = stage
    discord.channels.delete(SALES)
    await pushAs(shop, admin.token, tillSale([{ itemName: 'Cup' }]))
    await platform.jobs.drain()
    expect(await statesOf(platform)).toMatchObject([{ state: 'failed', attempts: 1, lastError: 'Discord knows no channel with this ID.' }])
    discord.channels.add(SALES)
    discord.isTokenRevoked = true
    await pushAs(shop, admin.token, tillSale([{ itemName: 'Jug' }]))
    for (let n = 0; n < NOTICE_MAX_ATTEMPTS + 2; n++) await later(platform)
    expect(await waitingJobs(platform)).toBe(0)
    const { body } = await shop.ask('GET', '/admin/notifications', undefined, admin)
    expect(body).toMatchObject({ waiting: 0, hasBot: true })
    expect(body.notices).toMatchObject([
      { channel: 'discord', target: `channel:${SALES}`, title: 'Sold!', state: 'failed', attempts: NOTICE_MAX_ATTEMPTS },
      { channel: 'discord', title: 'Sold!', state: 'failed', attempts: 1 },
    ])
    expect(body.notices[0].lastError).toBe('Discord refused the bot’s token (DISCORD_BOT_TOKEN).')
    expect(discord.posted).toEqual([])
  })

  it('is dropped instead of sent when it has waited too long', async () => {
    const { shop, platform, discord, admin } = await onStage(await open())
    discord.faults.push({ kind: 'status', status: 503 })
    await pushAs(shop, admin.token, tillSale([{ itemName: 'Cup' }]))
    await platform.jobs.drain()
    await sql`update notices set created_at_ms = created_at_ms - ${(NOTICE_STALE_HOURS + 1) * 3_600_000}`.execute(platform.db)
    await later(platform)
    expect([discord.posted, await statesOf(platform)]).toEqual([[], [expect.objectContaining({ state: 'dropped' })]])
    expect(await waitingJobs(platform)).toBe(0)
  })

  it('blocks neither a sale while the queue of notices is full, nor a sale of 1,000 lines', async () => {
    const { shop, platform, discord, admin, ann } = await onStage(await open())
    await sql`insert into notices (id, channel, target, reader, topic, subject, lines, line_count, created_at_ms, state)
      select 'x' || n, 'discord', 'channel:1', 'channels:sales', 'sold', 's', '[]', 1, ${Date.now()}, 'waiting' from generate_series(1, ${NOTICE_QUEUE_MAX}) n`.execute(
      platform.db,
    )
    expect(await pushAs(shop, admin.token, tillSale([{ itemName: 'Cup', consignorId: ann.uid }]))).toEqual(['done'])
    await sql`update jobs set run_at = now() + interval '1 day' where kind = 'discord.send'`.execute(platform.db)
    await platform.jobs.drain()
    expect(discord.asked).toEqual([])
    expect(await statesOf(platform)).toHaveLength(NOTICE_QUEUE_MAX)
    await sql`delete from notices`.execute(platform.db)
    const many = Array.from({ length: 1_000 }, (_, n) => ({ itemName: `\u0000\n**${n}** ${'😀'.repeat(240)}`, consignorId: ann.uid }))
    expect(await pushAs(shop, admin.token, tillSale(many))).toEqual(['done'])
    await later(platform)
    expect(discord.in(SALES)[0]).toMatch(/^\*\*Sold! 1000 items\*\*\n• \\\*\\\*0\\\*\\\* 😀/)
    expect([...(discord.in(annsDirect)[0] as string)].length).toBeLessThanOrEqual(2_000)
  })

  it('is not queued for Discord without a bot token', async () => {
    const { platform, restart, discord, admin, ann } = await onStage(await open())
    const without = await restart({ DISCORD_BOT_TOKEN: '' })
    await pushAs(without, admin.token, tillSale([{ itemName: 'Cup', consignorId: ann.uid }]))
    await platform.jobs.drain()
    expect([discord.asked, await statesOf(platform)]).toEqual([[], []])
    expect((await without.ask('POST', '/auth/discord/test-notifications', {}, admin)).body).toMatchObject({ code: 'BOT_MISSING' })
  })

  it('can be tested for each channel', async () => {
    const { shop, platform, discord, admin } = await onStage(await open())
    const test = async () => (await shop.ask('POST', '/auth/discord/test-notifications', undefined, admin)).body
    expect(await test()).toEqual({
      success: true,
      results: { sales: [{ channelId: SALES, success: true }], payouts: [{ channelId: PAYOUTS, success: true }] },
    })
    expect(discord.in(SALES)).toEqual(['**Test message**\n• This channel receives messages about sales.'])
    expect(discord.in(PAYOUTS)).toEqual(['**Test message**\n• This channel receives messages about payouts.'])
    discord.hidden.add(PAYOUTS)
    await sql`update settings set discord_sales_channels = ${`${SALES} 100000000000000007`}`.execute(platform.db)
    expect(await test()).toEqual({
      success: false,
      results: {
        sales: [
          { channelId: SALES, success: true },
          { channelId: '100000000000000007', success: false, error: 'Discord knows no channel with this ID.' },
        ],
        payouts: [
          {
            channelId: PAYOUTS,
            success: false,
            error: 'The bot has no access to this channel. Invite it to the server, or let it view the channel.',
          },
        ],
      },
    })
    await sql`update settings set discord_sales_channels = '', discord_payout_channels = ''`.execute(platform.db)
    expect(await test()).toEqual({ success: false, results: { sales: [], payouts: [] } })
    for (let n = 0; n < 10; n++) await test()
    expect(await test()).toMatchObject({ code: 'TOO_MANY_TESTS' })
  })
})

onPostgres('the news of two servers', (open) => {
  it('is sent once', async () => {
    const database = await freshDatabase('postgres')
    const stage = await onStage(await open({ database }))
    const other = await testShop(await open({ database }), { ...OPENED, ...stage.discord.environment })
    const names = Array.from({ length: 20 }, (_, n) => `Cup ${n};`)
    for (const [n, itemName] of names.entries())
      await pushAs([stage.shop, other][n % 2] as TestShop, stage.admin.token, tillSale([{ itemName, consignorId: stage.ann.uid }]))
    await Promise.all([stage.platform.jobs.drain(), other.platform.jobs.drain()])
    await later(stage.platform)
    expect((await statesOf(stage.platform)).filter(({ state }) => state === 'sent')).toHaveLength(40)
    const count = (text: string) => Number(/Sold! (\d+) items/.exec(text)?.[1] ?? 1)
    expect(stage.discord.in(annsDirect).reduce((sum, text) => sum + count(text), 0)).toBe(20)
  })
})
