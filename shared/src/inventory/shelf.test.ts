import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type PosSale, posSales, type SuspendedSale, suspendedSales } from '../pos/schema.ts'
import { completePosSale } from '../sales/commands/complete-pos-sale.ts'
import { settleSuspendedSale } from '../sales/commands/settle-suspended-sale.ts'
import { voidPosSale } from '../sales/commands/void-pos-sale.ts'
import { ADMIN, FORMER_ADMIN, MemoryShop, START_MS, testId } from '../testing/memory-shop.ts'
import { addMasterItem } from './commands/add-item.ts'
import { editItem } from './commands/edit-item.ts'
import { settleDiscrepancy } from './commands/settle-discrepancy.ts'
import { type Discrepancy, discrepancies } from './schema.ts'

const numRuns = Number(process.env.PROPERTY_RUNS ?? 500)

type Goods = 'neverLeft' | 'back' | 'kept' | 'gone'
type Line = { readonly item: number; readonly pieces: number }
/** One minute of the day. `undo` and `accept` concern one of the earlier sales; `settle` is an admin at work who knows the shelf. */
type Happening =
  | { readonly what: 'sell'; readonly lines: readonly Line[]; readonly byFormerAdmin: boolean }
  | { readonly what: 'undo'; readonly nth: number; readonly goods: Goods; readonly asSettlement: boolean }
  | { readonly what: 'accept'; readonly nth: number }
  | { readonly what: 'edit'; readonly item: number; readonly pieces: number }
  | { readonly what: 'count'; readonly item: number; readonly pieces: number }
  | { readonly what: 'settle'; readonly counts: boolean; readonly share: number }

const ITEMS = [0, 1]
/** A minute after every day. */
const LAST_MINUTE = 10_000
const ENOUGH_RUNS = 300
const START_PIECES = 20
const item = fc.nat(ITEMS.length - 1)
const pieces = fc.integer({ min: 1, max: 6 })
const as = <const What extends string>(what: What) => fc.constant(what)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: as('sell'),
      lines: fc.array(fc.record({ item, pieces }), { minLength: 1, maxLength: 3 }),
      byFormerAdmin: fc.nat(4).map((n) => n === 0),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: as('undo'),
      nth: fc.nat(9),
      goods: fc.constantFrom<Goods>('neverLeft', 'back', 'kept', 'gone'),
      asSettlement: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: as('accept'), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ what: as('edit'), item, pieces: fc.integer({ min: -6, max: 6 }) }) },
  { weight: 3, arbitrary: fc.record({ what: as('count'), item, pieces: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ what: as('settle'), counts: fc.boolean(), share: fc.nat(3) }) },
)
/** A day, one happening a minute, and how many minutes late the server hears of each. */
const day = fc.array(fc.tuple(happening, fc.oneof(fc.constant(0), fc.nat(6), fc.nat(25))), { minLength: 2, maxLength: 25, size: 'max' })

const itemId = (n: number) => testId(100 + n)
const at = (minute: number) => START_MS + minute * 60_000

/** A change of an item's shelf: pieces that came or left, or a count, which says how many there are. */
type Change = { readonly minute: number; readonly item: number; readonly pieces: number; readonly isCount: boolean }

/** The shelf as a person sees it: the last count, and everything that moved since. */
function shelfOf(changes: readonly Change[], n: number): number {
  const ofItem = changes.filter((change) => change.item === n).sort((a, b) => a.minute - b.minute)
  return ofItem.reduce((shelf, change) => (change.isCount ? change.pieces : shelf + change.pieces), START_PIECES)
}

type Sale = {
  readonly id: string
  readonly minute: number
  readonly lines: readonly Line[]
  readonly byFormerAdmin: boolean
}
type Undoing = { readonly sale: Sale; readonly minute: number; readonly goods: Goods; readonly asSettlement: boolean }

/** Lists how a sale and its void change the shelf. */
function changesOf({ minute, lines }: Sale, undoing: Undoing | undefined): Change[] {
  if (undoing?.goods === 'neverLeft') return []
  return lines.flatMap(({ item: n, pieces: count }) => {
    const left = { minute, item: n, pieces: -count, isCount: false }
    return undoing?.goods === 'back' ? [left, { ...left, minute: undoing.minute, pieces: count }] : [left]
  })
}

/** A list of what happened, from which the shelf can be told. */
class Diary {
  readonly sales: Sale[] = []
  readonly undoings: Undoing[] = []
  readonly changes: Change[] = []

  shelf(n: number, untilMinute = Number.POSITIVE_INFINITY): number {
    const sold = this.sales.flatMap((sale) =>
      changesOf(
        sale,
        this.undoings.find((one) => one.sale === sale),
      ),
    )
    return shelfOf(
      [...this.changes, ...sold].filter(({ minute }) => minute <= untilMinute),
      n,
    )
  }
}

type Event =
  | { readonly what: 'sell'; readonly sale: Sale }
  | ({ readonly what: 'undo' } & Undoing)
  | { readonly what: 'accept'; readonly sale: Sale; readonly minute: number }
  | { readonly what: 'edit' | 'count'; readonly change: Change }
  | { readonly what: 'settle'; readonly counts: boolean; readonly share: number; readonly minute: number }

