import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { saleLineId } from '@shop/shared/sales/rules/sold-pieces.ts'
import { beforeAll, expect, it } from 'vitest'
import { pushAs } from '../app/testing/news.ts'
import { ADMIN_EMAIL, ISO_8601, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { queuedSale } from '../app/testing/till-sales.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

forEachDatabase('doors of shifts', (open) => {
  let shop: TestShop
  let token: string

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    token = await shop.signIn(ADMIN_EMAIL)
  }, 60_000)

  const ask = (method: string, path: string, body?: unknown) => shop.ask(method, path, body, { token })
  const opened = async (drawer: string, openingCash = 200, shiftID?: string) =>
    (await ask('POST', '/pos/shifts', { drawer, openingCash, shiftID })).body
  const listed = async (drawer: string) =>
    (await ask('GET', '/pos/shifts')).body.shifts.filter((one: { drawer: string }) => one.drawer === drawer)
  const sell = async (shiftId: string, priceCents: number): Promise<QueuedCommand> => {
    const sale = queuedSale([{ id: freshId(), name: 'Lamp', consignorId: null, priceCents }], 'AB-0001')
    const inShift = { ...sale, args: { ...(sale.args as object), shiftId } }
    expect(await pushAs(shop, token, inShift)).toEqual(['done'])
    return inShift
  }

  it('take a shift from its float to its figures, which are to the cent', async () => {
    const { shiftID, number } = await opened('Front')
    expect(number).toBe(1)
    const sale = await sell(shiftID, 31_240)
    const saleID = saleLineId((sale.args as { saleId: string }).saleId, 0)
    const back = { lines: [{ saleID, quantity: 0, amount: 18 }], tenders: [{ kind: 'cash', amount: 18 }], goods: 'gone', shiftID }
    expect((await ask('POST', '/sales/refunds', back)).status).toBe(200)
    const moves = [
      { kind: 'in', amount: 50 },
      { kind: 'out', amount: 12.5, reason: 'milk' },
      { kind: 'drop', amount: 300 },
      { kind: 'no_sale' },
    ]
    for (const move of moves) expect((await ask('POST', `/pos/shifts/${shiftID}/cash`, move)).status).toBe(200)
    const counts = [
      { value: 20, pieces: 11 },
      { value: 5, pieces: 1 },
      { value: 1, pieces: 4 },
      { value: 0.25, pieces: 3 },
      { value: 0.05, pieces: 3 },
    ]
    const count = { countedCash: 229.9, counts, leftCash: 200, note: 'two dollars are gone' }
    const closed = await ask('POST', `/pos/shifts/${shiftID}/close`, count)
    expect(closed.body).toMatchObject({
      z: { salesCount: 1, sales: 312.4, returnsCount: 1, returns: 18, noSaleCount: 1, expectedCash: 231.9 },
    })
    expect(await listed('Front')).toEqual([
      {
        ...{
          shiftID,
          number: 1,
          drawer: 'Front',
          openingCash: 200,
          expectedCash: 231.9,
          countedCash: 229.9,
          difference: -2,
          leftCash: 200,
        },
        ...{ openedAt: expect.stringMatching(ISO_8601), closedAt: expect.stringMatching(ISO_8601), note: 'two dollars are gone' },
        ...{ openedBy: expect.any(String), closedBy: expect.any(String), z: closed.body.z },
      },
    ])
    expect((await ask('POST', '/sales/ledger/check')).body.mismatches).toEqual([])
  })

  it('show what comes after the close beside the printed figures', async () => {
    const { shiftID } = await opened('Garden', 100)
    await ask('POST', `/pos/shifts/${shiftID}/close`, { countedCash: 100, leftCash: 40 })
    await sell(shiftID, 1_200)
    expect(await listed('Garden')).toMatchObject([{ expectedCash: 112, difference: -12, z: { expectedCash: 100, salesCount: 0 } }])
    expect(await opened('Garden', 40)).toMatchObject({ number: 2 })
  })

  it('open a shift of which a sale came first, under the name that its drawer has', async () => {
    const shiftID = freshId()
    await sell(shiftID, 900)
    expect(await opened('front', 200, shiftID)).toMatchObject({ number: 2 })
    expect((await listed('Front')).map((one: { expectedCash: number }) => one.expectedCash)).toEqual([209, 231.9])
  })

  it('open a shift once under one id, and say what is wrong with a request', async () => {
    const shiftID = freshId()
    expect([await opened('Yard', 10, shiftID), await opened('Yard', 10, shiftID)]).toMatchObject([{ number: 1 }, { number: 1 }])
    expect(await listed('Yard')).toHaveLength(1)
    const close = { countedCash: 10, leftCash: 10 }
    const refused: [string, unknown, number, string][] = [
      [`/pos/shifts/${freshId()}/close`, close, 404, 'There is no such shift.'],
      [`/pos/shifts/${freshId()}/cash`, { kind: 'in', amount: 1 }, 404, 'There is no such shift.'],
      [`/pos/shifts/${shiftID}/cash`, { kind: 'in', amount: 0 }, 400, 'Please enter an amount greater than 0'],
      [`/pos/shifts/${shiftID}/cash`, { kind: 'gift', amount: 1 }, 400, ''],
      [`/pos/shifts/${shiftID}/close`, { countedCash: 10, leftCash: 11 }, 400, 'More stays in the drawer than was counted'],
      [`/pos/shifts/${shiftID}/close`, { ...close, counts: [{ value: 5, pieces: 1 }] }, 400, 'must add up to the cash counted'],
      ['/pos/shifts', { drawer: ' ', openingCash: 1 }, 400, 'Please name the drawer'],
      [`/pos/shifts/${shiftID}/cash`, { kind: 'no_sale', amount: 5 }, 400, 'A drawer opened without a sale has no amount'],
      ['/sales/refunds', { lines: [{ saleID: freshId(), quantity: 0, amount: 0 }], tenders: [], shiftID: freshId() }, 404, 'no such shift'],
    ]
    for (const [path, body, status, words] of refused) {
      const answer = await ask('POST', path, body)
      expect([answer.status, JSON.stringify(answer.body)], path).toEqual([status, expect.stringContaining(words)])
    }
    expect((await ask('POST', `/pos/shifts/${shiftID}/close`, close)).status).toBe(200)
    expect(await ask('POST', `/pos/shifts/${shiftID}/close`, close)).toMatchObject({ status: 409, body: { code: 'SHIFT_CLOSED' } })
  })
})
