import { type User, users } from '@shop/shared/accounts/schema.ts'
import { type Discrepancy, discrepancies, type Item, items } from '@shop/shared/inventory/schema.ts'
import { type Payout, payouts } from '@shop/shared/payouts/schema.ts'
import { type Cart, carts, type PosSale, posSales, type SuspendedSale, suspendedSales } from '@shop/shared/pos/schema.ts'
import { suspendedIdOf } from '@shop/shared/sales/rules/sold-pieces.ts'
import { type Balance, balances, type LedgerEntry, ledgerEntries, type Sale, sales } from '@shop/shared/sales/schema.ts'
import { drawersOf, wrongShifts } from './judge-drawers.ts'
import { returnedOf, wrongReturns } from './judge-returns.ts'
import { tradingOf, wrongPieces } from './judge-trades.ts'
import { labelsAfter } from './oracle/carts.ts'
import type { Fate } from './oracle/deeds.ts'
import { Accounts } from './oracle/money.ts'
import type { Expected, Oracle } from './oracle/oracle.ts'
import type { Truth } from './simulated-server.ts'

/** Discrepancies that leave the pieces of an item to an admin. */
const ASKED: ReadonlySet<Discrepancy['kind']> = new Set(['missing_item', 'sold_before_recount', 'moved_before_recount', 'late_recount'])

/** Number of items and carts that were compared, and of those left out: an admin is asked about them, or nobody can tell what happened first. */
export type Judged = { compared: number; leftOut: number }

/** Largest share that the judge may leave out over many histories. About 9 % are left out; a judge that leaves out more judges too little. */
export const MAX_SHARE_LEFT_OUT = 0.2

/** Returns the share that the judge leaves out. */
export const shareLeftOut = ({ compared, leftOut }: Judged): number => leftOut / Math.max(1, compared + leftOut)

/** Compares the books with what the oracle expects of them: equal pieces, equal cents in every account, and equal fates of sales. */
export function judge(truth: Truth, oracle: Oracle, judged: Judged): string[] {
  const isDone = (commandId: string) => truth.resultOf(commandId)?.status === 'done'
  const fates = fatesOf(truth)
  const fateOf = (saleId: string) => fates.get(saleId) ?? fates.get(suspendedIdOf(saleId)) ?? 'unknown'
  const questions = new Map(truth.all<Discrepancy>(discrepancies).map(({ id, quantity }) => [id, quantity]))
  const moved = oracle.moved(isDone)
  const closed = oracle.closed(isDone)
  const trading = tradingOf(truth, isDone, { closed, joined: new Set(moved.values()) })
  const late = lateSales(truth, moved)
  const isLate = (saleId: string) => idsOf(saleId).some((id) => late.has(id))
  const asked = new Map(truth.all<Payout>(payouts).map((payout) => [payout.id, payout]))
  const payeeOf = (payoutId: string) => asked.get(payoutId)?.uid ?? ''
  const isPaid = (payoutId: string) => asked.get(payoutId)?.status === 'paid'
  const there = new Set(truth.all<Item>(items).map(({ id }) => id))
  const verdicts = {
    isDone,
    fateOf,
    isLate,
    payeeOf,
    isPaid,
    idsOf,
    piecesInQuestion: (id: string) => questions.get(id) ?? 0,
    isThere: (id: string) => there.has(id),
    returnedOf: returnedOf(truth),
    trading,
    drawers: drawersOf(truth, idsOf),
  }
  const expected = oracle.expect(verdicts)
  return [
    ...stockOf(truth, expected, trading.givenBack, judged),
    ...expected.wrongLines,
    ...wrongShifts(truth, expected.shifts),
    ...ownersOf(truth, expected.owners, trading.givenBack),
    ...moneyOf(truth, expected.accounts, oracle.correctedLate(isDone)),
    ...leftBehind(truth, moved),
    ...untold(truth, late),
    ...oracle.wronglyUnpaid(isDone),
    ...wrongReturns(truth, oracle.returns(isDone)),
    ...salesOf(truth, oracle, isDone, fateOf),
    ...recordedOf(truth, oracle, isDone),
    ...unpaid(truth, oracle, closed),
    ...oracle.trades.wrong(trading),
    ...wrongPieces(truth),
    ...cartsOf(truth, oracle, isDone, judged),
  ]
}

/** A former admin's sale waits under an id of its own. */
const idsOf = (saleId: string): readonly string[] => [saleId, suspendedIdOf(saleId)]

/** The fate of each sale, under the id that its till gave it. */
function fatesOf(truth: Truth): Map<string, Fate> {
  const booked = new Map(truth.all<PosSale>(posSales).map((sale) => [sale.id, sale]))
  const fates = new Map<string, Fate>()
  for (const { id, voidedAtMs } of booked.values()) fates.set(id, voidedAtMs === null ? 'booked' : 'undone')
  for (const { id, settlement } of truth.all<SuspendedSale>(suspendedSales))
    if (!booked.has(id)) fates.set(id, settlement === null ? 'waiting' : 'undone')
  return fates
}

