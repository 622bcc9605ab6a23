import { beforeEach, describe, expect, it } from 'vitest'
import { addConsignorItem } from '../../inventory/commands/add-item.ts'
import { editItem } from '../../inventory/commands/edit-item.ts'
import type { Actor } from '../../kernel/define-command.ts'
import { markPayoutPaid } from '../../payouts/commands/mark-payout-paid.ts'
import { requestPayout } from '../../payouts/commands/request-payout.ts'
import { type Payout, paymentInfos, payouts } from '../../payouts/schema.ts'
import { saveCart } from '../../pos/commands/save-cart.ts'
import { type Cart, carts, type PosSale, posSales } from '../../pos/schema.ts'
import { completePosSale } from '../../sales/commands/complete-pos-sale.ts'
import { recordCustomSale } from '../../sales/commands/record-custom-sale.ts'
import { type Sale, sales } from '../../sales/schema.ts'
import { type AuditEntry, auditEntries } from '../../settings/schema.ts'
import { submitShipment } from '../../shipments/commands/submit-shipment.ts'
import { shipments } from '../../shipments/schema.ts'
import { ADMIN, MemoryShop, testId } from '../../testing/memory-shop.ts'
import { pseudonymOf } from '../rules/erasure.ts'
import { type User, users } from '../schema.ts'
import { addAddress } from './add-address.ts'
import { editProfile } from './edit-profile.ts'
import { eraseAccount } from './erase-account.ts'
import { eraseTraces } from './erase-traces.ts'

const [ann, bob] = [testId(10), testId(11)]
const SYSTEM: Actor = { uid: 'system', role: 'system', wasAdmin: false }
const asAnn = { actor: { uid: ann, role: 'user', wasAdmin: false } satisfies Actor }
const asBob = { actor: { uid: bob, role: 'user', wasAdmin: false } satisfies Actor }
const person = () => shop.get(users, ann) as User

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
  shop.addUser(ADMIN.uid, { role: 'admin' })
  shop.addUser(ann, { email: 'ann@example.org', displayName: 'Ann Lee', username: 'ann', photoUrl: '/p', discordId: '1' })
  shop.addUser(bob)
})

const line = (n: number) => ({
  id: testId(3_000 + n),
  itemId: null,
  itemName: 'Cup',
  barcode: '1',
  imageUrl: '',
  consignorName: 'Ann Lee',
  consignorId: ann,
})
const sell = (n: number) =>
  shop.run(completePosSale, {
    saleId: testId(1_000 + n),
    displayId: 'POS-1',
    receiptNumber: `A-${n}`,
    cartId: testId(2_000 + n),
    taxRateBps: 0,
    consignorPercentage: 50,
    lines: [{ ...line(n), unitPriceCents: 1_000, quantity: 1, consignorPercentage: 50 }],
    tenders: [{ kind: 'cash', label: '', amountCents: 1_000, givenCents: null }],
  })
const payOut = () => {
  shop.run(requestPayout, { payoutId: testId(70), uid: ann, amountCents: 500, method: 'venmo', handle: 'ann-lee' }, asAnn)
  shop.run(markPayoutPaid, { payoutId: testId(70), uid: ann })
}

