import { cents } from '@shop/shared/kernel/money.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { closeShift } from '@shop/shared/pos/commands/close-shift.ts'
import { moveCash } from '@shop/shared/pos/commands/move-cash.ts'
import { openShift } from '@shop/shared/pos/commands/open-shift.ts'
import { drawerTwiceIdOf } from '@shop/shared/pos/rules/shift-cash.ts'
import { figuresOf } from '@shop/shared/pos/rules/shift-figures.ts'
import { beforeAll, expect, it } from 'vitest'
import { pushAs } from '../app/testing/news.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { queuedSale } from '../app/testing/till-sales.ts'
import { up } from '../migrations/0053-open-drawers.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const FLOAT_CENTS = 20_000
const PRICE_CENTS = 1_200
/** Number of rounds of the race; either side can come first. */
const ROUNDS = 5

forEachDatabase('shifts', (open) => {
  let shop: TestShop
  let admin: string

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
  }, 60_000)

  const z = figuresOf({ openingCents: cents(FLOAT_CENTS) }, { takings: [], moves: [] })
  const opened = (shiftId: string, drawer = 'Front', leftBeforeCents: number | null = null) =>
    queued(openShift, { shiftId, number: 1, drawer, clientId: freshId(), openingCents: FLOAT_CENTS, leftBeforeCents })
  const closed = (shiftId: string, countedCents: number, leftCents = FLOAT_CENTS) =>
    queued(closeShift, { shiftId, countedCents, counts: [], leftCents, note: '', z })
  const sold = (shiftId: string | null, receipt = 'AB-0001'): QueuedCommand => {
    const sale = queuedSale([{ id: freshId(), name: 'Lamp', consignorId: null, priceCents: PRICE_CENTS }], receipt)
    return { ...sale, args: { ...(sale.args as object), shiftId } }
  }
  const shiftOf = async (id: string) =>
    (
      await sql<{ expected: number; counted: number | null; z: unknown }>`
        select expected_cents as expected, counted_cents as counted, z from shifts where id = ${id}`.execute(shop.platform.db)
    ).rows[0]
  /** Money in each account of cash by the postings of a shift and its sales, without accounts that stand at nothing. */
  const cash = async (ids: readonly string[]) => {
    const { rows } = await sql<{ account: string; sum: number }>`select account, sum(amount_cents)::int as sum from ledger_entries
      where source_id = any(${ids}) and account in ('cash_drawer', 'cash_unassigned', 'safe', 'expenses', 'over_short') group by account
      having sum(amount_cents) <> 0`.execute(shop.platform.db)
    return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
  }
  const mismatches = async () => (await shop.ask('POST', '/sales/ledger/check', undefined, { token: admin })).body.mismatches
  const saleIdOf = ({ args }: QueuedCommand) => (args as { saleId: string }).saleId

  it('expect the cash of what a tablet sends in one push, and book the count', async () => {
    const shiftId = freshId()
    const sale = sold(shiftId)
    const out = queued(moveCash, { moveId: freshId(), shiftId, kind: 'out', amountCents: 250, reason: 'milk' })
    const statuses = await pushAs(shop, admin, opened(shiftId), sale, out, out, closed(shiftId, 20_900), closed(shiftId, 1, 0))
    expect(statuses).toEqual(['done', 'done', 'done', 'done', 'done', 'rejected'])
    expect(await shiftOf(shiftId)).toEqual({ expected: 20_950, counted: 20_900, z })
    // 20000 from the safe and 900 back to it; 0.50 short
    expect(await cash([shiftId, saleIdOf(sale)])).toEqual({ cash_drawer: -20_000, safe: 20_000 - 900, expenses: -250, over_short: -50 })
    expect(await mismatches()).toEqual([])
  })

  it('whose sale arrives while another tablet counts the drawer have the same books, whichever is first', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const shiftId = freshId()
      const sale = sold(shiftId)
      await pushAs(shop, admin, opened(shiftId))
      await Promise.all([pushAs(shop, admin, sale), pushAs(shop, admin, closed(shiftId, FLOAT_CENTS + PRICE_CENTS))])
      expect(await shiftOf(shiftId)).toMatchObject({ expected: FLOAT_CENTS + PRICE_CENTS })
      expect(await cash([shiftId, saleIdOf(sale)])).toEqual({ cash_drawer: -20_000, safe: 20_000 - PRICE_CENTS })
    }
    expect(await mismatches()).toEqual([])
  })

  it('of which the shop hears first by a sale keep its cash, until the tablet that opened them is back', async () => {
    const shiftId = freshId()
    const sale = sold(shiftId)
    expect(await pushAs(shop, admin, sale)).toEqual(['done'])
    expect(await shiftOf(shiftId)).toEqual({ expected: PRICE_CENTS, counted: null, z: null })
    expect(await pushAs(shop, admin, opened(shiftId))).toEqual(['done'])
    expect(await shiftOf(shiftId)).toMatchObject({ expected: FLOAT_CENTS + PRICE_CENTS })
  })

  it('take nothing of a till of an earlier release, whose sale is booked as ever', async () => {
    const sale = sold(null, 'AB-0009')
    const { shiftId: _, ...args } = sale.args as Record<string, unknown>
    expect(await pushAs(shop, admin, { ...sale, version: 1, args })).toEqual(['done'])
    expect(await cash([saleIdOf(sale)])).toEqual({ cash_unassigned: -PRICE_CENTS })
  })

  it('stand in the ledger under the name of their drawer', async () => {
    const shiftId = freshId()
    await pushAs(shop, admin, opened(shiftId, 'Garden'), closed(shiftId, 19_900, 0))
    const { body } = await shop.ask('GET', `/sales/ledger?source=${shiftId}`, undefined, { token: admin })
    const found = body.postings.map(({ kind, source }: { kind: string; source: { kind: string; label: string } }) => [
      kind,
      source.kind,
      source.label,
    ])
    expect(found.sort()).toEqual([
      ['shift_closed', 'shift', 'Garden'],
      ['shift_opened', 'shift', 'Garden'],
    ])
  })

  const askedAbout = async (ids: readonly string[]) => {
    const { rows } = await sql<{ name: string }>`select item_name as name from discrepancies
      where kind = 'drawer_twice' and id = any(${ids.map(drawerTwiceIdOf)})`.execute(shop.platform.db)
    return rows.map(({ name }) => name)
  }

  it('of one drawer that two devices open at the same moment are a question for an admin', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ids = [freshId(), freshId()]
      await Promise.all(ids.map((id) => pushAs(shop, admin, opened(id, `Twice ${round}`))))
      expect(await askedAbout(ids)).toEqual([`Twice ${round}`])
    }
  })

  it('that were open before the shop’s update are noticed like all others', async () => {
    const [first, second] = [freshId(), freshId()]
    await pushAs(shop, admin, opened(first, 'Été'))
    await sql`alter table shifts drop column open_drawer`.execute(shop.platform.db)
    await up(shop.platform.db as never)
    await pushAs(shop, admin, opened(second, 'ÉTÉ'))
    expect(await askedAbout([first, second])).toEqual(['ÉTÉ'])
  })

  it('whose cash or count is forged are found by the check of the books', async () => {
    const shiftId = freshId()
    await pushAs(shop, admin, opened(shiftId), sold(shiftId), closed(shiftId, 21_300))
    const forge = async (statement: string) => sql.raw(statement).execute(shop.platform.db)
    const about = { kind: 'posting', subjectId: shiftId }
    await forge(`update shifts set expected_cents = expected_cents + 5 where id = '${shiftId}'`)
    expect(await mismatches()).toEqual([
      { ...about, account: 'cash_drawer', expected: 21_200, found: 21_205 },
      { ...about, account: 'cash_drawer', expected: 95, found: 100 },
    ])
    await forge(`update shifts set expected_cents = expected_cents - 5 where id = '${shiftId}'`)
    expect(await mismatches()).toEqual([])
  })

  it('are no consignor’s business', async () => {
    const ann = await shop.signUp('ann@example.org')
    const shiftId = freshId()
    const push = { clientId: freshId(), protocol: 1, commands: [opened(shiftId)] }
    const { body } = await shop.ask('POST', '/sync/push', push, { token: ann.token })
    expect(body.results).toMatchObject([{ status: 'rejected', code: 'FORBIDDEN' }])
    expect(await shiftOf(shiftId)).toBeUndefined()
    const { rows } = await sql<{
      audience: string[]
    }>`select distinct audience from shifts union select distinct audience from cash_moves`.execute(shop.platform.db)
    expect(rows).toEqual([{ audience: ['admins'] }])
  })
})
