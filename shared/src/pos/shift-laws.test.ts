import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AnyCommand } from '../kernel/define-command.ts'
import { cents } from '../kernel/money.ts'
import { completePosSale } from '../sales/commands/complete-pos-sale.ts'
import { refundSale } from '../sales/commands/refund-sale.ts'
import { voidPosSale } from '../sales/commands/void-pos-sale.ts'
import { saleLineId } from '../sales/rules/sold-pieces.ts'
import { type LedgerEntry, ledgerEntries } from '../sales/schema.ts'
import { MemoryShop, START_MS, testId } from '../testing/memory-shop.ts'
import { closeShift } from './commands/close-shift.ts'
import { moveCash } from './commands/move-cash.ts'
import { openShift } from './commands/open-shift.ts'
import { figuresOf } from './rules/shift-figures.ts'
import { type Shift, shifts } from './shift-schema.ts'

const numRuns = Number(process.env.PROPERTY_RUNS ?? 300)

/** One shift of a drawer in plain numbers: the model adds them up and shares no rule with the commands. */
type Day = {
  readonly floatCents: number
  readonly sales: readonly { readonly cash: number; readonly card: number; readonly back: number; readonly isVoided: boolean }[]
  readonly moves: readonly { readonly kind: 'in' | 'out' | 'drop'; readonly amount: number }[]
  /** Cash that is missing at the count; negative when there is too much. */
  readonly missing: number
  readonly left: number
}

const amount = fc.integer({ min: 1, max: 50_000 })
const day: fc.Arbitrary<Day> = fc.record({
  floatCents: fc.integer({ min: 0, max: 30_000 }),
  sales: fc.array(
    fc.record({ cash: amount, card: fc.integer({ min: 0, max: 900 }), back: fc.integer({ min: 0, max: 100 }), isVoided: fc.boolean() }),
    { maxLength: 4 },
  ),
  moves: fc.array(fc.record({ kind: fc.constantFrom('in', 'out', 'drop'), amount }), { maxLength: 3 }),
  missing: fc.integer({ min: -500, max: 500 }),
  left: fc.integer({ min: 0, max: 100 }),
})

type Fact = { readonly command: AnyCommand; readonly args: Record<string, unknown>; readonly after?: string; readonly name: string }
type Expected = { drawer: number; safe: number; expenses: number; overShort: number; expects: number[] }

/** Writes the facts of consecutive shifts of one drawer, and the cash as somebody with a pencil adds it up. */
function written(days: readonly Day[]): { facts: Fact[]; model: Expected } {
  const facts: Fact[] = []
  const model: Expected = { drawer: 0, safe: 0, expenses: 0, overShort: 0, expects: [] }
  let next = 0
  const id = () => testId(10_000 + next++)
  days.forEach((one, nth) => {
    const shiftId = testId(100 + nth)
    const leftBefore = nth === 0 ? null : model.drawer
    const opening = { shiftId, number: nth + 1, drawer: 'Front', clientId: testId(50), openingCents: one.floatCents }
    facts.push({ name: `open ${nth}`, command: openShift, args: { ...opening, leftBeforeCents: leftBefore } })
    if (nth === 0) model.safe -= one.floatCents
    else model.overShort += one.floatCents - model.drawer
    let inDrawer = one.floatCents
    for (const sale of one.sales) {
      const [saleId, given] = [id(), Math.min(sale.back, sale.cash)]
      facts.push({ name: saleId, command: completePosSale, args: saleOf(saleId, id(), shiftId, sale) })
      inDrawer += sale.cash
      if (given > 0) facts.push({ name: id(), after: saleId, command: refundSale, args: returnOf(saleId, id(), shiftId, given) })
      inDrawer -= given
      if (sale.isVoided) {
        facts.push({
          name: id(),
          after: saleId,
          command: voidPosSale,
          args: { saleId, itemIds: [], consignorIds: [], reason: '', goods: 'back', shiftId },
        })
        inDrawer -= sale.cash - given
      }
    }
    for (const { kind, amount: moved } of one.moves) {
      facts.push({ name: id(), command: moveCash, args: { moveId: id(), shiftId, kind, amountCents: moved, reason: '' } })
      inDrawer += kind === 'in' ? moved : -moved
      if (kind === 'out') model.expenses += moved
      else model.safe += kind === 'in' ? -moved : moved
    }
    model.expects.push(inDrawer)
    const counted = Math.max(0, inDrawer - one.missing)
    const left = Math.min(one.left, counted)
    model.overShort += counted - inDrawer
    model.safe += counted - left
    model.drawer = left
    const z = figuresOf({ openingCents: cents(0) }, { takings: [], moves: [] })
    facts.push({
      name: `close ${nth}`,
      command: closeShift,
      args: { shiftId, countedCents: counted, counts: [], leftCents: left, note: '', z },
    })
  })
  return { facts, model }
}