/** `givenBack`: items to which a deleted trade gave pieces back. It adds a removed one again. */
function stockOf(truth: Truth, { stock: expected, gone, heaps }: Expected, givenBack: ReadonlySet<string>, judged: Judged): string[] {
  const asked = new Set(truth.all<Discrepancy>(discrepancies).flatMap(({ kind, itemId }) => (ASKED.has(kind) && itemId ? [itemId] : [])))
  const held = new Map(truth.all<Item>(items).map(({ id, stockCount }) => [id, stockCount]))
  const broken: string[] = []
  for (const id of gone) if (held.has(id) && !givenBack.has(id)) broken.push(`item ${id} was removed and is there`)
  for (const [id, stockCount] of held) {
    const pieces = expected.get(id)
    if (pieces === undefined && givenBack.has(id)) judged.leftOut += 1
    else if (pieces === undefined) broken.push(`nobody added item ${id}`)
    else if (pieces === null || asked.has(id)) judged.leftOut += 1
    else {
      judged.compared += 1
      if (pieces !== stockCount) broken.push(`item ${id} has ${stockCount} pieces in the books, and ${pieces} by what people did`)
    }
  }
  for (const id of expected.keys()) if (!held.has(id)) broken.push(`item ${id} was added and is missing`)
  for (const { itemIds, pieces } of heaps) {
    if (itemIds.some((id) => asked.has(id) || givenBack.has(id))) continue
    const inBooks = itemIds.reduce((sum, id) => sum + (held.get(id) ?? 0), 0)
    judged.compared += 1
    if (pieces !== inBooks)
      broken.push(`the items ${itemIds.join(', ')} have ${inBooks} pieces in the books, and ${pieces} by what people did`)
  }
  return broken
}

/** Goods belong to those for whom they came in, and move with their accounts. */
function ownersOf(truth: Truth, expected: ReadonlyMap<string, string | null>, givenBack: ReadonlySet<string>): string[] {
  return truth.all<Item>(items).flatMap(({ id, consignorId }) => {
    const owner = expected.get(id)
    return owner === undefined || owner === consignorId || givenBack.has(id)
      ? []
      : [`item ${id} belongs to ${consignorId} instead of ${owner}`]
  })
}

/** The sales of which a line names an account that moved. They came later. */
function lateSales(truth: Truth, moved: ReadonlyMap<string, string>): ReadonlySet<string> {
  const isLate = ({ lines }: PosSale) => lines.some(({ consignorId }) => consignorId !== null && moved.has(consignorId))
  return new Set(truth.all<PosSale>(posSales).flatMap((sale) => (isLate(sale) ? [sale.id] : [])))
}

/** A sale that came after its owner's account had moved is a question to the admins. */
function untold(truth: Truth, late: ReadonlySet<string>): string[] {
  const asked = new Set(truth.all<Discrepancy>(discrepancies).flatMap(({ kind, saleId }) => (kind === 'missing_consignor' ? [saleId] : [])))
  return [...late].filter((id) => !asked.has(id)).map((id) => `the sale ${id} pays an account that moved, and nobody is told`)
}

/** An account that moved is closed, and the sales made elsewhere name the present one. */
function leftBehind(truth: Truth, moved: ReadonlyMap<string, string>): string[] {
  const named = new Set(truth.all<Sale>(sales).flatMap(({ kind, consignorId }) => (kind === 'pos' ? [] : [consignorId])))
  const people = new Map(truth.all<User>(users).map((user) => [user.id, user]))
  return [...moved].flatMap(([from, to]) => {
    const user = people.get(from)
    return [
      ...(named.has(from) ? [`${from} moved to ${to}, and a sale made elsewhere still names it`] : []),
      ...(user?.migratedTo === to && user.closedAtMs !== null ? [] : [`${from} moved to ${to} and is open`]),
    ]
  })
}

/** `joint`: accounts whose money is known only together with that of another one: a correction at the moment when an account moves may come before
 *  or after it, and then the money stays there. */
