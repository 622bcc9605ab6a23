import { MAX_CONSIGNOR_COMMAND, MAX_PUSH_COMMANDS } from '@shop/shared/kernel/limits.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { FORMER_ADMIN_FACTS_PER_DAY } from '../platform/commands/former-admin-limit.ts'
import { CONSIGNOR_PUSH_BYTES_PER_MINUTE, LEAST_COMMAND_BYTES } from '../platform/http/push-limits.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { setRoleByEmail } from './cli/admin-commands.ts'
import { BUDGETS, Budgets } from './http/budgets.ts'
import { CONSIGNOR_SYNCS_PER_MINUTE } from './http/gate.ts'
import { OPENED, type TestShop, testShop } from './testing/shop.ts'
import { queuedSale } from './testing/till-sales.ts'

forEachDatabase('a former admin', (open) => {
  let shop: TestShop
  let eve: { readonly uid: string; readonly token: string }

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    eve = await shop.signUp('eve@example.org')
    for (const role of ['admin', 'user'] as const) await setRoleByEmail(shop.platform, 'eve@example.org', role, { vouches: true })
  }, 60_000)

  const push = (...commands: QueuedCommand[]) =>
    shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands }, eve)

  it('changes as much in a day by calls as a consignor', async () => {
    const few = await testShop(shop.platform, OPENED, { budgets: new Budgets(BUDGETS, { ofOne: 2, ofNetwork: 100 }) })
    const path = '/trades/offers/0190a0b0-0000-7000-8000-00000000ffff/decline'
    const change = async () => (await few.ask('POST', path, {}, eve)).status
    const statuses = [await change(), await change(), await change()]
    expect(statuses.slice(0, 2)).not.toContain(429)
    expect(statuses[2]).toBe(429)
  })

  it('syncs as often in a minute as a consignor', async () => {
    const fresh = await testShop(shop.platform, OPENED)
    const pull = async () => (await fresh.ask('POST', '/sync/pull', {}, eve)).status
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let sent = 0; sent < CONSIGNOR_SYNCS_PER_MINUTE; sent += 100)
      expect(new Set(await Promise.all(Array.from({ length: 100 }, pull)))).toEqual(new Set([400]))
    expect(await pull()).toBe(429)
  }, 60_000)

  it('sends no larger command than a consignor, but a sale of any size', async () => {
    const note = 'x'.repeat(MAX_CONSIGNOR_COMMAND.characters)
    const box = { id: freshId(), uid: eve.uid, carrier: 'UPS', trackingNumber: '1', note }
    const lines = Array.from({ length: 100 }, () => ({ id: freshId(), name: 'Cup', consignorId: null, priceCents: 1 }))
    const { body } = await push(
      { id: freshId(), name: 'shipments.submit', version: 1, args: box, at: Date.now() },
      queuedSale(lines, freshId()),
    )
    expect(body.results).toMatchObject([{ status: 'rejected', code: 'TOO_LARGE' }, { status: 'done' }])
  })

  it('sends as many office commands in a minute as a consignor, and after that still facts of the till', async () => {
    const fresh = await testShop(shop.platform, OPENED)
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const send = (...commands: QueuedCommand[]) =>
      fresh.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands }, eve)
    const office = () =>
      Array.from({ length: MAX_PUSH_COMMANDS }, () => ({ id: freshId(), name: 'accounts.editUser', version: 1, args: {}, at: Date.now() }))
    for (let sent = 0; sent < CONSIGNOR_PUSH_BYTES_PER_MINUTE; sent += MAX_PUSH_COMMANDS * LEAST_COMMAND_BYTES)
      expect((await send(...office())).status).toBe(200)
    expect((await send(...office())).status).toBe(429)
    const sale = queuedSale([{ id: freshId(), name: 'Cup', consignorId: null, priceCents: 1 }], freshId())
    expect((await send(sale)).body.results).toMatchObject([{ status: 'done' }])
    vi.advanceTimersByTime(60_000)
    expect((await send(...office())).status).toBe(200)
  }, 60_000)

  it('sends no endless number of wrong facts, because the log keeps them too', async () => {
    const wrong = () => Array.from({ length: MAX_PUSH_COMMANDS }, () => queued(completePosSale, { lines: [] }))
    for (let sent = 0; sent + MAX_PUSH_COMMANDS < FORMER_ADMIN_FACTS_PER_DAY; sent += MAX_PUSH_COMMANDS)
      expect((await push(...wrong())).body.results[0]).toMatchObject({ status: 'rejected', code: 'INVALID' })
    const statuses = [(await push(...wrong())).status, (await push(...wrong())).status]
    expect(statuses).toContain(429)
    const { count } = await shop.platform.db
      .selectFrom('command_log')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('uid', '=', eve.uid)
      .where('name', '=', completePosSale.name)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBeLessThanOrEqual(FORMER_ADMIN_FACTS_PER_DAY)
  }, 60_000)
})
