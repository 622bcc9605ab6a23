import { cents } from '@shop/shared/kernel/money.ts'
import { WAITING_TEXT } from '@shop/shared/trades/rules/machine.ts'
import type { Offer, OfferOfTrade, Trade } from '@shop/shared/trades/schema.ts'
import { describe, expect, test } from 'vitest'
import { tradeRows, tradesCsv } from '../trades-tab/trade-rows.ts'
import { buyerQuestion, sellerQuestion } from './move-words.ts'
import { receivedMoves, receivedRows, sentMoves, sentRows, takenNow, waitingWords } from './offer-rows.ts'

const HOUR_MS = 3_600_000

const part = (id: string, more: Partial<OfferOfTrade> = {}): OfferOfTrade => ({
  id,
  quantityOffered: 2,
  bidCents: cents(1_000),
  counterPriceCents: null,
  lastCounteredBy: null,
  status: 'pending',
  history: [],
  accepted: null,
  ...more,
})
const countered = { status: 'countered', lastCounteredBy: 'seller', counterPriceCents: cents(1_200) } as const
const trade = (more: Partial<Trade> = {}) =>
  ({
    id: 'trade',
    buyerUid: 'me',
    itemName: '=Teapot',
    imageUrl: '',
    quantity: 2,
    acceptedQuantity: 0,
    pricePerItemCents: cents(1_000),
    itemCostCents: cents(2_000),
    shippingCents: cents(400),
    commissionCents: cents(200),
    totalCents: cents(2_400),
    commissionBps: 1_000,
    commissionPaidBy: 'seller',
    status: 'pending',
    offers: [part('a')],
    trackingNumber: '',
    carrier: '',
    requestedAtMs: 0,
    expiresAtMs: HOUR_MS,
    ...more,
  }) as Trade
const offer = (more: Partial<Offer> = {}) =>
  ({
    ...part('o'),
    sellerUid: 'me',
    itemName: 'Lamp',
    itemBarcode: '036000291452',
    imageUrl: '',
    quantity: 2,
    pricePerItemCents: cents(1_000),
    breakdown: null,
    commissionBps: 1_000,
    commissionPaidBy: 'seller',
    tradeStatus: 'pending',
    trackingNumber: '',
    carrier: '',
    requestedAtMs: 0,
    expiresAtMs: HOUR_MS,
    ...more,
  }) as Offer

describe('Sent Offers', () => {
  test('shows a request to one seller as one row, with the counter and its cost', () => {
    const [asked] = sentRows([trade()])
    expect([asked?.priceCents, asked?.totalCents, asked && waitingWords(asked)]).toEqual([1_000, 2_400, WAITING_TEXT.seller])
    expect(asked && sentMoves(asked, 0)).toEqual(['cancel'])
    const [answered] = sentRows([trade({ offers: [part('a', countered)] })])
    expect([answered?.priceCents, answered?.totalCents, answered && waitingWords(answered)]).toEqual([1_200, 2_800, null])
    expect(answered && sentMoves(answered, 0)).toEqual(['acceptCounter', 'buyerCounter', 'declineCounter', 'cancel'])
  })

  test('shows a request to several sellers as one row, plus one for each seller that negotiates', () => {
    const rows = sentRows([trade({ offers: [part('a', countered), part('b')] })])
    expect(rows.map(({ id, isRequest }) => [id, isRequest])).toEqual([
      ['trade', true],
      ['a', false],
    ])
  })

  test('shows the total as an upper limit while it also covers a counter above the request’s price', () => {
    const raised = part('a', { ...countered, lastCounteredBy: 'buyer', bidCents: cents(1_500) })
    const rows = (more: Partial<Trade>) => sentRows([trade(more)]).map(({ totalCents, isAtMost }) => [totalCents, isAtMost])
    expect(rows({ offers: [part('a'), part('b')] })).toEqual([[2_400, false]])
    expect(rows({ offers: [raised, part('b')], totalCents: cents(3_400) })).toEqual([
      [3_400, true],
      [3_400, false],
    ])
    expect(rows({ offers: [raised], totalCents: cents(3_400) })).toEqual([[3_400, false]])
    const onTop = { commissionPaidBy: 'buyer', totalCents: cents(2_600) } as const
    expect(rows({ offers: [part('a'), part('b')], ...onTop })).toEqual([[2_600, false]])
  })

  test('shows only the counters of a partial trade, and no way to cancel it', () => {
    const rows = sentRows([trade({ status: 'partial', acceptedQuantity: 1, offers: [part('a', countered), part('b')] })])
    expect(rows.map((row) => [row.id, sentMoves(row, 0)])).toEqual([['a', ['acceptCounter', 'buyerCounter', 'declineCounter']]])
  })

  test.each(['cancelled', 'expired', 'declined', 'awaiting_shipping', 'shipping_uploaded', 'fulfilled'] as const)(
    'hides a trade that is %s',
    (status) => expect(sentRows([trade({ status })])).toEqual([]),
  )

  test('offers no answer to an expired offer', () => {
    const [row] = sentRows([trade({ offers: [part('a', countered)] })])
    expect(row && sentMoves(row, HOUR_MS)).toEqual(['cancel'])
  })
})

