import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { MAX_BOOKS_CHECKS } from '@shop/shared/sales/commands/note-books-check.ts'
import { recordCustomSale } from '@shop/shared/sales/commands/record-custom-sale.ts'
import { LEDGER_EXPORT_MAX_POSTINGS, LEDGER_PAGE_POSTINGS, type Posting } from '@shop/shared/sales/ledger-calls.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { beforeAll, expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { queuedSale } from '../app/testing/till-sales.ts'
import { sql } from '../platform/database/sql.ts'
import { readCsv } from '../platform/kernel/read-csv.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const HOSTILE = '=cmd|"/c calc"!A1, <b>Lamp</b>'

const rowsOf = (text: string) => readCsv(text).records.map(({ cells }) => cells)

forEachDatabase('the ledger', (open) => {
  let shop: TestShop
  let admin: { token: string }
  let ann: { uid: string; token: string }
  let bob: { uid: string; token: string }
  let payoutId: string

  const list = async (query: Record<string, string> = {}): Promise<{ postings: Posting[]; next: string | null }> => {
    const { status, body } = await shop.ask('GET', `/sales/ledger?${new URLSearchParams(query)}`, undefined, admin)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const exported = async (query: Record<string, string> = {}) => {
    const answer = await shop.ask('GET', `/sales/ledger/export?${new URLSearchParams(query)}`, undefined, admin)
    expect(answer.status).toBe(200)
    return answer
  }
  /** Writes opening balances of one cent, seven in each millisecond. */
  const openMany = (uid: string, count: number) =>
    sql`insert into ledger_entries (id, posting_id, account, uid, amount_cents, kind, source_id, command_id, at_ms, by_uid)
      select n || side, 'a' || lpad(n::text, 6, '0'), case side when 'a' then 'consignor_available' else 'adjustments' end,
        case side when 'a' then ${uid}::text end, case side when 'a' then 1 else -1 end, 'opening_balance', ${uid}, 'import', 1000 + n / 7, 'system'
        from generate_series(1, ${count}::int) n, (values ('a'), ('b')) s(side)`.execute(shop.platform.db)
  const check = async () => (await shop.ask('POST', '/sales/ledger/check', undefined, admin)).body

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
    ann = await shop.signUp('ann@example.org')
    bob = await shop.signUp('bob@example.org')
    const { item } = (
      await shop.ask('POST', '/inventory/consignor', { consignorID: ann.uid, itemName: HOSTILE, barcode1: '1', quantity: 5 }, admin)
    ).body
    await shop.ask(
      'POST',
      '/sales/record',
      { consignorID: ann.uid, itemUID: item.id, salePrice: 100, shippingCost: 10, quantitySold: 1, consignorPercentage: 60 },
      admin,
    )
    await shop.ask('POST', '/sales/custom', { consignorID: bob.uid, itemName: 'Chair', amount: 20 }, admin)
    await shop.ask('PUT', `/sales/balance/${bob.uid}`, { balance: 25, reason: 'Counted wrongly' }, admin)
    payoutId = (await shop.ask('POST', `/payouts/${ann.uid}/request`, { amount: 30, method: 'cashapp', paymentUsername: 'ann' }, ann)).body
      .payout.id
    await shop.ask('PATCH', `/payouts/${ann.uid}/${payoutId}/paid`, undefined, admin)
  }, 60_000)

  it('shows every posting, the latest first, with its origin and its entries', async () => {
    const { postings, next } = await list()
    expect(next).toBeNull()
    expect(postings.map(({ kind }) => kind)).toEqual(['payout_paid', 'payout_request', 'adjustment', 'custom_sale', 'recorded_sale'])
    for (const { entries } of postings) expect(entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0)
    const [paid, requested, adjusted, , sold] = postings
    expect(sold).toMatchObject({
      command: { name: 'sales.record' },
      source: { kind: 'sale', label: HOSTILE, posSaleId: null },
      reason: '',
      entries: [
        { account: 'consignor_available', uid: ann.uid, name: 'ann', amountCents: 5_400 },
        { account: 'sales_clearing', uid: null, name: '', amountCents: -10_000 },
        { account: 'shop_revenue', amountCents: 3_600 },
        { account: 'shipping', amountCents: 1_000 },
      ],
    })
    expect(adjusted).toMatchObject({ reason: 'Counted wrongly', source: { kind: 'person', id: bob.uid, label: 'bob' } })
    expect(requested).toMatchObject({ byUid: ann.uid, byName: 'ann', source: { kind: 'payout', id: payoutId, label: '$ann' } })
    expect(paid?.source.id).toBe(payoutId)
    expect(Date.parse(paid?.at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  it('filters by consignor, account, kind, source and day', async () => {
    const kinds = async (query: Record<string, string>) => (await list(query)).postings.map(({ kind }) => kind)
    expect(await kinds({ uid: ann.uid })).toEqual(['payout_paid', 'payout_request', 'recorded_sale'])
    expect(await kinds({ uid: ann.uid, account: 'shipping' })).toEqual(['recorded_sale'])
    expect(await kinds({ uid: bob.uid, kind: 'custom_sale' })).toEqual(['custom_sale'])
    expect(await kinds({ account: 'consignor_held' })).toEqual(['payout_paid', 'payout_request'])
    expect(await kinds({ kind: 'adjustment' })).toEqual(['adjustment'])
    expect(await kinds({ kind: 'adjustment', account: 'tax' })).toEqual([])
    expect(await kinds({ source: payoutId })).toEqual(['payout_paid', 'payout_request'])
    expect(await kinds({ source: payoutId, account: 'paid_out', uid: ann.uid })).toEqual(['payout_paid'])
    const today = new Date().toISOString().slice(0, 10)
    const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    expect(await kinds({ from: dayAfter(-1), to: dayAfter(1) })).toHaveLength(5)
    expect(await kinds({ to: dayAfter(-2) })).toEqual([])
    expect(await kinds({ from: dayAfter(2), kind: 'adjustment' })).toEqual([])
    expect(await kinds({ uid: 'nobody', from: today })).toEqual([])
  })

  it.each<[Record<string, string>, string]>([
    [{ from: '2026-02-30' }, 'from'],
    [{ from: 'yesterday' }, 'from'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'from'],
    [{ kind: 'theft' }, 'kind'],
    [{ account: 'pocket' }, 'account'],
    [{ after: "1'; drop table sales" }, 'after'],
    [{ uid: 'x'.repeat(101) }, 'uid'],
  ])('refuses %j', async (query, field) => {
    const { status, body } = await shop.ask('GET', `/sales/ledger?${new URLSearchParams(query)}`, undefined, admin)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('is exported with totals, and without cells that a spreadsheet would run', async () => {
    const answer = await exported()
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [headers, ...lines] = rowsOf(answer.body)
    const amountAt = headers?.indexOf('Amount') ?? -1
    const accountAt = headers?.indexOf('Account') ?? -1
    const entries = lines.filter((line) => line[2] !== 'total')
    expect(entries).toHaveLength(4 + 2 + 2 + 2 + 2)
    expect(entries[0]?.[3]).toBe(`'${HOSTILE}`)
    const total = (account: string) => Number(lines.find((line) => line[2] === 'total' && line[accountAt]?.startsWith(account))?.[amountAt])
    expect(total('consignor_available')).toBe(54 + 25 - 30)
    expect(total('paid_out')).toBe(30)
    expect(total('all accounts, 12 entries')).toBe(0)
    const ofBob = rowsOf((await exported({ uid: bob.uid })).body)
    expect(ofBob.filter((line) => line[2] !== 'total')).toHaveLength(1 + 4)
  })

  it('is read page by page without a missing or repeated posting', async () => {
    const many = LEDGER_PAGE_POSTINGS * 2 + 3
    await openMany('carl', many)
    const queries: Record<string, string>[] = [
      { uid: 'carl' },
      { kind: 'opening_balance' },
      { account: 'adjustments', to: '1970-01-02' },
      { to: '1970-01-02' },
    ]
    for (const query of queries) {
      const seen: string[] = []
      let after: string | null = null
      do {
        const page: { postings: Posting[]; next: string | null } = await list({
          ...query,
          ...(after === null ? {} : { after: after as string }),
        })
        seen.push(...page.postings.map(({ id }) => id))
        after = page.next
      } while (after !== null)
      expect(seen).toEqual([...new Set(seen)].sort().reverse())
      expect(seen).toHaveLength(many)
    }
    expect(rowsOf((await exported({ uid: 'carl' })).body)).toHaveLength(1 + many * 2 + 3)
    await sql`delete from ledger_entries where source_id = 'carl'`.execute(shop.platform.db)
  })

  it('is exported completely for a consignor with the maximum number of postings in a file', { timeout: 120_000 }, async () => {
    await openMany('dora', LEDGER_EXPORT_MAX_POSTINGS)
    const { body } = await exported({ uid: 'dora' })
    expect(rowsOf(body)).toHaveLength(1 + LEDGER_EXPORT_MAX_POSTINGS * 2 + 3)
    await sql`delete from ledger_entries where source_id = 'dora'`.execute(shop.platform.db)
  })

  it('is checked on request, and the result is stored', async () => {
    expect(await check()).toMatchObject({ postingsCount: 5, itemsCount: 1, mismatches: [], byUid: expect.any(String) })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from books_checks`.execute(shop.platform.db)
    expect(rows[0]?.count).toBe(1)
  })

  it('is checked every night; mismatches appear in the check, the log and the metrics', async () => {
    const { db, jobs } = shop.platform
    await sql`update balances set available_cents = available_cents + 1 where id = ${bob.uid}`.execute(db)
    await sql`update items set stock_count = stock_count + 2, promised_count = 3`.execute(db)
    await sql`update ledger_entries set amount_cents = amount_cents + 5 where account = 'shipping'`.execute(db)
    await sql`update jobs set run_at = now() - interval '1 second' where kind = 'sales.checkBooks'`.execute(db)
    await jobs.drain()
    const { rows } = await sql<{
      by: string | null
      mismatches: unknown[]
    }>`select by_uid as by, mismatches from books_checks order by at_ms desc, id desc limit 1`.execute(db)
    expect(rows[0]?.by).toBeNull()
    expect(rows[0]?.mismatches).toEqual([
      { kind: 'balance', subjectId: bob.uid, account: 'consignor_available', expected: 2_500, found: 2_501 },
      { kind: 'posting', subjectId: expect.any(String), account: null, expected: 0, found: 5 },
      { kind: 'stock', subjectId: expect.any(String), account: null, expected: 4, found: 6 },
      { kind: 'promised', subjectId: expect.any(String), account: null, expected: 0, found: 3 },
    ])
    const metrics = (await shop.ask('GET', '/metrics', undefined, admin)).body
    expect(metrics).toContain('shop_books_mismatches 2')
    expect(metrics).toContain('shop_stock_mismatches 2')
    await sql`update balances set available_cents = available_cents - 1 where id = ${bob.uid}`.execute(db)
    await sql`update items set stock_count = stock_count - 2, promised_count = 0`.execute(db)
    await sql`update ledger_entries set amount_cents = amount_cents - 5 where account = 'shipping'`.execute(db)
    expect((await check()).mismatches).toEqual([])
  })

  it('keeps a limited number of checks, and can be checked by several requests together', async () => {
    for (let n = 0; n < MAX_BOOKS_CHECKS + 3; n++) await check()
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from books_checks`.execute(shop.platform.db)
    expect(rows[0]?.count).toBe(MAX_BOOKS_CHECKS)
    const together = await Promise.all([check(), check(), check()])
    expect(together.every(({ mismatches }) => mismatches.length === 0)).toBe(true)
  })

  it('is checked once for a repeated request with the same key', async () => {
    const key = { 'idempotency-key': freshId() }
    const ask = () => shop.ask('POST', '/sales/ledger/check', undefined, { ...admin, headers: key })
    const [first, second] = [await ask(), await ask()]
    expect([first.status, second.body]).toEqual([200, first.body])
  })

  it('shows the payment of a POS sale with its lines, and says of which sale the payments and the lines differ', async () => {
    const sold = (name: string, priceCents: number) => ({ id: freshId(), name, consignorId: null, priceCents })
    const [sale, next] = [queuedSale([sold('Cup', 500), sold('Jug', 700)], 'AB-0001'), queuedSale([sold('Pan', 300)], 'AB-0002')]
    const { saleId } = sale.args as { saleId: string }
    // a device can send another kind of sale under an id that is taken here
    const custom = queued(recordCustomSale, {
      saleId: (next.args as { saleId: string }).saleId,
      consignorId: ann.uid,
      itemName: 'Bowl',
      amountCents: 900,
    })
    await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [sale, next, custom] }, admin)
    expect((await list({ kind: 'custom_sale', uid: ann.uid })).postings).toHaveLength(1)
    const { postings } = await list({ source: saleId })
    expect(postings.map(({ kind, source: { label, posSaleId } }) => [kind, label, posSaleId]).sort()).toEqual([
      ['pos_sale', 'Cup', saleId],
      ['pos_sale', 'Jug', saleId],
      ['pos_tender', 'AB-0001', saleId],
    ])
    expect((await list({ kind: 'pos_tender', account: 'cash_unassigned' })).postings).toHaveLength(2)
    expect((await check()).mismatches).toEqual([])

    const forged = (byCents: number) =>
      sql`update ledger_entries set amount_cents = amount_cents + ${byCents} where source_id = ${saleId}`.execute(shop.platform.db)
    await forged(7)
    const { mismatches } = await check()
    expect(mismatches).toContainEqual({ kind: 'posting', subjectId: saleId, account: 'sales_clearing', expected: 0, found: 7 })
    expect(mismatches).toHaveLength(2)
    await forged(-7)
    expect((await check()).mismatches).toEqual([])
  })

  it('shows sums beyond the maximum of a single amount, and a device accepts such balances', async () => {
    const most = 89_999_999.99
    const rich = await shop.signUp('rich@example.org')
    for (const itemName of ['Crown', 'Sceptre']) {
      expect((await shop.ask('POST', '/sales/custom', { consignorID: rich.uid, itemName, amount: most }, admin)).status).toBe(200)
    }
    expect((await shop.ask('PUT', `/sales/balance/${rich.uid}`, { balance: -most, reason: 'A mistake' }, admin)).status).toBe(200)
    const { postings } = await list({ uid: rich.uid })
    expect(postings[0]?.entries.map(({ amountCents }) => Math.abs(amountCents))).toEqual([26_999_999_997, 26_999_999_997])
    const balance = { id: rich.uid, availableCents: 17_999_999_998, heldCents: 0 }
    expect(balances.schema.parse(balance)).toEqual(balance)
  })
})
