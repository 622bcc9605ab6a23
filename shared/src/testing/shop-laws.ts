import { type Item, items, type StockMovement, stockMovements } from '../inventory/schema.ts'
import type { AnyCollection, Row } from '../kernel/define-command.ts'
import { type Payout, payouts } from '../payouts/schema.ts'
import { type PosSale, posSales, type SuspendedSale, suspendedSales } from '../pos/schema.ts'
import { type CashMove, cashMoves, type Shift, shifts } from '../pos/shift-schema.ts'
import { type Refund, refunds } from '../sales/refund-schema.ts'
import { type Balance, balances, type LedgerEntry, ledgerEntries, type Sale, sales } from '../sales/schema.ts'
import { type Trade, trades } from '../trades/schema.ts'

/** Source of a shop's rows. */
export type ShopRows = { all<R extends Row>(collection: AnyCollection): R[] }

const add = (sums: Map<string, number>, key: string, amount: number) => void sums.set(key, (sums.get(key) ?? 0) + amount)

/** Lists the laws that a shop breaks (laws *Stock*, *Books* and *Hold*). Every command must leave the list empty. */
export function brokenLawsOf(shop: ShopRows): string[] {
  const entries = shop.all<LedgerEntry>(ledgerEntries)
  return [
    ...brokenStock(shop),
    ...brokenPostings(entries),
    ...brokenBalances(shop, entries),
    ...brokenPayouts(shop, entries),
    ...brokenSuspense(shop, entries),
    ...brokenClearing(shop, entries),
    ...brokenRefunds(shop, entries),
    ...brokenShifts(shop, entries),
  ]
}

/** Checks that stock is the sum of its movements. For a deleted item the sum is zero. */
function* brokenStock(shop: ShopRows): Generator<string> {
  const stock = new Map(shop.all<Item>(items).map(({ id, stockCount }) => [id, stockCount]))
  const moved = new Map<string, number>()
  for (const { itemId, deltaCount } of shop.all<StockMovement>(stockMovements)) add(moved, itemId, deltaCount)
  for (const id of new Set([...stock.keys(), ...moved.keys()]))
    if ((moved.get(id) ?? 0) !== (stock.get(id) ?? 0)) yield `stock of ${id}: ${stock.get(id)} but movements say ${moved.get(id)}`
}

/** Checks that each posting sums to zero, and that all postings together sum to zero. */
function* brokenPostings(entries: readonly LedgerEntry[]): Generator<string> {
  const postings = new Map<string, number>()
  for (const { postingId, amountCents } of entries) add(postings, postingId, amountCents)
  for (const [id, sum] of postings) if (sum !== 0) yield `posting ${id} sums to ${sum}`
  const sum = entries.reduce((total, { amountCents }) => total + amountCents, 0)
  if (sum !== 0) yield `all postings sum to ${sum}`
}

/** Checks that a balance is the sum of its entries, and that its held part equals pending payouts plus holds of trades. */
function* brokenBalances(shop: ShopRows, entries: readonly LedgerEntry[]): Generator<string> {
  const sums = { consignor_available: new Map<string, number>(), consignor_held: new Map<string, number>() }
  for (const { account, uid, amountCents } of entries)
    if (account === 'consignor_available' || account === 'consignor_held') add(sums[account], uid ?? 'nobody', amountCents)
  const kept = new Map(shop.all<Balance>(balances).map((balance) => [balance.id, balance]))
  const pending = new Map<string, number>()
  for (const { uid, status, amountCents } of shop.all<Payout>(payouts)) if (status === 'pending') add(pending, uid, amountCents)
  for (const { buyerUid, heldCents } of shop.all<Trade>(trades)) add(pending, buyerUid, heldCents)
  const people = new Set([...kept.keys(), ...sums.consignor_available.keys(), ...sums.consignor_held.keys(), ...pending.keys()])
  for (const uid of people) {
    const [available, held] = [sums.consignor_available.get(uid) ?? 0, sums.consignor_held.get(uid) ?? 0]
    const balance = kept.get(uid)
    if (available !== (balance?.availableCents ?? 0)) yield `available of ${uid}: ${balance?.availableCents} but entries say ${available}`
    if (held !== (balance?.heldCents ?? 0)) yield `held of ${uid}: ${balance?.heldCents} but entries say ${held}`
    if (held !== (pending.get(uid) ?? 0)) yield `held of ${uid}: ${held} but ${pending.get(uid) ?? 0} are pending`
  }
}

