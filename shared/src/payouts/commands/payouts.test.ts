import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../kernel/define-command.ts'
import { cents } from '../../kernel/money.ts'
import { type Balance, balances, type LedgerEntry, ledgerEntries } from '../../sales/schema.ts'
import { ADMIN, MemoryShop, testId } from '../../testing/memory-shop.ts'
import { cashAppLink, venmoChargeLink, venmoPayLink } from '../rules/payment-links.ts'
import { handleOf, payoutTargetSchema, savedHandle } from '../rules/payout-form.ts'
import { type PaymentInfo, type Payout, paymentInfos, payouts } from '../schema.ts'
import { markPayoutPaid } from './mark-payout-paid.ts'
import { removePayout } from './remove-payout.ts'
import { requestPayout } from './request-payout.ts'
import { UNDO_PAID_WINDOW_MS, undoPayoutPaid } from './undo-payout-paid.ts'

const [ann, bob] = [testId(10), testId(11)]
const as = (uid: string) => ({ actor: { uid, role: 'user', wasAdmin: false } satisfies Actor })
const [first, second] = [testId(100), testId(101)]
const wish = { payoutId: first, uid: ann, amountCents: 10_000, method: 'cashapp', handle: 'ann' }

let shop: MemoryShop
const balanceOf = (uid = ann) => shop.get(balances, uid) as Balance
const payoutOf = (id = first) => shop.get(payouts, id) as Payout
const give = (availableCents: number) =>
  shop.apply(new Map([[balances.name, new Map([[ann, { id: ann, availableCents: cents(availableCents), heldCents: cents(0) }]])]]))

beforeEach(() => {
  shop = new MemoryShop()
  shop.addUser(ann)
  shop.addUser(bob)
  give(10_000)
})

