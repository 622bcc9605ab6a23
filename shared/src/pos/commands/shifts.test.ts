import { beforeEach, describe, expect, it } from 'vitest'
import { settleDiscrepancy } from '../../inventory/commands/settle-discrepancy.ts'
import { settleArgs } from '../../inventory/rules/settling.ts'
import { type Discrepancy, discrepancies } from '../../inventory/schema.ts'
import { cents } from '../../kernel/money.ts'
import { completePosSale } from '../../sales/commands/complete-pos-sale.ts'
import { refundSale } from '../../sales/commands/refund-sale.ts'
import { settleSuspendedArgs, settleSuspendedSale } from '../../sales/commands/settle-suspended-sale.ts'
import { voidPosSale } from '../../sales/commands/void-pos-sale.ts'
import { type Refund, refunds } from '../../sales/refund-schema.ts'
import { saleReferenceOf } from '../../sales/rules/sale-reference.ts'
import { saleLineId, suspendedIdOf } from '../../sales/rules/sold-pieces.ts'
import { type LedgerEntry, ledgerEntries } from '../../sales/schema.ts'
import { FORMER_ADMIN, MemoryShop, testId } from '../../testing/memory-shop.ts'
import { factsOfShift, figuresOf } from '../rules/shift-figures.ts'
import { takingsOf } from '../rules/takings.ts'
import { type PosSale, posSales, type SuspendedSale, suspendedSales } from '../schema.ts'
import { type CashMove, cashMoves, type Shift, shifts } from '../shift-schema.ts'
import { closeShift } from './close-shift.ts'
import { moveCash } from './move-cash.ts'
import { openShift } from './open-shift.ts'

const shiftId = testId(10)
const till = testId(11)

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
})

const opening = { shiftId, number: 1, drawer: 'Front', clientId: till, openingCents: 20_000, leftBeforeCents: null }
const open = (more: Partial<Record<keyof typeof opening, unknown>> = {}) => shop.run(openShift, { ...opening, ...more })

let count = 0
const move = (kind: CashMove['kind'], amountCents: number, reason = '') =>
  shop.run(moveCash, { moveId: testId(500 + count++), shiftId, kind, amountCents, reason })

type Paid = { readonly cash?: number; readonly card?: number }
const saleArgs = (n: number, { cash = 0, card = 0 }: Paid, inShift: string | null) => ({
  ...{ saleId: testId(1_000 + n), displayId: `POS-${n}`, receiptNumber: `AB-${n}`, cartId: testId(2_000 + n), shiftId: inShift },
  ...{ taxRateBps: 0, consignorPercentage: 0 },
  lines: [
    {
      ...{ id: testId(3_000 + n), itemId: null, itemName: 'Lamp', barcode: '', imageUrl: '', consignorId: null, consignorName: '' },
      ...{ unitPriceCents: cash + card, quantity: 1, consignorPercentage: 0 },
    },
  ],
  tenders: [
    ...(cash > 0 ? [{ kind: 'cash', label: '', amountCents: cash, givenCents: cash + 60 }] : []),
    ...(card > 0 ? [{ kind: 'card', label: 'Visa', amountCents: card, givenCents: null }] : []),
  ],
})
const sell = (n: number, paid: Paid, inShift: string | null = shiftId) => shop.run(completePosSale, saleArgs(n, paid, inShift))

const giveBack = (n: number, amountCents: number, inShift: string | null = shiftId, kind = 'cash') =>
  shop.run(refundSale, {
    ...{ refundId: testId(4_000 + n), saleId: testId(1_000 + n), receiptNumber: `AB-${n}`, shiftId: inShift },
    lines: [
      {
        ...{ saleLineId: saleLineId(testId(1_000 + n), 0), itemId: null, itemName: 'Lamp', consignorId: null, quantity: 0 },
        ...{ amountCents, goods: 'gone', reason: '' },
      },
    ],
    tenders: [{ kind, label: '', amountCents }],
  })