/** Checks that the books hold in suspense what the customer of each waiting sale paid, and nothing for settled sales. */
function* brokenSuspense(shop: ShopRows, entries: readonly LedgerEntry[]): Generator<string> {
  const sums = { suspense: new Map<string, number>(), suspended_takings: new Map<string, number>() }
  for (const { account, sourceId, amountCents } of entries)
    if (account === 'suspense' || account === 'suspended_takings') add(sums[account], sourceId, amountCents)
  const waiting = new Map<string, number>()
  for (const { id, tenders, settledAtMs } of shop.all<SuspendedSale>(suspendedSales))
    for (const { amountCents } of tenders) add(waiting, id, settledAtMs === null ? amountCents : 0)
  for (const id of new Set([...waiting.keys(), ...sums.suspense.keys(), ...sums.suspended_takings.keys()])) {
    const [held, taken] = [sums.suspense.get(id) ?? 0, sums.suspended_takings.get(id) ?? 0]
    const right = waiting.get(id) ?? 0
    if (held !== right || taken !== -right) yield `suspense of ${id}: ${held} and ${taken}, but ${right} wait`
  }
}

/** Checks that the payments of each POS sale settle what its lines left in clearing, if the books have its payments. */
function* brokenClearing(shop: ShopRows, entries: readonly LedgerEntry[]): Generator<string> {
  const saleOfLine = new Map(shop.all<Sale>(sales).map(({ id, posSaleId }) => [id, posSaleId]))
  const left = new Map<string, number>()
  for (const { account, kind, sourceId, amountCents } of entries)
    if (account === 'sales_clearing' && kind.startsWith('pos_')) add(left, saleOfLine.get(sourceId) ?? sourceId, amountCents)
  for (const { id, tendersPosted, totalCents } of shop.all<PosSale>(posSales))
    if (tendersPosted && (left.get(id) ?? (totalCents === 0 ? 0 : undefined)) !== 0) yield `clearing of the POS sale ${id}: ${left.get(id)}`
}

/** Checks that each return settles in clearing, that its payments are its lines, and that no line gave back more than was booked for it. */
function* brokenRefunds(shop: ShopRows, entries: readonly LedgerEntry[]): Generator<string> {
  const [left, taken] = [new Map<string, number>(), new Map<string, number>()]
  for (const { account, kind, sourceId, amountCents } of entries)
    if (account === 'sales_clearing' && kind.startsWith('refund')) add(left, sourceId, amountCents)
  const all = shop.all<Refund>(refunds)
  for (const { id, lines, tenders } of all) {
    if ((left.get(id) ?? 0) !== 0) yield `clearing of the return ${id}: ${left.get(id)}`
    const given = lines.reduce((sum, { amountCents, excessCents }) => sum + amountCents + excessCents, 0)
    const paid = tenders.reduce((sum, { amountCents }) => sum + amountCents, 0)
    if (given !== paid) yield `return ${id}: lines of ${given} but payments of ${paid}`
    for (const { saleLineId, quantity, amountCents, taxCents, payoutCents } of lines) {
      add(taken, `${saleLineId} pieces`, quantity)
      add(taken, `${saleLineId} total`, amountCents)
      add(taken, `${saleLineId} tax`, taxCents)
      add(taken, `${saleLineId} payout`, payoutCents)
    }
  }
  for (const sale of shop.all<Sale>(sales)) {
    const { id, refunded, booked } = sale
    const sold = { ...sale, ...booked }
    const parts = [
      ['pieces', refunded?.quantity, sold.soldQuantity],
      ['total', refunded?.totalCents, sold.salePriceCents],
      ['tax', refunded?.taxCents, sold.taxCents],
      ['payout', refunded?.payoutCents, sold.payoutCents],
    ] as const
    for (const [name, back = 0, whole] of parts) {
      if (back !== (taken.get(`${id} ${name}`) ?? 0))
        yield `${name} of ${id}: ${back} came back, but returns say ${taken.get(`${id} ${name}`)}`
      if (back > whole) yield `${name} of ${id}: ${back} of ${whole} came back`
    }
  }
}

/** Checks that a shift expects its float and its cash, and that the books have as over or short what its count differs from that, with all that
 *  came later. */