describe('Received Offers', () => {
  test('shows open offers, with moves only when it is the seller’s turn', () => {
    expect(
      receivedRows([offer(), offer({ status: 'declined' }), offer({ status: 'accepted' }), offer({ status: 'expired' })]),
    ).toHaveLength(1)
    expect(receivedMoves(offer(), 0)).toEqual(['accept', 'counter', 'decline'])
    expect(receivedMoves(offer(countered), 0)).toEqual([])
    expect(receivedMoves(offer({ ...countered, lastCounteredBy: 'buyer' }), 0)).toEqual(['accept', 'counter', 'decline'])
  })
})

describe('The question before an answer', () => {
  test('tells the seller how many of the remaining pieces the acceptance takes, and the payout', () => {
    const stock = (left: number) => [
      { consignorId: 'me', stockCount: left },
      { consignorId: 'you', stockCount: 9 },
    ]
    // the seller's items have another spelling of the barcode
    const where = (left: number) => (_items: unknown, _field: string, code: unknown) => (code === '0036000291452' ? stock(left) : [])
    const takenOf = (left: number) => takenNow({ where: where(left) as never }, offer())
    expect([9, 2, 1, 0].map(takenOf)).toEqual([2, 2, 1, 2])
    expect(sellerQuestion(offer(), 'accept', 2).lines).toEqual([
      '2 pieces at $10.00 each.',
      'The items are deducted from your inventory now.',
      'You receive $18.00, after $2.00 commission, when the order was shipped.',
    ])
    expect(sellerQuestion(offer(), 'accept', 1).lines.slice(0, 1)).toEqual([
      '1 piece at $10.00 each: that is all you have left of the 2 pieces offered.',
    ])
    expect(sellerQuestion(offer(), 'accept', 1).lines.at(-1)).toContain('You receive $9.00')
  })

  test('tells the buyer the cost of a counter, and the money held while other offers are open', () => {
    const counter = part('a', countered)
    const lines = (more: Partial<Trade>, held = 2_800) =>
      buyerQuestion(trade({ offers: [counter], ...more }), counter, 'acceptCounter', cents(held)).lines
    expect(lines({})).toEqual([
      '2 pieces at $12.00 each.',
      'Your total cost is then $28.00, held of your balance until the order was shipped.',
    ])
    expect(lines({ quantity: 5, offers: [counter, part('b')] }, 5_800)).toEqual([
      '2 pieces at $12.00 each.',
      'What is agreed on then costs you $28.00.',
      'With the offers that are still open it may come to $58.00: so much is held of your balance.',
    ])
  })
})

describe('My Trades', () => {
  const breakdown = {
    quantity: 1,
    priceCents: cents(999),
    itemCostCents: cents(999),
    commissionCents: cents(100),
    payoutCents: cents(899),
    atMs: 5,
  }

  test('lists purchases and sales with the amounts charged', () => {
    const rows = tradeRows(
      [trade({ status: 'fulfilled' }), trade({ id: 'open' }), trade({ id: 'gone', status: 'cancelled' })],
      [offer({ status: 'accepted', tradeStatus: 'awaiting_shipping', breakdown }), offer({ id: 'x' })],
    )
    expect(rows.map(({ id, charged }) => [id, charged])).toEqual([
      ['o', { shippingCents: 0, commissionCents: 100, finalCents: 899 }],
      ['gone', null],
      ['trade', { shippingCents: 400, commissionCents: 0, finalCents: 2_400 }],
    ])
  })

  test('exports rows whose amounts add up, without the other side’s id', () => {
    const [head, bought] = [...tradesCsv(tradeRows([trade({ status: 'fulfilled' })], []), 'UTC')]
    expect(head).toHaveLength(bought?.length ?? 0)
    expect(bought).toEqual(['1970-01-01', 'trade', 'Bought', '=Teapot', 2, 20, 4, 0, 24, null, 'Fulfilled', '', ''])
  })
})
