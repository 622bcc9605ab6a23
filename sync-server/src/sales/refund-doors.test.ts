import { saleLineId } from '@shop/shared/sales/rules/sold-pieces.ts'
import { beforeAll, expect, it } from 'vitest'
import { pushAs } from '../app/testing/news.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { queuedSale } from '../app/testing/till-sales.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

forEachDatabase('POST /sales/refunds', (open) => {
  let shop: TestShop
  let admin: string
  let ann: { uid: string; token: string }
  let lamp: string
  /** Ids of the sold lines of two sales: a lamp and a shop's cup, and another lamp. */
  let lines: readonly [lamp: string, cup: string, other: string]

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
    ann = await shop.signUp('ann@example.org')
    const added = { consignorID: ann.uid, itemName: 'Lamp', barcode1: '1', quantity: 3 }
    lamp = (await shop.ask('POST', '/inventory/consignor', added, { token: admin })).body.item.id
    const cup = (await shop.ask('POST', '/inventory/master', { itemName: 'Cup', barcode1: '2', quantity: 3 }, { token: admin })).body.item
      .id
    const lampSold = { id: lamp, name: 'Lamp', consignorId: ann.uid, priceCents: 1_800 }
    const sales = [
      queuedSale([lampSold, { id: cup, name: 'Cup', consignorId: null, priceCents: 500 }], 'AB-0001'),
      queuedSale([lampSold], 'AB-0002'),
    ]
    expect(await pushAs(shop, admin, ...sales)).toEqual(['done', 'done'])
    const [first, second] = sales.map(({ args }) => (args as { saleId: string }).saleId) as [string, string]
    lines = [saleLineId(first, 0), saleLineId(first, 1), saleLineId(second, 0)]
  }, 60_000)

  const ask = (body: object, token = admin) => shop.ask('POST', '/sales/refunds', body, { token })
  const cash = (amount: number) => [{ kind: 'cash', amount }]
  const balance = async () => (await shop.ask('GET', `/sales/balance/${ann.uid}`, undefined, ann)).body.balance
  const stock = async () =>
    (await shop.platform.db.selectFrom('items').select('stock_count').where('id', '=', lamp).executeTakeFirstOrThrow()).stock_count

  it('refuses what no till records, and changes nothing', async () => {
    const refused = async (body: object) => {
      const { status, body: answer } = await ask(body)
      return [status, answer.fields ?? answer.message]
    }
    const line = { saleID: lines[0], quantity: 1, amount: 18 }
    expect(await refused({ lines: [], tenders: [] })).toEqual([400, { lines: 'Please choose what came back' }])
    expect(await refused({ lines: [{ ...line, saleID: freshId() }], tenders: cash(18) })).toEqual([
      404,
      'This sale does not exist (any more).',
    ])
    expect(await refused({ lines: [line, { ...line, saleID: lines[2] }], tenders: cash(36) })).toEqual([
      400,
      { lines: 'A return takes lines of one POS sale' },
    ])
    expect(await refused({ lines: [line, line], tenders: cash(36) })).toEqual([400, { lines: 'A line stands here twice' }])
    expect(await refused({ lines: [line], tenders: cash(17) })).toEqual([400, { tenders: 'The money given back must add up to the total' }])
    expect(await refused({ lines: [{ ...line, quantity: -1 }], tenders: cash(18) })).toMatchObject([400, {}])
    expect((await ask({ lines: [line], tenders: cash(18) }, ann.token)).status).toBe(403)
    expect([await balance(), await stock()]).toEqual([16.64, 1])
  })

  it('books what came back of the lines, once for each id', async () => {
    const refundID = freshId()
    const body = {
      refundID,
      lines: [
        { saleID: lines[0].toUpperCase(), quantity: 1, amount: 18 },
        { saleID: lines[1], quantity: 1, amount: 5 },
      ],
      tenders: [...cash(20), { kind: 'other', label: 'Gift card', amount: 3 }],
      reason: 'too bright',
    }
    const first = await ask(body)
    expect(first.body).toEqual({
      message: 'Return recorded successfully',
      refundID,
      lines: [
        { saleID: lines[0], quantity: 1, amount: 18, payoutAmount: 8.32, excess: 0 },
        { saleID: lines[1], quantity: 1, amount: 5, payoutAmount: 0, excess: 0 },
      ],
    })
    expect((await ask(body)).body).toEqual(first.body)
    expect([await balance(), await stock()]).toEqual([8.32, 2])
    const mismatches = async () => (await shop.ask('POST', '/sales/ledger/check', undefined, { token: admin })).body.mismatches
    expect(await mismatches()).toEqual([])
  })

  it('records a return beyond what was sold as the shop’s loss', async () => {
    const again = await ask({ lines: [{ saleID: lines[0], quantity: 1, amount: 18 }], tenders: cash(18), goods: 'gone' })
    expect(again.body.lines).toEqual([{ saleID: lines[0], quantity: 0, amount: 0, payoutAmount: 0, excess: 18 }])
    const open = await shop.platform.db.selectFrom('discrepancies').select('kind').where('kind', '=', 'refunded_twice').execute()
    expect(open).toHaveLength(1)
    expect([await balance(), await stock()]).toEqual([8.32, 2])
  })
})