describe('a payout', () => {
  it('is held at once, so that the same money cannot be requested twice', () => {
    shop.run(requestPayout, wish, as(ann))
    expect(balanceOf()).toMatchObject({ availableCents: 0, heldCents: 10_000 })
    expect(payoutOf()).toMatchObject({ status: 'pending', handle: '$ann', settledAtMs: null })
    expect(shop.refuse(requestPayout, { ...wish, payoutId: second }, as(ann))).toMatchObject({
      code: 'BALANCE_TOO_LOW',
      message: 'Cannot request more than your current balance of $0.00',
    })
    expect(shop.refuse(requestPayout, wish, as(ann)).code).toBe('PAYOUT_EXISTS')
  })

  it('is settled once when it is paid, and cannot be deleted afterwards', () => {
    shop.run(requestPayout, wish, as(ann))
    for (let i = 0; i < 2; i++) shop.run(markPayoutPaid, { payoutId: first, uid: ann })
    expect(balanceOf()).toMatchObject({ availableCents: 0, heldCents: 0 })
    expect(payoutOf()).toMatchObject({ status: 'paid', settledByUid: ADMIN.uid })
    expect(shop.refuse(removePayout, { payoutId: first, uid: ann }).code).toBe('PAYOUT_PAID')
  })

  it('is released once when it is deleted, and cannot be paid afterwards', () => {
    shop.run(requestPayout, wish, as(ann))
    for (let i = 0; i < 2; i++) shop.run(removePayout, { payoutId: first, uid: ann })
    expect(balanceOf()).toMatchObject({ availableCents: 10_000, heldCents: 0 })
    expect(shop.refuse(markPayoutPaid, { payoutId: first, uid: ann }).code).toBe('PAYOUT_DELETED')
  })

  it('that was marked as paid by mistake is held again, and can be paid or deleted', () => {
    const named = { payoutId: first, uid: ann }
    shop.run(requestPayout, wish, as(ann))
    expect(shop.refuse(undoPayoutPaid, named).code).toBe('PAYOUT_NOT_PAID')
    shop.run(markPayoutPaid, named)
    // money that came in meanwhile may be asked for as well
    give(2_500)
    shop.run(requestPayout, { ...wish, payoutId: second, amountCents: 2_500 }, as(ann))
    shop.run(undoPayoutPaid, named)
    expect(balanceOf()).toMatchObject({ availableCents: 0, heldCents: 12_500 })
    expect(payoutOf()).toMatchObject({ status: 'pending', settledAtMs: null, settledByUid: null })
    expect(shop.refuse(undoPayoutPaid, named).code).toBe('PAYOUT_NOT_PAID')
    shop.run(markPayoutPaid, named)
    shop.run(undoPayoutPaid, named)
    shop.run(removePayout, named)
    expect(balanceOf()).toMatchObject({ availableCents: 10_000, heldCents: 2_500 })
    expect(shop.refuse(undoPayoutPaid, named).code).toBe('PAYOUT_DELETED')
  })

  it('is marked as unpaid only by the admin who marked it as paid, and only soon afterwards by the server’s clock', () => {
    const named = { payoutId: first, uid: ann }
    const other: Actor = { uid: testId(12), role: 'admin', wasAdmin: false }
    shop.run(requestPayout, wish, as(ann))
    shop.run(markPayoutPaid, named)
    const paidAtMs = payoutOf().settledAtMs ?? 0
    expect(() => shop.try(undoPayoutPaid, named, as(ann))).toThrow(/may not run/)
    expect(shop.refuse(undoPayoutPaid, named, { actor: other }).code).toBe('PAYOUT_PAID_BY_OTHER')
    const lateMs = paidAtMs + UNDO_PAID_WINDOW_MS + 1
    shop.nowMs = lateMs
    expect(shop.refuse(undoPayoutPaid, named, { at: paidAtMs }).code).toBe('PAYOUT_UNDO_LATE')
    shop.nowMs = lateMs - 1
    shop.run(undoPayoutPaid, named, { at: lateMs })
    expect(payoutOf().status).toBe('pending')
  })

  it('saves the handle of each method', () => {
    shop.run(requestPayout, { ...wish, amountCents: 100 }, as(ann))
    shop.run(requestPayout, { ...wish, payoutId: second, amountCents: 100, method: 'venmo', handle: '@ann-v' }, as(ann))
    const info = shop.get(paymentInfos, ann) as PaymentInfo
    expect(info).toEqual({ id: ann, cashtag: '$ann', venmoUsername: '@ann-v' })
    expect([savedHandle(info, 'cashapp'), savedHandle(info, 'venmo'), savedHandle(undefined, 'venmo')]).toEqual(['$ann', '@ann-v', ''])
    expect(savedHandle(undefined, 'cashapp')).toBe('')
  })

  it('can be requested only by its consignor or an admin, and only an admin marks it as paid', () => {
    expect(shop.refuse(requestPayout, wish, as(bob)).code).toBe('FORBIDDEN')
    shop.run(requestPayout, wish)
    expect(payoutOf().uid).toBe(ann)
    expect(shop.refuse(markPayoutPaid, { payoutId: first, uid: bob }).code).toBe('PAYOUT_NOT_FOUND')
    expect(() => shop.try(markPayoutPaid, { payoutId: first, uid: ann }, as(ann))).toThrow(/may not run/)
  })

  it('requires an amount and a handle', () => {
    for (const amountCents of [0, -5, 0.5]) expect(() => shop.try(requestPayout, { ...wish, amountCents }, as(ann))).toThrow()
    expect(shop.refuse(requestPayout, { ...wish, handle: ' $ ' }, as(ann)).fields).toEqual({ paymentUsername: 'Please enter your CashTag' })
    expect(shop.refuse(requestPayout, { ...wish, method: 'venmo', handle: '@' }, as(ann)).message).toBe('Please enter your Venmo username')
  })

  it('gets a handle with exactly one prefix', () => {
    expect(['ann', '$ann', ' $$an n', '@ann', '$'].map((typed) => handleOf('cashapp', typed))).toEqual(['$ann', '$ann', '$ann', '$ann', ''])
    expect(handleOf('venmo', 'ann')).toBe('@ann')
    // a sign inside belongs to the name
    expect(handleOf('venmo', 'ann@home')).toBe('@ann@home')
    expect(payoutTargetSchema.parse({ method: 'venmo', handle: ' $ann' })).toEqual({ method: 'venmo', handle: '@ann' })
    // invisible characters from a copied page
    expect(['\u200b$an\u200dn\u202e', '$\u200b\ufeff'].map((typed) => handleOf('cashapp', typed))).toEqual(['$ann', ''])
    // the saved handle fills in the next form, which must accept it
    const [longest, tooLong] = ['a'.repeat(59), 'a'.repeat(60)]
    expect(shop.refuse(requestPayout, { ...wish, handle: tooLong }, as(ann)).fields).toEqual({ paymentUsername: 'At most 60 characters' })
    shop.run(requestPayout, { ...wish, handle: longest }, as(ann))
    expect((shop.get(payouts, first) as Payout).handle).toBe(`$${longest}`)
    expect(payoutTargetSchema.safeParse({ method: '', handle: 'x' }).error?.issues[0]?.message).toBe('Please select a payment method')
    expect(payoutTargetSchema.safeParse({ method: 'venmo', handle: '@' }).error?.issues[0]).toMatchObject({
      path: ['handle'],
      message: 'Please enter your Venmo username',
    })
  })

  it('has links that fill in the amount and escape the handle and the note', () => {
    const payout = { method: 'cashapp', handle: '$a&b"', amountCents: cents(123_456) } as const
    expect(cashAppLink(payout)).toBe('https://cash.app/$a%26b%22/1234.56')
    expect(venmoPayLink(payout, 'x')).toBe('')
    expect(cashAppLink({ ...payout, method: 'venmo', handle: '@ann' })).toBe('')
    expect(venmoPayLink({ ...payout, method: 'venmo', handle: '@ann' }, 'For you')).toBe(
      'https://venmo.com/ann?txn=pay&amount=1234.56&note=For%20you',
    )
    expect(venmoChargeLink(cents(5), 'shop@home', '')).toBe('https://venmo.com/shop%40home?txn=charge&amount=0.05&note=')
    expect(venmoChargeLink(cents(5), '', 'a&b')).toBe('https://venmo.com/?txn=charge&amount=0.05&note=a%26b')
  })

  it('does not tell its consignor which admin settled it', () => {
    shop.run(requestPayout, wish, as(ann))
    expect(payouts.audience(payoutOf())).toEqual(['admins', `user:${ann}`])
    expect(payouts.userFields).not.toContain('settledByUid')
  })
})

