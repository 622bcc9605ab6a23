import { isOwner } from '../../accounts/rules/successor.ts'
import { openDiscrepancy } from '../../inventory/rules/stock.ts'
import { discrepancies } from '../../inventory/schema.ts'
import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { derivedId } from '../../kernel/ids.ts'
import { type Cents, cents, formatCents, sumCents } from '../../kernel/money.ts'
import { cashOf, noteCash } from '../../pos/rules/shift-cash.ts'
import { type PosSale, posSales } from '../../pos/schema.ts'
import { audit } from '../../settings/rules/audit.ts'
import { type Refund, type RefundGoods, type RefundLine, refunds } from '../refund-schema.ts'
import { asBooked, type Sale, sales } from '../schema.ts'
import { post, reversed, type Side, sidesOfTenders } from './ledger.ts'
import { leftOf, NOTHING, partOf, type SalePart } from './left-of-sale.ts'
import type { RefundArgs } from './refund-args.ts'
import { returnSoldPieces } from './returned-pieces.ts'
import { suspendedIdOf } from './sold-pieces.ts'

type GivenLine = RefundArgs['lines'][number]

/** Maximum number of returns that a sold line lists for its consignor, the latest ones. */
const MAX_LISTED_RETURNS = 50

/** Books a return: its lines, the stock of goods on the shelf, and the money given. `touches` of the command names the rows. */
export function bookRefund(tx: CommandTx, ctx: CommandContext, args: RefundArgs): void {
  const sale = tx.get(posSales, args.saleId)
  const lines = args.lines.map((given) => bookLine(tx, ctx, { sale, given, refundId: args.refundId }))
  const refund: Refund = {
    id: args.refundId,
    saleId: sale?.id ?? args.saleId,
    receiptNumber: sale?.receiptNumber ?? args.receiptNumber,
    lines,
    tenders: args.tenders,
    shiftId: args.shiftId ?? null,
    atMs: ctx.nowMs,
    byUid: ctx.actor.uid,
  }
  tx.put(refunds, refund)
  post(tx, ctx, { kind: 'refund_tender', sourceId: refund.id, sides: reversed(sidesOfTenders(args.tenders, args.shiftId)) })
  noteCash(tx, ctx, args.shiftId, cents(-cashOf(args.tenders)))
  flagWhatExceeds(tx, ctx, refund, sale !== undefined)
  audit(tx, ctx, {
    action: 'sales.refund',
    subject: refund.id,
    after: { receiptNumber: refund.receiptNumber, totalCents: sumCents(args.tenders.map(({ amountCents }) => amountCents)) },
  })
}

/** Finds the sale that a former admin means. Their device names it by the id that it sent, even when an admin accepted it under another. */
const soldUnder = (tx: CommandTx, saleId: string): PosSale | undefined =>
  tx.get(posSales, saleId) ?? tx.get(posSales, suspendedIdOf(saleId))

type Booking = { readonly sale: PosSale | undefined; readonly given: GivenLine; readonly refundId: string }

function bookLine(tx: CommandTx, ctx: CommandContext, { sale, given, refundId }: Booking): RefundLine {
  const sold = sale && soldLine(tx, sale.id, given)
  const part = sold ? partOf(leftOf(sold), { quantity: given.quantity, totalCents: given.amountCents }) : NOTHING
  const excessCents = cents(given.amountCents - part.totalCents)
  post(tx, ctx, { kind: 'refund', sourceId: refundId, sides: sidesOfRefund(sold?.consignorId ?? null, part, excessCents) })
  // a part of nothing is no news for the consignor
  if (sale && sold && (part.quantity > 0 || part.totalCents > 0)) {
    tx.put(sales, withReturn(sold, part, { reason: given.reason, atMs: ctx.nowMs }))
    returnPieces(tx, ctx, { sale, sold, goods: given.goods, quantity: part.quantity })
  }
  const { totalCents: amountCents, taxCents, payoutCents, quantity } = part
  const { saleLineId, itemId, itemName, goods, reason } = given
  const excessQuantity = given.quantity - quantity
  return { saleLineId, itemId, itemName, quantity, amountCents, taxCents, payoutCents, excessCents, excessQuantity, goods, reason }
}

/** Finds the sold line. One whose item or consignor the command does not name was not locked, and so is treated as unknown. */
function soldLine(tx: CommandTx, saleId: string, { saleLineId, itemId, consignorId }: GivenLine): Sale | undefined {
  const sold = tx.where(sales, 'posSaleId', saleId).find(({ id }) => id === saleLineId)
  return sold && sold.itemId === itemId && isOwner(tx, sold.consignorId, consignorId) ? sold : undefined
}