/** Writes down what truly happened, and in which order the server hears of it: of a sale before its void, of an admin's work at once. */
function planned(happenings: readonly (readonly [Happening, number])[]): { readonly truth: Diary; readonly arriving: readonly Event[] } {
  const truth = new Diary()
  const arrivals: { readonly event: Event; readonly arrivesAt: number }[] = []
  const arrivalOf = (sale: Sale) => arrivals.find(({ event }) => event.what === 'sell' && event.sale === sale)?.arrivesAt ?? 0
  happenings.forEach(([doing, lateBy], minute) => {
    const add = (event: Event, arrivesAt = minute + lateBy) => arrivals.push({ event, arrivesAt })
    const undoable = truth.sales.filter((sale) => !truth.undoings.some((one) => one.sale === sale))
    const sale = 'nth' in doing ? undoable[doing.nth % Math.max(1, undoable.length)] : undefined
    if (doing.what === 'sell') {
      const sold = { id: testId(40_000 + minute), minute, lines: doing.lines, byFormerAdmin: doing.byFormerAdmin }
      truth.sales.push(sold)
      add({ what: 'sell', sale: sold })
    } else if (doing.what === 'undo' && sale) {
      const undoing = { sale, minute, goods: doing.goods, asSettlement: doing.asSettlement }
      truth.undoings.push(undoing)
      add({ what: 'undo', ...undoing }, Math.max(minute + lateBy, arrivalOf(sale)))
    } else if (doing.what === 'accept' && sale?.byFormerAdmin)
      add({ what: 'accept', sale, minute }, Math.max(minute + lateBy, arrivalOf(sale)))
    else if (doing.what === 'edit' || doing.what === 'count') {
      const change = { minute, item: doing.item, pieces: doing.pieces, isCount: doing.what === 'count' }
      truth.changes.push(change)
      add({ what: doing.what, change })
    } else if (doing.what === 'settle') add({ ...doing, minute }, minute)
  })
  // a stable sort, so that a void which arrives in the minute of its sale comes after it
  return { truth, arriving: arrivals.sort((a, b) => a.arrivesAt - b.arrivesAt).map(({ event }) => event) }
}

/** A shop whose server hears of everything late. */
class LateShop {
  readonly shop = new MemoryShop()
  /** Everything that the server has heard so far. */
  readonly heard = new Diary()

  constructor(private readonly truth: Diary) {
    for (const n of ITEMS)
      this.shop.run(addMasterItem, { id: itemId(n), texts: { itemName: `Item ${n}`, barcode1: `${n}` }, quantity: START_PIECES })
    this.shop.nowMs = at(LAST_MINUTE)
  }

  open(): Discrepancy[] {
    return this.shop.all<Discrepancy>(discrepancies).filter((one) => one.settledAtMs === null)
  }

  stock(n: number): number {
    return this.shop.item(itemId(n))?.stockCount ?? 0
  }

  /** Stock if every open question about a count were answered as it asks. */
  stockIfAnswered(n: number): number {
    const asked = this.open().filter((one) => one.itemId === itemId(n) && one.kind.endsWith('_before_recount'))
    return asked.reduce((sum, { quantity }) => sum + quantity, this.stock(n))
  }

  hear(event: Event): void {
    if (event.what === 'sell') this.sell(event.sale)
    else if (event.what === 'undo') this.undo(event)
    else if (event.what === 'accept') this.accept(event)
    else if (event.what === 'settle') this.settle(event)
    else {
      const { minute, item: n, pieces: count, isCount } = event.change
      const change = isCount ? { countedQuantity: count } : { quantityDelta: count }
      this.shop.run(editItem, { id: itemId(n), changes: {}, ...change }, { at: at(minute) })
      this.heard.changes.push(event.change)
    }
  }

  private sell(sale: Sale): void {
    const lines = sale.lines.map(({ item: n, pieces: quantity }, index) => ({
      ...{ id: testId(3_000 + index), itemId: itemId(n), itemName: `Item ${n}`, barcode: '', imageUrl: '', consignorId: null },
      ...{ consignorName: '', unitPriceCents: 100, quantity, consignorPercentage: 0 },
    }))
    const amountCents = 100 * sale.lines.reduce((sum, line) => sum + line.pieces, 0)
    const tenders = [{ kind: 'cash', label: '', amountCents, givenCents: null }]
    const args = { saleId: sale.id, displayId: 'POS-1', receiptNumber: 'A-1', cartId: sale.id, taxRateBps: 0, consignorPercentage: 0 }
    const actor = sale.byFormerAdmin ? FORMER_ADMIN : ADMIN
    this.shop.run(completePosSale, { ...args, lines, tenders }, { at: at(sale.minute), actor })
    this.heard.sales.push(sale)
  }

