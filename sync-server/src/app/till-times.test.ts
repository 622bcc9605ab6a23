import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult, QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { commands } from '@shop/shared/registry.ts'
import { beforeAll, expect, it } from 'vitest'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'
import { queuedSale } from './testing/till-sales.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

forEachDatabase('the time of what a device sends', (open) => {
  let shop: TestShop
  let nowMs = Date.now()
  let admin: { token: string }
  let ann: { uid: string; token: string }

  beforeAll(async () => {
    shop = await testShop(await open({ nowMs: () => nowMs }), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
    ann = await shop.signUp('ann@example.org')
    await shop.ask('PUT', `/sales/balance/${ann.uid}`, { balance: 100, reason: 'for the test' }, admin)
  }, 60_000)

  const queued = (name: string, args: unknown, at: number): QueuedCommand => ({ id: freshId(), name, version: 1, args, at })
  const push = async (who: { token: string }, clientId: string, ...list: QueuedCommand[]): Promise<CommandResult[]> => {
    const { body } = await shop.ask('POST', '/sync/push', { clientId, protocol: PROTOCOL_VERSION, commands: list }, who)
    return body.results
  }
  /** Pulls as a device, with its statement `nothingWaits`. */
  const pull = async (who: { token: string }, clientId: string, nothingWaits?: boolean) => {
    const headers = { authorization: `Bearer ${who.token}`, 'accept-encoding': 'identity' }
    const started = await shop.server.fetch(new Request(`http://localhost/api/sync/start?protocol=${PROTOCOL_VERSION}`, { headers }))
    const { cursor } = JSON.parse((await started.text()).split('\n')[0] ?? '')
    const { body } = await shop.ask('POST', '/sync/pull', { clientId, protocol: PROTOCOL_VERSION, cursor, nothingWaits }, who)
    expect(body.kind).toBe('changes')
  }
  const sale = (at: number, more: Partial<QueuedCommand> = {}): QueuedCommand => ({
    ...queuedSale([{ id: freshId(), name: 'Cup', consignorId: null, priceCents: 500 }], freshId()),
    at,
    ...more,
  })
  const soldAtMs = async ({ args }: QueuedCommand) => {
    const { saleId } = args as { saleId: string }
    const row = await shop.platform.db.selectFrom('pos_sales').select('sold_at_ms').where('id', '=', saleId).executeTakeFirstOrThrow()
    return row.sold_at_ms
  }

  it('is the time of receipt for a consignor’s payout request; the log also keeps the claimed time', async () => {
    const claimMs = nowMs - 400 * DAY_MS
    const payoutId = freshId()
    const asked = { uid: ann.uid, amountCents: 1_000, method: 'cashapp', handle: 'ann' }
    // to the last handle, because no proof counts for what is older than it
    await push(ann, freshId(), queued('payouts.request', { ...asked, payoutId: freshId() }, nowMs))
    const request = queued('payouts.request', { ...asked, payoutId }, claimMs)
    const box = queued('shipments.submit', { id: freshId(), uid: ann.uid, carrier: 'ups', trackingNumber: '1Z999AA10123456784' }, claimMs)
    const results = await push(ann, freshId(), request, box)
    expect(results.map(({ status, code, message }) => [status, code, message])).toEqual(Array(2).fill(['done', undefined, undefined]))
    const { db } = shop.platform
    const payout = await db.selectFrom('payouts').select('requested_at_ms').where('id', '=', payoutId).executeTakeFirst()
    expect(payout).toEqual({ requested_at_ms: nowMs })
    const entries = await db.selectFrom('ledger_entries').select('at_ms').where('source_id', '=', payoutId).execute()
    expect(entries.map(({ at_ms }) => at_ms)).toEqual([nowMs, nowMs])
    const logged = await db.selectFrom('command_log').select(['at_ms', 'dated_at_ms']).where('id', '=', request.id).executeTakeFirst()
    expect(logged).toEqual({ at_ms: claimMs, dated_at_ms: nowMs })
  })

  it('is never the device’s time for a command that consignors may run', () => {
    const theirs = commands.filter(({ roles }) => roles.includes('user'))
    expect(theirs.length).toBeGreaterThan(15)
    expect(theirs.filter(({ datedBy }) => datedBy !== 'receipt').map(({ name }) => name)).toEqual([])
    expect(commands.filter(({ isFact, datedBy }) => isFact && datedBy !== 'till')).toEqual([])
  })

  it('lies between now and the last contact at which nothing waited on the till', async () => {
    const till = freshId()
    await pull(admin, till, true)
    const contactMs = nowMs
    nowMs += 3 * DAY_MS
    const [backdated, honest, ahead] = [sale(contactMs - DAY_MS), sale(contactMs + HOUR_MS), sale(nowMs + DAY_MS)]
    await push(admin, till, backdated, honest, ahead)
    expect([await soldAtMs(backdated), await soldAtMs(honest), await soldAtMs(ahead)]).toEqual([contactMs, contactMs + HOUR_MS, nowMs])
  })

  it('is the device’s time even for a long queue that is sent in parts, with contacts in between', async () => {
    const till = freshId()
    await pull(admin, till, true)
    const contactMs = nowMs
    nowMs += 2 * DAY_MS
    await push(admin, till, sale(contactMs + HOUR_MS))
    await pull(admin, till)
    nowMs += HOUR_MS
    const later = sale(contactMs + 2 * HOUR_MS)
    await push(admin, till, later)
    expect(await soldAtMs(later)).toBe(contactMs + 2 * HOUR_MS)
  })

  it('is the device’s time if the server knows no contact of the till; for exported work, the till that recorded it counts', async () => {
    const [old, other, carrier] = [freshId(), freshId(), freshId()]
    await pull(admin, other, true)
    const contactMs = nowMs
    nowMs += DAY_MS
    await pull(admin, carrier, true)
    const unknown = sale(contactMs - 1)
    await push(admin, old, unknown)
    expect(await soldAtMs(unknown)).toBe(contactMs - 1)
    const carried = sale(contactMs + 1, { queuedBy: other })
    await push(admin, carrier, carried)
    expect(await soldAtMs(carried)).toBe(contactMs + 1)
  })

  it('is not affected when a consignor pulls under the id of a till', async () => {
    const till = freshId()
    await pull(admin, till, true)
    const contactMs = nowMs
    nowMs += DAY_MS
    await pull(ann, till, true)
    const sold = sale(contactMs + 1)
    await push(admin, till, sold)
    expect(await soldAtMs(sold)).toBe(contactMs + 1)
  })
})
