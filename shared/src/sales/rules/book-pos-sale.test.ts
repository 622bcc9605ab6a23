import { beforeEach, expect, it } from 'vitest'
import { closed } from '../../accounts/rules/closed-account.ts'
import { erased } from '../../accounts/rules/erasure.ts'
import { type User, users } from '../../accounts/schema.ts'
import { type Discrepancy, discrepancies } from '../../inventory/schema.ts'
import { MemoryShop, testId } from '../../testing/memory-shop.ts'
import { completePosSale } from '../commands/complete-pos-sale.ts'
import { type Balance, balances } from '../schema.ts'
import { touchesOfBooking } from './book-pos-sale.ts'

const ann = testId(10)
const saleId = testId(1_000)
let shop: MemoryShop

beforeEach(() => {
  shop = new MemoryShop()
})

/** Sells goods of Ann, whose account changed after the till's last contact. */
function sellForAnn(change: (user: User) => User): void {
  shop.addUser(ann, { displayName: 'Ann' })
  shop.apply(new Map([[users.name, new Map([[ann, change(shop.get(users, ann) as User)]])]]))
  const line = {
    ...{ id: testId(3_000), itemId: null, itemName: 'Cup', barcode: '', imageUrl: '', consignorId: ann, consignorName: 'Ann' },
    ...{ unitPriceCents: 1_000, quantity: 1, consignorPercentage: 50 },
  }
  const tenders = [{ kind: 'cash', label: '', amountCents: 1_000, givenCents: null }]
  const args = { saleId, displayId: 'POS-1', receiptNumber: 'A-1', cartId: testId(2_000), taxRateBps: 0, consignorPercentage: 50 }
  shop.run(completePosSale, { ...args, lines: [line], tenders })
  expect((shop.get(balances, ann) as Balance).availableCents).toBe(500)
}
const questions = () => shop.all<Discrepancy>(discrepancies).map(({ kind, saleId: about, note }) => [kind, about, note])

it('a sale that pays a migrated account is booked and reported', () => {
  sellForAnn((user) => ({ ...closed({ ...user, isEarlier: true }, 1), migratedTo: testId(11) }))
  expect(questions()).toEqual([['missing_consignor', saleId, 'Ann']])
})
it('a sale that pays an erased person is booked and reported without the name', () => {
  sellForAnn((user) => erased(user, 1))
  const { displayName } = shop.get(users, ann) as User
  expect(questions()).toEqual([['missing_consignor', saleId, displayName]])
})
it('a sale that pays an open account, or a closed one whose goods the shop still sells, is not reported', () => {
  sellForAnn((user) => ({ ...user, isEarlier: true }))
  expect(questions()).toEqual([])
  shop = new MemoryShop()
  sellForAnn((user) => closed(user, 1))
  expect(questions()).toEqual([])
})

it('a sale locks the balances of its consignors and not their profiles, which many tills read at once', () => {
  const named = touchesOfBooking({ saleId, cartId: testId(2_000), consignorIds: [ann] })
  const locks = named.filter((touch) => 'id' in touch && touch.id === ann).map(({ collection, lock }) => [collection.name, lock])
  expect(locks).toEqual([
    [users.name, false],
    [balances.name, true],
  ])
})
