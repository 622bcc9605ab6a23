import { describe, expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import type { Payout } from '../../payouts/schema.ts'
import type { Offer, Trade } from '../../trades/schema.ts'
import { withoutTexts } from './audit-texts.ts'
import { unsettledOf, unsettledWords } from './erasure.ts'

const none = { balances: [], items: [], trades: [], offers: [], payouts: [], waitingSales: 0 }
const settled = { availableCents: 0, heldCents: 0, pieces: 0, openTrades: 0, pendingPayouts: 0, waitingSales: 0 }
const balance = (available: number, held = 0) => ({ availableCents: cents(available), heldCents: cents(held) })
const trades = (...states: Trade['status'][]) => states.map((status) => ({ status }) as Trade)
const offer = (status: Offer['status'], tradeStatus: Offer['tradeStatus']) => ({ status, tradeStatus }) as Offer

describe('what a person has to settle before an erasure', () => {
  it('is nothing for an account with nothing', () => {
    expect(unsettledOf(none)).toEqual(settled)
    expect(unsettledWords(unsettledOf(none))).toEqual([])
  })
  it('is the money of all accounts together, and is never nothing while one of them has some', () => {
    expect(unsettledOf({ ...none, balances: [balance(500, 20), balance(250, 30)] })).toEqual({
      ...settled,
      availableCents: 750,
      heldCents: 50,
    })
    expect(unsettledOf({ ...none, balances: [balance(0), balance(-500), balance(500)] })).toMatchObject({ availableCents: -500 })
    expect(unsettledOf({ ...none, balances: [balance(0, 7), balance(0, -7)] })).toMatchObject({ availableCents: 0, heldCents: 7 })
  })
  it('is the pieces on the shelf; an oversold item hides none of them', () => {
    expect(unsettledOf({ ...none, items: [{ stockCount: 3 }, { stockCount: -2 }, { stockCount: 1 }] })).toEqual({ ...settled, pieces: 4 })
  })
  it('is each trade that goes on, asked or answered', () => {
    const asked = trades('pending', 'partial', 'awaiting_shipping', 'shipping_uploaded', 'fulfilled', 'declined', 'cancelled', 'expired')
    expect(unsettledOf({ ...none, trades: asked })).toEqual({ ...settled, openTrades: 4 })
    const got = [
      ...[offer('pending', 'pending'), offer('countered', 'partial'), offer('accepted', 'awaiting_shipping')],
      ...[offer('declined', 'partial'), offer('expired', 'partial'), offer('accepted', 'fulfilled')],
    ]
    expect(unsettledOf({ ...none, offers: got })).toEqual({ ...settled, openTrades: 3 })
  })
  it('is each payout that waits and each sale that an admin has to check', () => {
    const payouts = ['pending', 'paid', 'deleted'].map((status) => ({ status }) as Payout)
    expect(unsettledOf({ ...none, payouts, waitingSales: 2 })).toEqual({ ...settled, pendingPayouts: 1, waitingSales: 2 })
  })
  it('is put into words, one or many', () => {
    const one = { availableCents: cents(-5), heldCents: cents(150), pieces: 1, openTrades: 1, pendingPayouts: 1, waitingSales: 1 }
    expect(unsettledWords(one)).toEqual([
      ...['a balance of -$0.05', '$1.50 on hold', '1 piece on the shelf', '1 open trade', '1 payout that waits'],
      '1 sale that an admin has to check',
    ])
    const many = { ...unsettledOf(none), pieces: 2, openTrades: 3, pendingPayouts: 4, waitingSales: 5 }
    expect(unsettledWords(many)).toEqual([
      ...['2 pieces on the shelf', '3 open trades', '4 payouts that wait', '5 sales that an admin has to check'],
    ])
  })
})

describe('an audit entry of an erased person', () => {
  it('keeps amounts, states and ids, and no text that somebody typed, at any depth', () => {
    const entry = {
      ...{ note: 'Ann moved', handle: '$ann', amountCents: 500, isPaid: true, at: null, role: 'admin', status: 'paid' },
      ...{ lines: [{ itemName: 'Ann’s cup', quantity: 2, kind: 'sale' }, 'Ann'], to: { name: 'Ann', method: 'venmo' } },
      kind: { name: 'Ann' },
    }
    expect(withoutTexts(entry)).toEqual({
      ...{ note: '', handle: '', amountCents: 500, isPaid: true, at: null, role: 'admin', status: 'paid' },
      ...{ lines: [{ itemName: '', quantity: 2, kind: 'sale' }, ''], to: { name: '', method: 'venmo' } },
      kind: { name: '' },
    })
  })
})