  /** Undoes a sale, by its void or by the settlement of a question about it. */
  private undo({ sale, minute, goods, asSettlement }: Undoing): void {
    const { reference, isWaiting } = this.find(sale)
    const question = this.open().find((one) => one.saleId === reference.saleId && one.kind === 'sold_before_recount')
    const options = { at: at(minute) }
    if (asSettlement && isWaiting) {
      const args = { ...reference, cartId: sale.id, decision: 'reject', goods, note: '' }
      this.shop.run(settleSuspendedSale, args, options)
    } else if (asSettlement && question) {
      const args = { discrepancyId: question.id, action: 'undo_sale', itemId: question.itemId, sale: { ...reference, goods } }
      this.shop.run(settleDiscrepancy, args, options)
    } else this.shop.run(voidPosSale, { ...reference, reason: '', goods }, options)
    this.heard.undoings.push({ sale, minute, goods, asSettlement })
    expect(this.open().filter((one) => one.saleId === reference.saleId && one.kind === 'sold_before_recount')).toEqual([])
  }

  private accept({ sale, minute }: { readonly sale: Sale; readonly minute: number }): void {
    const { reference, isWaiting } = this.find(sale)
    const args = { ...reference, cartId: sale.id, decision: 'accept', goods: 'back', note: '' }
    if (isWaiting) this.shop.run(settleSuspendedSale, args, { at: at(minute) })
  }

  private find(sale: Sale) {
    const booked = this.shop.all<PosSale>(posSales).find(({ cartId }) => cartId === sale.id)
    const waiting = this.shop.all<SuspendedSale>(suspendedSales).find(({ cartId }) => cartId === sale.id)
    const itemIds = [...new Set(sale.lines.map((line) => itemId(line.item)))]
    const reference = { saleId: (booked ?? waiting)?.id ?? '', itemIds, consignorIds: [] }
    return { reference, isWaiting: booked === undefined && waiting?.settledAtMs === null }
  }

  /** An admin who sees the shelf answers each `share + 1`-th open question, by counting where that is possible. */
  settle({ counts, share, minute }: { readonly counts: boolean; readonly share: number; readonly minute: number }): void {
    const ids = this.open().flatMap(({ id, kind }) => (kind === 'sale_suspended' ? [] : [id]))
    for (const id of ids.filter((_, nth) => nth % (share + 1) === 0)) {
      const question = this.open().find((one) => one.id === id)
      const n = ITEMS.find((one) => itemId(one) === question?.itemId) ?? 0
      const shelf = this.truth.shelf(n, minute)
      const isCounted = counts && shelf >= 0
      const action = isCounted ? 'correct_count' : question?.kind === 'negative_stock' ? 'accept' : 'write_off'
      // an earlier count of this loop may have answered the question
      if (!question) continue
      const args = { discrepancyId: id, action, itemId: question.itemId, ...(isCounted && { countedQuantity: shelf }) }
      this.shop.run(settleDiscrepancy, args, { at: at(minute) })
      if (isCounted) this.heard.changes.push({ minute, item: n, pieces: shelf, isCount: true })
    }
  }
}

it('stock and open questions equal the shelf in any order of arrival', () => {
  const met = new Set<string>()
  fc.assert(
    fc.property(day, (happenings) => {
      const { truth, arriving } = planned(happenings)
      const late = new LateShop(truth)
      for (const event of arriving) {
        late.hear(event)
        expect(late.shop.brokenLaws()).toEqual([])
        expect(ITEMS.map((n) => late.stockIfAnswered(n))).toEqual(ITEMS.map((n) => late.heard.shelf(n)))
      }
      for (const { kind, settlement } of late.shop.all<Discrepancy>(discrepancies)) met.add(`${kind} ${settlement ?? 'open'}`)
      late.settle({ counts: false, share: 0, minute: LAST_MINUTE })
      expect(ITEMS.map((n) => late.stock(n))).toEqual(ITEMS.map((n) => truth.shelf(n)))
      for (const { kind, settlement, saleId } of late.shop.all<Discrepancy>(discrepancies))
        if (settlement === 'sale_undone') expect([kind, isUndone(late.shop, saleId)]).toEqual([kind, true])
    }),
    { numRuns, verbose: 1 },
  )
  if (numRuns >= ENOUGH_RUNS) expect(QUESTIONS.filter((one) => !met.has(one))).toEqual([])
})

/** Questions and answers that the days together must reach. */
const QUESTIONS = [
  ...['written_off', 'count_corrected', 'sale_undone', 'open'].map((answer) => `sold_before_recount ${answer}`),
  ...['written_off', 'count_corrected', 'open'].map((answer) => `moved_before_recount ${answer}`),
  ...['count_corrected', 'accepted', 'sale_undone', 'open'].map((answer) => `negative_stock ${answer}`),
]

function isUndone(shop: MemoryShop, saleId: string | null): boolean {
  const booked = shop.all<PosSale>(posSales).find(({ id }) => id === saleId)
  const waiting = shop.all<SuspendedSale>(suspendedSales).find(({ id }) => id === saleId)
  return booked ? booked.voidedAtMs !== null : waiting?.settlement === 'rejected'
}