function moneyOf(truth: Truth, expectedOfEach: Accounts, joint: ReadonlyMap<string, string>): string[] {
  const inLedger = new Accounts()
  for (const { account, uid, amountCents } of truth.all<LedgerEntry>(ledgerEntries)) inLedger.add(account, uid, amountCents)
  const asBalance = new Accounts()
  for (const { id, availableCents, heldCents } of truth.all<Balance>(balances)) {
    asBalance.add('consignor_available', id, availableCents)
    asBalance.add('consignor_held', id, heldCents)
  }
  const [expected, booked, shown] = [expectedOfEach.joined(joint), inLedger.joined(joint), asBalance.joined(joint)]
  const keys = new Set([...booked.cents.keys(), ...expected.cents.keys()])
  return [...keys].flatMap((key) => {
    const [wanted, inBooks, onScreen] = [expected, booked, shown].map(({ cents }) => cents.get(key) ?? 0)
    const isBalance = key.startsWith('consignor_')
    return wanted === inBooks && (!isBalance || wanted === onScreen)
      ? []
      : [`${key}: ${inBooks} cents in the books${isBalance ? `, ${onScreen} as balance` : ''}, and ${wanted} by what people did`]
  })
}

/** A till's sale is never refused, and nothing undoes a sale but a person. A former admin's void is a question to the admins. */
function salesOf(truth: Truth, oracle: Oracle, isDone: (commandId: string) => boolean, fateOf: (saleId: string) => Fate): string[] {
  const undone = oracle.undone(isDone)
  const questions = truth.all<Discrepancy>(discrepancies).filter(({ kind }) => kind === 'void_withdrawn')
  const questioned = new Set(questions.map(({ saleId }) => saleId))
  const sellers = new Set(truth.all<User>(users).flatMap(({ id, role, adminUntilMs }) => (role === 'admin' || adminUntilMs ? [id] : [])))
  return oracle.sales.flatMap(({ commandId, byUid, saleId }) => {
    const result = truth.resultOf(commandId)
    if (result?.status === 'rejected' && sellers.has(byUid) && !oracle.handedOver.has(commandId))
      return [`the sale ${saleId} was refused: ${result.code}`]
    const ids = idsOf(saleId)
    const isMeant = ids.some((id) => undone.has(id))
    const isUndone = fateOf(saleId) === 'undone'
    if (isUndone && !isMeant) return [`nobody undid the sale ${saleId}`]
    if (!isUndone && isMeant && isDone(commandId) && !ids.some((id) => questioned.has(id)))
      return [`the sale ${saleId} was undone and counts`]
    return []
  })
}

/** A sale made elsewhere is there once it is recorded, and shows as undone once somebody undid it, which can happen once. */
function recordedOf(truth: Truth, oracle: Oracle, isDone: (commandId: string) => boolean): string[] {
  const held = new Map(truth.all<Sale>(sales).flatMap((sale) => (sale.kind === 'pos' ? [] : [[sale.id, sale]])))
  const expected = oracle.recordedSales(isDone)
  return [
    ...expected.filter((id) => !held.has(id)).map((id) => `the sale ${id} was recorded and is missing`),
    ...[...held.keys()].filter((id) => !expected.includes(id)).map((id) => `nobody recorded the sale ${id}`),
    ...[...held.values()].flatMap(({ id, voidedAtMs }) => {
      const times = oracle.unrecorded(id, isDone).length
      return times === (voidedAtMs === null ? 0 : 1) ? [] : [`the sale ${id} was undone ${times} times, and its record says ${voidedAtMs}`]
    }),
  ]
}

/** A sale made elsewhere pays its owner, and the present account if the owner's moved. Only one of a closed account is refused. */
function unpaid(truth: Truth, oracle: Oracle, closed: ReadonlyMap<string, unknown>): string[] {
  return oracle.recordings.flatMap(({ commandId, saleId, owner }) => {
    const { code } = truth.resultOf(commandId) ?? {}
    return code === 'CONSIGNOR_NOT_FOUND' && !closed.has(owner ?? '') ? [`the sale ${saleId} was refused, as if nobody could be paid`] : []
  })
}

/** An unsold cart shows the last save of some device. */
function cartsOf(
  truth: Truth,
  { carts: saved, onceWithdrawn, handedOver }: Oracle,
  isDone: (commandId: string) => boolean,
  judged: Judged,
): string[] {
  const sold = new Set(truth.all<PosSale>(posSales).map(({ cartId }) => cartId))
  const held = new Map(truth.all<Cart>(carts).map((cart) => [cart.id, cart]))
  const done = saved.done(isDone)
  return [...new Set(done.map(({ cartId }) => cartId))].flatMap((id) => {
    const of = done.filter(({ cartId }) => cartId === id)
    const cart = held.get(id)
    if (sold.has(id)) return []
    // a former admin may also have sent the save of another person's device
    if (of.some(({ byUid, commandId }) => onceWithdrawn.has(byUid) || (onceWithdrawn.size > 0 && handedOver.has(commandId)))) {
      judged.leftOut += 1
      return []
    }
    judged.compared += 1
    if (!cart) return [`cart ${id} was saved and is missing`]
    return labelsAfter(of).has(cart.label) ? [] : [`cart ${id} shows "${cart.label}", which its device replaced`]
  })
}
