import { beforeEach, expect, it } from 'vitest'
import { type Discrepancy, discrepancies } from '../../inventory/schema.ts'
import { completePosSale } from '../../sales/commands/complete-pos-sale.ts'
import { ADMIN, MemoryShop, START_MS, testId } from '../../testing/memory-shop.ts'
import { type Cart, carts, ENDED_CART_DAYS, posSales } from '../schema.ts'
import { removeEndedCarts } from './remove-ended-carts.ts'
import { saveCart } from './save-cart.ts'

const SYSTEM = { uid: 'system', role: 'system', wasAdmin: false } as const
const DAY_MS = 86_400_000
const cartId = testId(1)

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
})

const cartOf = (id: string, status: Cart['status']): Cart => ({
  ...{ id, status, label: '', clientId: testId(9), lines: [], consignorPercentage: 50, saleId: null, createdAtMs: 1, updatedAtMs: 1 },
  byUid: ADMIN.uid,
})
const save = (id: string, status: Cart['status'], at: number) => shop.run(saveCart, { cart: cartOf(id, status) }, { at })
function sell(saleId: string, at: number): void {
  const line = {
    ...{ id: testId(20), itemId: null, itemName: 'Tea', barcode: '', imageUrl: '', consignorId: null, consignorName: '' },
    ...{ unitPriceCents: 100, quantity: 1, consignorPercentage: 0 },
  }
  const tenders = [{ kind: 'cash', label: '', amountCents: 100, givenCents: null }]
  const args = { saleId, displayId: 'POS-1', receiptNumber: saleId, cartId, taxRateBps: 0, consignorPercentage: 0, lines: [line], tenders }
  shop.run(completePosSale, args, { at })
}
const remove = (cartIds: string[], at: number) => shop.run(removeEndedCarts, { cartIds }, { at, actor: SYSTEM })
const left = () => shop.all<Cart>(carts).map(({ id, status }) => [id, status])

it('only carts that ended long ago are removed', () => {
  const [open, parked, discarded, fresh] = [testId(2), testId(3), testId(4), testId(5)]
  save(cartId, 'open', START_MS)
  sell(testId(30), START_MS)
  save(open, 'open', START_MS)
  save(parked, 'parked', START_MS)
  save(discarded, 'discarded', START_MS)
  const nowMs = START_MS + ENDED_CART_DAYS * DAY_MS + 1
  save(fresh, 'discarded', START_MS + 2)
  remove([cartId, open, parked, discarded, fresh, testId(6)], nowMs)
  expect(left()).toEqual([
    [open, 'open'],
    [parked, 'parked'],
    [fresh, 'discarded'],
  ])
})

it('a late sale of a cart that was sold and removed is its second sale, and does not restore the cart', () => {
  save(cartId, 'parked', START_MS)
  sell(testId(30), START_MS)
  remove([cartId], START_MS + 40 * DAY_MS)
  sell(testId(31), START_MS + DAY_MS)
  save(cartId, 'open', START_MS + DAY_MS)
  save(cartId, 'parked', START_MS + 41 * DAY_MS)
  expect(left()).toEqual([])
  expect(shop.all(posSales)).toHaveLength(2)
  expect(shop.all<Discrepancy>(discrepancies)).toMatchObject([{ kind: 'cart_sold_twice', saleId: testId(31) }])
})

it('a removed cart that was only discarded accepts a late save and a late sale', () => {
  save(cartId, 'discarded', START_MS)
  remove([cartId], START_MS + 40 * DAY_MS)
  save(cartId, 'parked', START_MS + 1)
  expect(left()).toEqual([[cartId, 'parked']])
  sell(testId(31), START_MS + 2)
  expect(left()).toEqual([[cartId, 'completed']])
  expect(shop.all<Discrepancy>(discrepancies)).toEqual([])
})