const theShift = () => shop.get(shifts, shiftId) as Shift
const figures = () =>
  figuresOf(
    theShift(),
    factsOfShift(
      { takings: takingsOf({ sales: shop.all<PosSale>(posSales), refunds: shop.all<Refund>(refunds) }), moves: shop.all(cashMoves) },
      shiftId,
    ),
  )
const close = (countedCents: number, leftCents: number, more: Record<string, unknown> = {}) =>
  shop.run(closeShift, { shiftId, countedCents, counts: [], leftCents, note: '', z: figures(), ...more })

/** Sums the accounts of cash, without those that stand at nothing. */
function cashBooks(kinds?: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { account, amountCents, kind } of shop.all<LedgerEntry>(ledgerEntries)) {
    if (!['cash_drawer', 'safe', 'expenses', 'over_short'].includes(account) || (kinds && !kinds.includes(kind))) continue
    sums[account] = (sums[account] ?? 0) + amountCents
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

/** A day whose drawer should hold 231.90. */
function aDay(): void {
  open()
  sell(1, { cash: 30_000, card: 1_000 })
  sell(2, { cash: 1_240 })
  sell(3, { card: 700 })
  giveBack(1, 1_800)
  move('in', 5_000)
  move('out', 1_250, 'milk')
  move('drop', 30_000)
  move('no_sale', 0)
}

describe('a shift', () => {
  it('expects the float and all cash of its facts, without change and without cards', () => {
    aDay()
    expect(theShift()).toMatchObject({ openingCents: 20_000, expectedCents: 23_190, openedByUid: testId(1), closedAtMs: null, z: null })
    expect(figures()).toEqual({
      ...{
        salesCount: 3,
        salesCents: 32_940,
        returnsCount: 1,
        returnsCents: 1_800,
        voidsCount: 0,
        voidsCents: 0,
        discountsCents: 0,
        taxCents: 0,
      },
      payments: [
        { kind: 'cash', label: '', amountCents: 29_440 },
        { kind: 'card', label: 'Visa', amountCents: 1_700 },
      ],
      ...{ openingCents: 20_000, inCents: 5_000, outCents: 1_250, dropCents: 30_000, noSaleCount: 1, expectedCents: 23_190 },
      moveIds: shop.all<CashMove>(cashMoves).map(({ id }) => id),
    })
  })

  it('books the float, each move, what is short, and what goes to the safe', () => {
    aDay()
    expect(cashBooks(['shift_opened'])).toEqual({ cash_drawer: -20_000, safe: 20_000 })
    // in: -5000 and +5000; out: +1250 and -1250; to the safe: +30000 and -30000
    expect(cashBooks(['cash_moved'])).toEqual({ cash_drawer: 26_250, safe: -25_000, expenses: -1_250 })
    close(22_990, 20_000)
    expect(cashBooks(['shift_closed'])).toEqual({ cash_drawer: 200 + 2_990, over_short: -200, safe: -2_990 })
    expect(cashBooks().cash_drawer).toBe(-20_000)
    expect(theShift()).toMatchObject({ countedCents: 22_990, leftCents: 20_000, expectedCents: 23_190, z: { expectedCents: 23_190 } })
    expect(shop.brokenLaws()).toEqual([])
  })

  it('books more than expected the other way round', () => {
    open()
    close(20_500, 20_500)
    expect(cashBooks(['shift_closed'])).toEqual({ cash_drawer: -500, over_short: 500 })
  })

  it('takes what differs from the cash that the shift before left as over or short, and nothing from the safe', () => {
    open({ leftBeforeCents: 20_150 })
    expect(cashBooks()).toEqual({ cash_drawer: 150, over_short: -150 })
  })

  it('gives the cash of a void back from the drawer of the day of the void', () => {
    sell(1, { cash: 2_000, card: 500 }, null)
    open()
    const sale = shop.get(posSales, testId(1_001)) as PosSale
    shop.run(voidPosSale, { ...saleReferenceOf(sale), reason: 'wrong lamp', goods: 'back', shiftId })
    expect(theShift().expectedCents).toBe(18_000)
    expect(figures()).toMatchObject({ salesCount: 0, voidsCount: 1, voidsCents: 2_500, expectedCents: 18_000 })
  })

  it('does not count what goes back to a card', () => {
    open()
    sell(1, { card: 900 })
    giveBack(1, 900, shiftId, 'card')
    expect(theShift().expectedCents).toBe(20_000)
  })

  it('is no condition for a sale, whose cash lies in no drawer until the next count finds it there', () => {
    open()
    close(20_000, 20_000)
    sell(1, { cash: 900 }, null)
    expect(shop.get(posSales, testId(1_001))).toMatchObject({ shiftId: null })
    open({ shiftId: testId(12), openingCents: 20_900, leftBeforeCents: 20_000 })
    expect(theShift().expectedCents).toBe(20_000)
    // the drawer has what was counted, and nothing twice
    expect(cashBooks()).toEqual({ cash_drawer: -20_900, safe: 20_000, over_short: 900 })
  })
})

describe('what comes after the count', () => {
  it('corrects the difference and never the printed figures', () => {
    open()
    // the tablet that sold this was offline, and its cash lay in the drawer when it was counted
    close(21_200, 20_000)
    expect(cashBooks(['shift_closed'])).toMatchObject({ over_short: 1_200 })
    const printed = theShift().z
    sell(1, { cash: 1_200 })
    expect(theShift()).toMatchObject({ expectedCents: 21_200, z: printed })
    expect(cashBooks()).toEqual({ cash_drawer: -20_000, safe: 20_000 - 1_200 })
  })

  it('is also the undoing of a sale that never was, at the office: the count was short by it', () => {
    open()
    sell(1, { cash: 1_000 })
    shop.run(completePosSale, { ...saleArgs(1, { cash: 1_000 }, shiftId), saleId: testId(1_002), receiptNumber: 'CD-1' })
    close(21_000, 20_000)
    expect(cashBooks(['shift_closed'])).toMatchObject({ over_short: -1_000 })
    const [question] = shop.all<Discrepancy>(discrepancies)
    expect(question).toMatchObject({ kind: 'cart_sold_twice', saleId: testId(1_002) })
    const twice = shop.get(posSales, testId(1_002)) as PosSale
    shop.run(settleDiscrepancy, settleArgs(question as Discrepancy, { action: 'undo_sale' }, twice))
    expect(theShift()).toMatchObject({ expectedCents: 21_000, countedCents: 21_000 })
    expect(cashBooks()).toEqual({ cash_drawer: -20_000, safe: 20_000 - 1_000 })
    expect(shop.brokenLaws()).toEqual([])
  })

  it('books a waiting sale with the cash that its drawer had when an admin accepts it', () => {
    open()
    shop.run(completePosSale, saleArgs(1, { cash: 700 }, shiftId), { actor: FORMER_ADMIN })
    expect(theShift().expectedCents).toBe(20_000)
    close(20_700, 20_000)
    shop.run(settleSuspendedSale, settleSuspendedArgs(shop.get(suspendedSales, suspendedIdOf(testId(1_001))) as SuspendedSale, 'accept'))
    expect(theShift().expectedCents).toBe(20_700)
    expect(cashBooks()).toEqual({ cash_drawer: -20_000, safe: 20_000 - 700 })
    expect(shop.brokenLaws()).toEqual([])
  })
})

describe('repeated, refused and withdrawn', () => {
  it('opens once, moves once, and a second count is refused', () => {
    aDay()
    const books = cashBooks()
    open({ openingCents: 1 })
    shop.run(moveCash, { moveId: testId(500 + count - 2), shiftId, kind: 'drop', amountCents: 30_000, reason: '' })
    expect(cashBooks()).toEqual(books)
    close(23_190, 20_000)
    const again = { shiftId, countedCents: 1, counts: [], leftCents: 0, note: '', z: figures() }
    expect(shop.refuse(closeShift, again).code).toBe('SHIFT_CLOSED')
    expect(theShift().countedCents).toBe(23_190)
  })

  it('asks an admin about the cash that a former admin moved, and books nothing', () => {
    shop.run(openShift, opening, { actor: FORMER_ADMIN })
    shop.run(moveCash, { moveId: testId(700), shiftId, kind: 'out', amountCents: 250, reason: 'milk' }, { actor: FORMER_ADMIN })
    const z = figuresOf({ openingCents: cents(20_000) }, { takings: [], moves: [] })
    const count = { shiftId, countedCents: 19_750, counts: [], leftCents: 0, note: '', z }
    for (const _ of [1, 2]) shop.run(closeShift, count, { actor: FORMER_ADMIN })
    expect(shop.all(shifts)).toEqual([])
    expect(shop.all(cashMoves)).toEqual([])
    expect(cashBooks()).toEqual({})
    const asked = shop.all<Discrepancy>(discrepancies)
    expect(asked.map(({ kind }) => kind)).toEqual(['shift_withdrawn', 'shift_withdrawn', 'shift_withdrawn'])
    expect(asked.map(({ note }) => note).sort()).toEqual([
      'Cash out $2.50: milk',
      'Closed with $197.50 counted',
      'Front opened with $200.00',
    ])
  })

  it.each([
    [
      'counts that do not add up',
      closeShift,
      { counts: [{ valueCents: 2_000, pieces: 3 }], countedCents: 5_000, leftCents: 0 },
      'add up to the cash',
    ],
    ['more left than counted', closeShift, { counts: [], countedCents: 100, leftCents: 101 }, 'More stays in the drawer'],
    ['a move of nothing', moveCash, { moveId: testId(1), kind: 'in', amountCents: 0, reason: '' }, 'greater than 0'],
    ['a drawer opened for money', moveCash, { moveId: testId(1), kind: 'no_sale', amountCents: 5, reason: '' }, 'has no amount'],
    ['a drawer without a name', openShift, { ...opening, drawer: ' ' }, 'name the drawer'],
  ])('refuses %s', (_, command, args, sentence) => {
    const z = figuresOf({ openingCents: cents(0) }, { takings: [], moves: [] })
    expect(() => shop.run(command, { shiftId, note: '', z, ...args })).toThrow(sentence)
  })
})

describe('one drawer on two devices', () => {
  const second = testId(12)
  const asked = () => shop.all<Discrepancy>(discrepancies)

  it('asks an admin once, and both shifts stand', () => {
    open()
    open({ shiftId: second, clientId: testId(13), drawer: 'front', leftBeforeCents: 20_000 })
    open({ shiftId: second, clientId: testId(13), drawer: 'front', leftBeforeCents: 20_000 })
    expect(asked()).toMatchObject([{ kind: 'drawer_twice', itemName: 'front', saleId: null, itemId: null, settledAtMs: null }])
    const opened = shop.all<Shift>(shifts).map(({ openedAtMs, closedAtMs }) => [openedAtMs === null, closedAtMs])
    expect(opened).toEqual([
      [false, null],
      [false, null],
    ])
    shop.run(settleDiscrepancy, settleArgs(asked()[0] as Discrepancy, { action: 'accept', note: 'Both counted' }))
    expect(asked()).toMatchObject([{ settlement: 'accepted', note: 'Both counted' }])
    open({ shiftId: second, clientId: testId(13) })
    expect(asked().length).toBe(1)
    expect(shop.brokenLaws()).toEqual([])
  })

  it.each([
    ['the same device', { clientId: till }],
    ['another drawer', { clientId: testId(13), drawer: 'Back' }],
  ])('asks nobody about %s', (_, more) => {
    open()
    open({ shiftId: second, ...more })
    expect(asked()).toEqual([])
  })

  it('asks nobody about a shift after the close of the one before, or one that was closed before its opening arrived', () => {
    open()
    close(20_000, 20_000)
    open({ shiftId: second, clientId: testId(13) })
    const z = figuresOf({ openingCents: cents(0) }, { takings: [], moves: [] })
    const third = testId(14)
    shop.run(closeShift, { shiftId: third, countedCents: 0, counts: [], leftCents: 0, note: '', z })
    open({ shiftId: third, clientId: testId(15) })
    expect(asked()).toEqual([])
  })
})
