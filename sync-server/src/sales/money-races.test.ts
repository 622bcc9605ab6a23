import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { ADMIN_EMAIL, type Answer, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { checkStock } from '../inventory/examine-stock.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from './examine-books.ts'

/** Number of rounds of each race. There are several, because either side can come first. */
const ROUNDS = 6

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()
const atOnce = <T>(count: number, act: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, n) => act(n)))

forEachDatabase('requests at the same moment', (open) => {
  let shop: TestShop
  let admins: readonly [{ token: string }, { token: string }]
  let ann: { uid: string; token: string }

  const admin = (n: number) => admins[n % 2] as { token: string }
  const ask = (n: number, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    shop.ask(method, path, body, { ...admin(n), headers })
  const good = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    expect([200, 201], JSON.stringify(body)).toContain(status)
    return body
  }
  const consigned = async (quantity: number): Promise<string> =>
    (await good(ask(0, 'POST', '/inventory/consignor', { consignorID: ann.uid, itemName: 'Cup', barcode1: '1', quantity }))).item.id
  const master = async (quantity: number): Promise<string> =>
    (await good(ask(0, 'POST', '/inventory/master', { itemName: 'Tea', barcode1: '2', quantity }))).item.id
  const stockOf = async (id: string) =>
    (await sql<{ stock: number }>`select stock_count as stock from items where id = ${id}`.execute(shop.platform.db)).rows[0]?.stock
  const balance = async () =>
    (
      await sql<{
        available: number
        held: number
      }>`select available_cents as available, held_cents as held from balances where id = ${ann.uid}`.execute(shop.platform.db)
    ).rows[0]
  const setBalance = (dollars: number) => good(ask(0, 'PUT', `/sales/balance/${ann.uid}`, { balance: dollars }))
  const request = (amount: number) =>
    shop.ask('POST', `/payouts/${ann.uid}/request`, { amount, method: 'cashapp', paymentUsername: 'ann' }, ann)

  /** Sells one piece at the till, as a tablet that was offline sends it. */
  async function sellAtTill(itemId: string, consignorId: string | null): Promise<string> {
    const lines = [
      {
        id: freshId(),
        itemId,
        itemName: 'Cup',
        barcode: '1',
        imageUrl: '',
        consignorId,
        consignorName: 'Ann',
        unitPriceCents: 1_000,
        quantity: 1,
        consignorPercentage: 50,
      },
    ]
    const args = {
      saleId: freshId(),
      displayId: 'POS-1',
      receiptNumber: 'A-1',
      cartId: freshId(),
      taxRateBps: 825,
      consignorPercentage: 50,
      lines,
      tenders: [{ kind: 'cash', label: '', amountCents: 1_000, givenCents: null }],
    }
    const command = { id: freshId(), name: 'sales.completePosSale', version: 1, args, at: Date.now() }
    const { body } = await shop.ask(
      'POST',
      '/sync/push',
      { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [command] },
      admin(0),
    )
    return body.results[0].status
  }

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    const second = await shop.signUp('second@example.org')
    await sql`update users set role = 'admin' where id = ${second.uid}`.execute(shop.platform.db)
    admins = [{ token: await shop.signIn(ADMIN_EMAIL) }, { token: second.token }]
    ann = await shop.signUp('ann@example.org')
  }, 60_000)

  afterEach(async () => {
    expect([await checkBooks(shop.platform.db), await checkStock(shop.platform.db)]).toEqual([[], []])
  })

  it('record the last piece: one sale succeeds, and the refused sales learn the stock', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const itemUID = await consigned(1)
      const sale = { consignorID: ann.uid, itemUID, salePrice: 10, quantitySold: 1, consignorPercentage: 50 }
      const answers = await atOnce(4, (n) => ask(n, 'POST', '/sales/record', sale))
      expect(statuses(answers)).toEqual([200, 409, 409, 409])
      for (const { status, body } of answers)
        if (status === 409) expect(body).toMatchObject({ code: 'INSUFFICIENT_STOCK', message: 'Only 0 available in inventory' })
      expect(await stockOf(itemUID)).toBe(0)
    }
  })

  it('sell two of three pieces of a master item: one sale succeeds, and the other learns the stock', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const masterItemID = await master(3)
      const answers = await atOnce(2, (n) => ask(n, 'POST', '/inventory/master/sale', { masterItemID, quantitySold: 2 }))
      expect(statuses(answers)).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body.message).toBe('Only 1 available in inventory')
      expect(await stockOf(masterItemID)).toBe(1)
    }
  })

  it('never make the server refuse a sale of the till', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const itemUID = await consigned(1)
      const sale = { consignorID: ann.uid, itemUID, salePrice: 10, quantitySold: 1, consignorPercentage: 50 }
      const [till, ...recorded] = await Promise.all([
        sellAtTill(itemUID, ann.uid),
        ...[0, 1].map((n) => ask(n, 'POST', '/sales/record', sale)),
      ])
      expect(till).toBe('done')
      const doneCount = recorded.filter(({ status }) => status === 200).length
      expect(doneCount).toBeLessThanOrEqual(1)
      expect(await stockOf(itemUID)).toBe(0 - doneCount)
    }
  })

  it('request the whole balance: only one request is accepted', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await setBalance(100)
      const answers = await atOnce(5, () => request(100))
      expect(statuses(answers)).toEqual([200, 409, 409, 409, 409])
      expect((await balance())?.available).toBe(0)
    }
  })

  it('pay and delete a request: only one of the two happens, and only once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await setBalance(50)
      const heldBefore = (await balance())?.held ?? 0
      const { payout } = await good(request(50))
      const path = `/payouts/${ann.uid}/${payout.id}`
      const answers = await Promise.all([
        ask(0, 'PATCH', `${path}/paid`),
        ask(1, 'DELETE', path),
        ask(1, 'PATCH', `${path}/paid`),
        ask(0, 'DELETE', path),
      ])
      expect(statuses(answers)).toEqual([200, 200, 409, 409])
      const isPaid = answers[0]?.status === 200
      expect(answers.map(({ status }) => status)).toEqual(isPaid ? [200, 409, 200, 409] : [409, 200, 409, 200])
      expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
        Array(2).fill(isPaid ? 'PAYOUT_PAID' : 'PAYOUT_DELETED'),
      )
      expect(await balance()).toEqual({ available: isPaid ? 0 : 5_000, held: heldBefore })
    }
  })

  it('correct a balance during a payout request: the balance changes by the difference from the balance that was seen', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await setBalance(100)
      const heldBefore = (await balance())?.held ?? 0
      const [edit, asked] = await Promise.all([
        ask(0, 'PUT', `/sales/balance/${ann.uid}`, { balance: 20, seenBalance: 100, reason: 'counted' }),
        request(100),
      ])
      expect(edit.status).toBe(200)
      // if the request came first, 80 are owed to the shop; if the correction came first, 100 are not available any more
      expect([200, 409]).toContain(asked.status)
      expect(await balance()).toEqual(
        asked.status === 200 ? { available: -8_000, held: heldBefore + 10_000 } : { available: 2_000, held: heldBefore },
      )
    }
  })

  it('correct the same balance: each correction counts from the balance that was seen', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await setBalance(100)
      await atOnce(2, (n) => good(ask(n, 'PUT', `/sales/balance/${ann.uid}`, { balance: 90 - n * 10, seenBalance: 100 })))
      expect((await balance())?.available).toBe(10_000 - 1_000 - 2_000)
    }
  })

  it('edit the same sale: changes of different fields are both kept, and the books balance', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { saleID } = await good(ask(0, 'POST', '/sales/custom', { consignorID: ann.uid, itemName: 'Chair', amount: 20 }))
      const before = await balance()
      const answers = await Promise.all([
        ask(0, 'PUT', `/sales/${saleID}`, { salePrice: 30, itemName: 'Red chair' }),
        ask(1, 'PUT', `/sales/${saleID}`, { payoutAmount: 15, itemName: 'Blue chair' }),
      ])
      expect(statuses(answers)).toEqual([200, 200])
      const { rows } = await sql<{
        name: string
        price: number
        payout: number
        booked: unknown
      }>`select item_name as name, sale_price_cents as price,
        payout_cents as payout, booked from sales where id = ${saleID}`.execute(shop.platform.db)
      expect(rows).toMatchObject([
        {
          name: expect.stringMatching(/^(Red|Blue) chair$/),
          price: 3_000,
          payout: 1_500,
          booked: { salePriceCents: 2_000, payoutCents: 2_000 },
        },
      ])
      const audit = await sql<{ was: string; is: string }>`select before->>'itemName' as was, after->>'itemName' as is from audit_entries
        where subject = ${saleID}`.execute(shop.platform.db)
      // each audit entry contains the previous name, and the second edit replaced the name of the first edit
      expect(audit.rows.map(({ was }) => was).sort()).toEqual(['Chair', rows[0]?.name === 'Red chair' ? 'Blue chair' : 'Red chair'].sort())
      expect(await balance()).toEqual(before)
    }
  })

  it('send the same custom sale: it is recorded once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await setBalance(0)
      const key = { 'idempotency-key': freshId() }
      const sale = { consignorID: ann.uid, itemName: 'Lamp', amount: 12.34 }
      const answers = await atOnce(6, () => ask(0, 'POST', '/sales/custom', sale, key))
      expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(6).fill([200, answers[0]?.body]))
      expect((await balance())?.available).toBe(1_234)
    }
  })

  it('delete an item while a sale of its last piece is recorded: the sale is complete or refused', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const itemUID = await consigned(1)
      await setBalance(0)
      const [sold, removed] = await Promise.all([
        ask(0, 'POST', '/sales/record', { consignorID: ann.uid, itemUID, salePrice: 10, quantitySold: 1, consignorPercentage: 50 }),
        ask(1, 'DELETE', `/inventory/consignor/${ann.uid}/${itemUID}`),
      ])
      expect(removed.status).toBe(200)
      expect([200, 404]).toContain(sold.status)
      expect((await balance())?.available).toBe(sold.status === 200 ? 500 : 0)
    }
  })
})