function* brokenShifts(shop: ShopRows, entries: readonly LedgerEntry[]): Generator<string> {
  const expected = new Map<string, number>()
  for (const { id, openingCents } of shop.all<Shift>(shifts)) add(expected, id, openingCents)
  for (const { shiftId, kind, amountCents } of shop.all<CashMove>(cashMoves))
    add(expected, shiftId, kind === 'in' ? amountCents : -amountCents)
  for (const [sign, rows] of [
    [1, shop.all<PosSale>(posSales)],
    [-1, shop.all<Refund>(refunds)],
  ] as const)
    for (const { shiftId, tenders } of rows)
      for (const { kind, amountCents } of tenders) if (shiftId && kind === 'cash') add(expected, shiftId, sign * amountCents)
  const voided = new Map(shop.all<PosSale>(posSales).map(({ id, voidShiftId }) => [id, voidShiftId]))
  const over = new Map<string, number>()
  for (const { account, kind, sourceId, amountCents } of entries) {
    const shiftId = voided.get(sourceId)
    if (account === 'cash_drawer' && kind === 'pos_tender_void' && shiftId) add(expected, shiftId, -amountCents)
    if (account === 'over_short' && (kind === 'shift_closed' || kind === 'shift_late')) add(over, sourceId, amountCents)
  }
  for (const { id, expectedCents, closedAtMs, countedCents } of shop.all<Shift>(shifts)) {
    if (expectedCents !== expected.get(id)) yield `shift ${id}: expects ${expectedCents}, but its facts say ${expected.get(id)}`
    const differs = closedAtMs === null ? 0 : (countedCents ?? 0) - expectedCents
    if ((over.get(id) ?? 0) !== differs) yield `shift ${id}: ${over.get(id)} over, but its count says ${differs}`
  }
}

/** Lists payouts that exceeded the balance when they were requested. The shop must return entries in booking order. */
export function overdrawingPayouts(shop: ShopRows): string[] {
  const available = new Map<string, number>()
  const broken: string[] = []
  for (const { account, uid, amountCents, kind, sourceId } of shop.all<LedgerEntry>(ledgerEntries)) {
    if (account !== 'consignor_available' || uid === null) continue
    const before = available.get(uid) ?? 0
    if (kind === 'payout_request' && -amountCents > before) broken.push(`payout ${sourceId} took ${-amountCents} of ${before}`)
    add(available, uid, amountCents)
  }
  return broken
}

/** Checks that each payout is requested once, and then paid once, released once, or still pending. Marks as paid that were undone cancel out. */
function* brokenPayouts(shop: ShopRows, entries: readonly LedgerEntry[]): Generator<string> {
  const postings = new Map<string, LedgerEntry[]>()
  for (const entry of entries)
    if (entry.kind.startsWith('payout_')) postings.set(entry.sourceId, [...(postings.get(entry.sourceId) ?? []), entry])
  const known = new Map(shop.all<Payout>(payouts).map((payout) => [payout.id, payout]))
  for (const id of new Set([...known.keys(), ...postings.keys()])) {
    const { status, amountCents = 0 } = known.get(id) ?? {}
    const booked = (postings.get(id) ?? []).map(({ kind, account, amountCents: cents }) => `${kind} ${account} ${cents}`).sort()
    const ending =
      status === 'paid'
        ? [`payout_paid consignor_held ${-amountCents}`, `payout_paid paid_out ${amountCents}`]
        : status === 'deleted'
          ? [`payout_deleted consignor_available ${amountCents}`, `payout_deleted consignor_held ${-amountCents}`]
          : []
    const undone = booked
      .filter((line) => line.startsWith('payout_unpaid paid_out'))
      .flatMap(() => [
        ...[`payout_paid consignor_held ${-amountCents}`, `payout_paid paid_out ${amountCents}`],
        ...[`payout_unpaid consignor_held ${amountCents}`, `payout_unpaid paid_out ${-amountCents}`],
      ])
    const right = [
      ...undone,
      `payout_request consignor_available ${-amountCents}`,
      `payout_request consignor_held ${amountCents}`,
      ...ending,
    ].sort()
    if (status === undefined || booked.join() !== right.join()) yield `payout ${id} is ${status}, but the books say: ${booked.join(', ')}`
  }
}