const saleOf = (saleId: string, lineId: string, shiftId: string, { cash, card }: { cash: number; card: number }) => ({
  ...{ saleId, displayId: 'POS-1', receiptNumber: saleId.slice(-8), cartId: lineId, shiftId, taxRateBps: 825, consignorPercentage: 0 },
  lines: [
    {
      ...{ id: lineId, itemId: null, itemName: 'Lamp', barcode: '', imageUrl: '', consignorId: null, consignorName: '' },
      ...{ unitPriceCents: cash + card, quantity: 1, consignorPercentage: 0 },
    },
  ],
  tenders: [
    { kind: 'cash', label: '', amountCents: cash, givenCents: cash + 5 },
    ...(card > 0 ? [{ kind: 'card', label: '', amountCents: card, givenCents: null }] : []),
  ],
})

const returnOf = (saleId: string, refundId: string, shiftId: string, amountCents: number) => ({
  ...{ refundId, saleId, receiptNumber: 'A-1', shiftId },
  lines: [
    {
      ...{ saleLineId: saleLineId(saleId, 0), itemId: null, itemName: 'Lamp', consignorId: null, quantity: 0 },
      ...{ amountCents, goods: 'gone', reason: '' },
    },
  ],
  tenders: [{ kind: 'cash', label: '', amountCents }],
})

/** Puts the facts into the order of these keys; a return or void never comes before its sale, which is another law. */
function arriving(facts: readonly Fact[], keys: readonly number[]): Fact[] {
  const keyOf = new Map(facts.map((fact, index) => [fact, keys[index % keys.length] ?? index]))
  const waiting = [...facts].sort((a, b) => (keyOf.get(a) ?? 0) - (keyOf.get(b) ?? 0))
  const here = new Set<string>()
  const order: Fact[] = []
  while (waiting.length > 0) {
    const index = waiting.findIndex(({ name, after }) => isFree(facts, here, name, after))
    const [fact] = waiting.splice(index, 1)
    if (!fact) throw new Error('every fact waits for another')
    here.add(fact.name)
    order.push(fact)
  }
  return order
}

/** A void comes after the returns of its sale, because it gives back what they left. */
const isFree = (facts: readonly Fact[], here: ReadonlySet<string>, name: string, after: string | undefined) =>
  after === undefined ||
  (here.has(after) &&
    (facts.find((fact) => fact.name === name)?.command !== voidPosSale ||
      facts.every((fact) => fact.after !== after || fact.command !== refundSale || here.has(fact.name))))

const cashIn = (shop: MemoryShop, account: string) =>
  shop
    .all<LedgerEntry>(ledgerEntries)
    .filter((entry) => entry.account === account)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)

it('the books have the cash of every drawer, whatever the order in which its facts arrive', () => {
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 3 }), fc.array(fc.nat(), { minLength: 1, maxLength: 60 }), (days, keys) => {
      const { facts, model } = written(days)
      const shop = new MemoryShop()
      for (const [nth, { command, args }] of arriving(facts, keys).entries()) {
        shop.run(command, args, { at: START_MS + nth })
        expect(shop.brokenLaws(), command.name).toEqual([])
      }
      const found = {
        // money in an account of cash is negative
        ...{ drawer: 0 - cashIn(shop, 'cash_drawer'), safe: 0 - cashIn(shop, 'safe') },
        ...{ expenses: 0 - cashIn(shop, 'expenses'), overShort: cashIn(shop, 'over_short') },
        expects: days.map((_, nth) => Number((shop.get(shifts, testId(100 + nth)) as Shift).expectedCents)),
      }
      expect(found).toEqual(model)
    }),
    { numRuns, verbose: 1 },
  )
})