it('payouts neither create nor lose a cent, in any order of requests, payments, their undoing and deletions', () => {
  const step = fc.record({
    kind: fc.constantFrom('request', 'pay', 'undo', 'remove'),
    payout: fc.integer({ min: 0, max: 5 }),
    amountCents: fc.integer({ min: 1, max: 6_000 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      shop = new MemoryShop()
      shop.addUser(ann)
      give(10_000)
      for (const { kind, payout, amountCents } of steps) {
        const payoutId = testId(200 + payout)
        if (kind === 'request') shop.try(requestPayout, { ...wish, payoutId, amountCents }, as(ann))
        else shop.try({ pay: markPayoutPaid, undo: undoPayoutPaid, remove: removePayout }[kind], { payoutId, uid: ann })
      }
      const all = shop.all<Payout>(payouts)
      const sum = (status: Payout['status']) =>
        all.filter((one) => one.status === status).reduce((total, one) => total + one.amountCents, 0)
      expect(balanceOf().heldCents).toBe(sum('pending'))
      expect(balanceOf().availableCents).toBe(10_000 - sum('pending') - sum('paid'))
      expect(balanceOf().availableCents).toBeGreaterThanOrEqual(0)
      const entries = shop.all<LedgerEntry>(ledgerEntries)
      expect(entries.reduce((total, entry) => total + entry.amountCents, 0)).toBe(0)
      expect(entries.filter(({ account }) => account === 'paid_out').reduce((total, entry) => total + entry.amountCents, 0)).toBe(
        sum('paid'),
      )
    }),
  )
})
