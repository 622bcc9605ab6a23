import { expect, it } from 'vitest'
import { completePosSale } from '../../sales/commands/complete-pos-sale.ts'
import { MemoryShop, testId } from '../../testing/memory-shop.ts'
import { EMPTY_PROFILE, type User, users } from '../schema.ts'
import { closed } from './closed-account.ts'
import { erased, isErased, pseudonymOf } from './erasure.ts'

const ann: User = {
  ...EMPTY_PROFILE,
  ...{ id: testId(10), email: 'ann@example.org', displayName: 'Ann', createdAtMs: 1, username: 'ann', photoUrl: '/a.jpg' },
  ...{ discordId: '12345678901234567', discordUsername: 'ann#1', discordLinkedAtMs: 2, discordNotificationsEnabled: true },
  ...{
    emailNotificationsEnabled: true,
    whopBypass: true,
    registeredDomain: 'shop.example',
    adminUntilMs: 3,
    migratedFrom: { uid: testId(9), displayName: 'Anna', username: null },
  },
}
const admin: User = { ...ann, role: 'admin', adminUntilMs: null }
const withoutContact = {
  ...{ username: null, role: 'user', photoUrl: '', discordId: '', discordUsername: '', discordLinkedAtMs: null },
  ...{ discordNotificationsEnabled: false, emailNotificationsEnabled: false, whopBypass: false },
}

it('a closed account keeps name and e-mail for the books, and no way to reach or to trust the person', () => {
  expect(closed(ann, 9)).toEqual({ ...ann, ...withoutContact, closedAtMs: 9 })
  expect(closed(admin, 9)).toEqual({ ...admin, ...withoutContact, adminUntilMs: 9, closedAtMs: 9 })
})

it('an erased account keeps nothing of the person, and the time of an earlier closing', () => {
  const nobody = { ...withoutContact, email: '', displayName: pseudonymOf(ann.id), registeredDomain: '', migratedFrom: null }
  expect(erased(ann, 9)).toEqual({ ...ann, ...nobody, closedAtMs: 9, erasedAtMs: 9 })
  expect(erased(closed(ann, 5), 9)).toEqual({ ...ann, ...nobody, closedAtMs: 5, erasedAtMs: 9 })
  expect(erased(admin, 9)).toEqual({ ...admin, ...nobody, adminUntilMs: 9, closedAtMs: 9, erasedAtMs: 9 })
  const { erasedAtMs: _none, ...older } = ann
  expect([isErased(erased(ann, 9)), isErased(ann), isErased(older as User)]).toEqual([true, false, false])
})

it('an erased person has the same made-up name in every release, because a restored shop makes it up again', () => {
  expect(pseudonymOf('0190a0b0-1234-7000-8000-00000000abcd')).toBe('Former consignor HJXV')
  expect(pseudonymOf('ann')).toBe('Former consignor EMET')
})

it('a sale that names an erased person is kept out of the log, unless it has the made-up name already', () => {
  const sellFor = (consignorName: string) => {
    const shop = new MemoryShop()
    shop.apply(new Map([[users.name, new Map([[ann.id, erased(ann, 9)]])]]))
    const line = {
      ...{ id: testId(3_000), itemId: null, itemName: 'Cup', barcode: '', imageUrl: '', consignorId: ann.id, consignorName },
      ...{ unitPriceCents: 1_000, quantity: 1, consignorPercentage: 50 },
    }
    const tenders = [{ kind: 'cash', label: '', amountCents: 1_000, givenCents: null }]
    const sale = { saleId: testId(1), displayId: 'POS-1', receiptNumber: 'A-1', cartId: testId(2), taxRateBps: 0, consignorPercentage: 50 }
    return shop.try(completePosSale, { ...sale, lines: [line], tenders })
  }
  expect([sellFor('Ann'), sellFor(pseudonymOf(ann.id))]).toMatchObject([{ forgetsArgs: true }, { forgetsArgs: false }])
})