describe('erasing a person', () => {
  it('keeps sales and money under a made-up name, and removes e-mail, username, picture, chat, shipments and payout handles', () => {
    shop.run(
      addAddress,
      { id: testId(80), uid: ann, fields: { name: 'Ann Lee', street: '1', city: 'C', state: 'TX', zip: '1', country: 'USA' } },
      asAnn,
    )
    shop.run(submitShipment, { id: testId(81), uid: ann, carrier: 'UPS', trackingNumber: '1Z' }, asAnn)
    sell(1)
    payOut()
    const [sale] = shop.all<Sale>(sales)
    shop.run(eraseAccount, { uid: ann }, asAnn)
    expect(person()).toMatchObject({ email: '', displayName: pseudonymOf(ann), username: null, photoUrl: '', discordId: '' })
    expect([person().closedAtMs, person().erasedAtMs]).toEqual([shop.nowMs, shop.nowMs])
    expect([shop.all(shipments), shop.all(paymentInfos), shop.all<Sale>(sales)]).toEqual([[], [], [sale]])
    expect(shop.all<Payout>(payouts).map(({ amountCents, handle, status }) => [amountCents, handle, status])).toEqual([[500, '', 'paid']])
    expect(shop.all<AuditEntry>(auditEntries).at(-1)).toMatchObject({ action: 'accounts.erase', before: {}, subject: ann })
    expect(shop.brokenLaws()).toEqual([])
  })

  it('gives each person a made-up name that never changes and that hardly anybody shares', () => {
    expect(pseudonymOf(ann)).toMatch(/^Former consignor [2-9A-HJ-NP-Z]{4}$/)
    expect(pseudonymOf(ann)).toBe(pseudonymOf(ann))
    expect(new Set(Array.from({ length: 500 }, (_, n) => pseudonymOf(testId(n)))).size).toBeGreaterThan(495)
  })

  it('is refused until money and goods are settled, and the refusal lists what is left', () => {
    shop.run(addConsignorItem, { id: testId(60), consignorId: ann, texts: { itemName: 'Cup', barcode1: '1' }, quantity: 2 })
    shop.run(recordCustomSale, { saleId: testId(1), consignorId: ann, itemName: 'Lamp', amountCents: 1_500 })
    shop.run(requestPayout, { payoutId: testId(70), uid: ann, amountCents: 500, method: 'venmo', handle: 'ann-lee' }, asAnn)
    expect(shop.refuse(eraseAccount, { uid: ann }, asAnn)).toMatchObject({
      code: 'NOT_SETTLED',
      message: 'To be settled first: a balance of $10.00, $5.00 on hold, 2 pieces on the shelf, 1 payout that waits.',
    })
    expect(shop.refuse(eraseAccount, { uid: ann, waitingSales: 2 }).message).toContain('2 sales that an admin has to check')
    // after a restore the server erases again, even if something in the backup is unsettled
    shop.run(eraseAccount, { uid: ann }, { actor: SYSTEM })
    expect(person().displayName).toBe(pseudonymOf(ann))
    expect(shop.brokenLaws()).toEqual([])
  })

  it('is allowed once, to the person and to admins, but never for the last admin', () => {
    expect(shop.refuse(eraseAccount, { uid: ann }, asBob).code).toBe('FORBIDDEN')
    expect(shop.refuse(eraseAccount, { uid: ADMIN.uid }).code).toBe('LAST_ADMIN')
    // an earlier account has a role, but nobody signs in to it
    shop.addUser(testId(98), { role: 'admin', isEarlier: true })
    expect(shop.refuse(eraseAccount, { uid: ADMIN.uid }).code).toBe('LAST_ADMIN')
    expect(shop.refuse(eraseAccount, { uid: testId(99) }).code).toBe('ACCOUNT_NOT_FOUND')
    shop.run(eraseAccount, { uid: ann })
    expect(shop.refuse(eraseAccount, { uid: ann }).code).toBe('ACCOUNT_NOT_FOUND')
    shop.addUser(bob, { role: 'admin' })
    shop.run(eraseAccount, { uid: ADMIN.uid })
    expect(shop.get(users, ADMIN.uid)).toMatchObject({ role: 'user', adminUntilMs: shop.nowMs })
  })

  it('removes the name from receipts, carts and audit entries', () => {
    sell(1)
    payOut()
    const cart = { id: testId(90), status: 'parked', label: 'for Ann Lee', clientId: testId(91), consignorPercentage: 50, saleId: null }
    const lines = [{ ...line(2), location: '', unitPriceCents: null, quantity: 1 }]
    shop.run(saveCart, { cart: { ...cart, lines, createdAtMs: 1, updatedAtMs: 1, byUid: '' } })
    shop.run(eraseAccount, { uid: ann })
    const entry = shop.all<AuditEntry>(auditEntries).find(({ action }) => action === 'payouts.markPaid')
    shop.run(
      eraseTraces,
      {
        uid: ann,
        posSaleIds: [testId(1_001), testId(5)],
        cartIds: [testId(90)],
        labelledCartIds: [testId(90)],
        auditEntryIds: [entry?.id ?? ''],
      },
      { actor: SYSTEM },
    )
    expect((shop.get(posSales, testId(1_001)) as PosSale).lines[0]?.consignorName).toBe(pseudonymOf(ann))
    expect(shop.get(carts, testId(90))).toMatchObject({ label: '', lines: [{ consignorName: pseudonymOf(ann) }] })
    expect((shop.get(auditEntries, entry?.id ?? '') as AuditEntry).after).toEqual({ amountCents: 500, handle: '' })
  })

  it('puts the made-up name into sales and carts that arrive late, and refuses profile changes, payouts and shipments', () => {
    shop.run(eraseAccount, { uid: ann })
    sell(1)
    expect((shop.get(posSales, testId(1_001)) as PosSale).lines[0]?.consignorName).toBe(pseudonymOf(ann))
    const cart = { id: testId(90), status: 'parked', label: '', clientId: testId(91), consignorPercentage: 50, saleId: null }
    const lines = [{ ...line(2), location: '', unitPriceCents: null, quantity: 1 }]
    shop.run(saveCart, { cart: { ...cart, lines, createdAtMs: 1, updatedAtMs: 1, byUid: '' } })
    expect((shop.get(carts, testId(90)) as Cart).lines[0]?.consignorName).toBe(pseudonymOf(ann))
    expect(shop.refuse(editProfile, { uid: ann, changes: { displayName: 'Ann Lee' } }, asAnn).code).toBe('ACCOUNT_NOT_FOUND')
    const handle = { payoutId: testId(71), uid: ann, amountCents: 500, method: 'venmo', handle: 'ann-lee' }
    for (const by of [asAnn, {}]) expect(shop.refuse(requestPayout, handle, by).code).toBe('FORBIDDEN')
    for (const by of [asAnn, {}])
      expect(shop.refuse(submitShipment, { id: testId(82), uid: ann, carrier: 'UPS', trackingNumber: '1Z' }, by).code).toBe('FORBIDDEN')
    expect(shop.brokenLaws()).toEqual([])
  })

  it('keeps a sold-out item with its owner', () => {
    shop.run(addConsignorItem, { id: testId(60), consignorId: ann, texts: { itemName: 'Cup', barcode1: '1' }, quantity: 2 })
    shop.run(editItem, { id: testId(60), changes: {}, quantityDelta: -2 })
    shop.run(eraseAccount, { uid: ann }, asAnn)
    expect(shop.item(testId(60))).toMatchObject({ itemName: 'Cup', consignorId: ann, stockCount: 0 })
  })
})