/** Lists the sides of a return: its part of the sale, and what exceeds it. */
export function sidesOfRefund(consignorId: string | null, part: SalePart, excessCents: Cents): readonly Side[] {
  return [
    { account: 'consignor_available', uid: consignorId, amountCents: cents(-part.payoutCents) },
    { account: 'shop_revenue', uid: null, amountCents: cents(-part.shopCents) },
    { account: 'tax', uid: null, amountCents: cents(-part.taxCents) },
    { account: 'refund_loss', uid: null, amountCents: cents(-excessCents) },
    { account: 'sales_clearing', uid: null, amountCents: cents(part.totalCents + excessCents) },
  ]
}

/** Adds a return's part to what came back of a sold line. */
export function withReturn(sold: Sale, part: SalePart, { reason, atMs }: { readonly reason: string; readonly atMs: number }): Sale {
  const { quantity, totalCents, taxCents, payoutCents } = part
  const before = sold.refunded ?? { ...NOTHING, returns: [] }
  return {
    ...sold,
    refunded: {
      quantity: before.quantity + quantity,
      totalCents: cents(before.totalCents + totalCents),
      taxCents: cents(before.taxCents + taxCents),
      payoutCents: cents(before.payoutCents + payoutCents),
      returns: [...before.returns, { atMs, quantity, totalCents, payoutCents, reason }].slice(-MAX_LISTED_RETURNS),
    },
  }
}

type Returned = { readonly sale: PosSale; readonly sold: Sale; readonly goods: RefundGoods; readonly quantity: number }

/** Puts the pieces of a return into stock if they are on the shelf. */
export function returnPieces(tx: CommandTx, ctx: CommandContext, { sale, sold, goods, quantity }: Returned): void {
  if (quantity === 0) return
  returnSoldPieces(tx, ctx, {
    kind: 'return',
    saleId: sale.id,
    posSaleId: sale.id,
    soldAtMs: sale.soldAtMs,
    lines: [{ ...asBooked(sold), soldQuantity: quantity }],
    // the question about a late sale is about all its pieces, and stays
    concerns: tx.where(discrepancies, 'saleId', sale.id).filter(({ kind }) => kind !== 'sold_before_recount'),
    goods: goods === 'shelf' ? 'back' : 'gone',
  })
}

/** Asks the admins about what exceeds the sale. The question about an unknown sale has an id of its own (`unknownSaleIdOf`). */
export function flagWhatExceeds(
  tx: CommandTx,
  ctx: CommandContext,
  { id, saleId, receiptNumber, lines }: Refund,
  isSaleKnown: boolean,
): void {
  const beyond = lines.filter(({ excessCents, excessQuantity = 0 }) => excessCents > 0 || excessQuantity > 0)
  if (beyond.length === 0) return
  const excessCents = sumCents(beyond.map((line) => line.excessCents))
  const named = beyond.map(({ itemName, quantity, excessQuantity = 0 }) => ({ itemName, quantity: quantity + excessQuantity }))
  const about = { saleId, note: `${formatCents(excessCents)} on receipt ${receiptNumber}: ${piecesOf(named)}` }
  openDiscrepancy(
    tx,
    ctx,
    isSaleKnown ? { ...about, kind: 'refunded_twice' } : { ...about, kind: 'refund_without_sale', id: unknownSaleIdOf(id) },
  )
}

/** Number of lines that a question names. */
const NAMED_LINES = 5

function piecesOf(lines: readonly Pick<GivenLine, 'itemName' | 'quantity'>[]): string {
  const named = lines.slice(0, NAMED_LINES).map(({ quantity, itemName }) => (quantity > 1 ? `${quantity} × ${itemName}` : itemName))
  return lines.length > NAMED_LINES ? `${named.join(', ')} and ${lines.length - NAMED_LINES} more` : named.join(', ')
}

/** Derives the id of the question about a former admin's return. The id that the device sent could be that of another question. */
export const withdrawnIdOf = (refundId: string): string => derivedId(refundId, -1)

/** Derives the id of the question about a return whose sale is not known. While it is open, the return waits for its sale. */
export const unknownSaleIdOf = (refundId: string): string => derivedId(refundId, -2)

/** Records that a former admin gave money back. The books do not change, and a discrepancy asks an admin to decide. */
export function noteWithdrawnRefund(tx: CommandTx, ctx: CommandContext, args: RefundArgs): void {
  const id = withdrawnIdOf(args.refundId)
  if (tx.get(discrepancies, id)) return
  const saleId = soldUnder(tx, args.saleId)?.id ?? args.saleId
  const given = formatCents(sumCents(args.tenders.map(({ amountCents }) => amountCents)))
  openDiscrepancy(tx, ctx, {
    id,
    kind: 'refund_withdrawn',
    saleId,
    note: `${given} on receipt ${args.receiptNumber}: ${piecesOf(args.lines)}`,
  })
}
