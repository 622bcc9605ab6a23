import { editSettings } from '@shop/shared/settings/commands.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { OPENED, testShop } from '../app/testing/shop.ts'
import { type Person, type TradingShop, tradingShop } from '../app/testing/trades.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

forEachDatabase('a total that a buyer has seen', (open) => {
  let t: TradingShop
  let buyer: Person
  let ann: Person
  let bob: Person
  let barcode: string
  let anns: string
  let before: number
  let count = 0

  beforeAll(async () => {
    t = await tradingShop(await testShop(await open(), OPENED))
    buyer = await t.join('buyer', 10_000)
    ann = await t.join('ann')
    bob = await t.join('bob')
  }, 60_000)
  beforeEach(async () => {
    barcode = `code-${count++}`
    anns = await t.stock(ann, barcode, 2)
    await t.stock(bob, barcode, 4)
    before = await t.balance(buyer)
  })

  const ask = (totalCost: number) => t.request(buyer, barcode, { quantity: 4, totalCost })

  it('is the maximum that a request holds, even after the terms have changed', async () => {
    const { uid } = await t.ok(t.ask('GET', '/auth/me', t.admin))
    const ship = (tradeShippingCents: number) =>
      t.shop.platform.runCommand({ uid, role: 'admin', wasAdmin: false }, editSettings, { changes: { tradeShippingCents } })
    await ship(700)
    expect(await ask(4_400)).toMatchObject({
      status: 409,
      body: {
        code: 'TOTAL_CHANGED',
        message: '$47.00 would now be held of your balance, not $44.00. Please look at the new total and send it again.',
        fields: { totalCost: '$47.00' },
      },
    })
    expect(await t.balance(buyer)).toBe(before)
    const { tradeId } = await t.ok(ask(4_700))
    await t.ok(t.ask('POST', `/trades/${tradeId}/cancel`, buyer))
    await ship(400)
    await t.ok(ask(4_700))
    expect(await t.balance(buyer)).toBe(before - 44)
  })

  it('is the maximum that an accepted counter holds, including the amount that other offers can still add', async () => {
    await t.ok(ask(4_400))
    const offerOf = async (who: Person) =>
      (await t.received(who)).find(({ itemBarcode }: { itemBarcode: string }) => itemBarcode === barcode).offerId as string
    const [one, other] = [await offerOf(ann), await offerOf(bob)]
    await t.ok(t.answer(ann, one, 'counter', { counterPrice: 1_200 }))
    await t.ok(t.answer(bob, other, 'counter', { counterPrice: 2_000 }))
    await t.ok(t.answer(buyer, other, 'buyer-counter', { counterPrice: 1_500 }))
    expect(await t.balance(buyer)).toBe(before - 64)
    const accept = (totalCost: number) => t.answer(buyer, one, 'accept-counter', { price: 1_200, totalCost })
    const refusedWith = (totalCost: string) => ({ status: 409, body: { code: 'TOTAL_CHANGED', fields: { totalCost } } })
    expect(await accept(2 * 1_200 + 400), 'without the other offer').toMatchObject(refusedWith('$58.00'))
    await t.ok(t.ask('PUT', `/inventory/consignor/${ann.uid}/${anns}`, t.admin, { quantity: 1 }))
    expect(await accept(2 * 1_200 + 2 * 1_500 + 400), 'with a piece less').toMatchObject(refusedWith('$61.00'))
    expect([await t.quantityOf(anns), await t.balance(buyer)]).toEqual([1, before - 64])
    await t.ok(accept(6_100))
    expect(await t.balance(buyer)).toBe(before - 61)
  })
})
