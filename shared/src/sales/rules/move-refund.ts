import { isOwner } from '../../accounts/rules/successor.ts'
import { settle } from '../../inventory/rules/stock.ts'
import { type Discrepancy, discrepancies } from '../../inventory/schema.ts'
import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { cents } from '../../kernel/money.ts'
import { type PosSale, posSales } from '../../pos/schema.ts'
import { type Refund, type RefundLine, refunds } from '../refund-schema.ts'
import { type Sale, sales } from '../schema.ts'
import { flagWhatExceeds, returnPieces, sidesOfRefund, unknownSaleIdOf, withReturn } from './book-refund.ts'
import { post } from './ledger.ts'
import { leftOf, partOf } from './left-of-sale.ts'
import type { SaleReference } from './sale-reference.ts'
import { saleLineId, suspendedIdOf } from './sold-pieces.ts'

/** The move itself, and the moment at the till that it takes up again. */
type Contexts = { readonly ctx: CommandContext; readonly till: CommandContext }
type Moving = { readonly sale: PosSale; readonly reference: SaleReference; readonly refund: Refund }

/** Moves a return that waits to its sale, once: what is left of the sale pays for it in place of the shop, and its goods on the shelf come into
 *  stock. Changes nothing when the return does not wait any more. */
export function moveRefund(tx: CommandTx, ctx: CommandContext, refundId: string, reference: SaleReference): void {
  const refund = tx.get(refunds, refundId)
  const question = tx.get(discrepancies, unknownSaleIdOf(refundId))
  const sale = tx.get(posSales, reference.saleId)
  if (!refund || !sale || !isWaiting(refund, question) || !salesMeantBy(refund).includes(sale.id)) return
  // pieces and questions are those of the person who took the goods back
  const till = { ...ctx, actor: { ...ctx.actor, uid: refund.byUid } }
  const lines = refund.lines.map((line) => moveLine(tx, { ctx, till }, { sale, reference, refund }, line))
  const moved: Refund = { ...refund, saleId: sale.id, receiptNumber: sale.receiptNumber, lines }
  tx.put(refunds, moved)
  // the screens find the sale by the question
  settle(tx, ctx, { ...question, saleId: sale.id }, 'accepted')
  flagWhatExceeds(tx, till, moved, true)
}

/** Lists the ids under which the sale of a waiting return may arrive, the most likely first: its own, or that of a former admin's sale which an admin
 *  accepted. */
export const salesMeantBy = ({ saleId }: Pick<Refund, 'saleId'>): readonly string[] => [saleId, suspendedIdOf(saleId)]

/** An admin who accepts the loss ends the waiting. */
function isWaiting(refund: Refund, question: Discrepancy | undefined): question is Discrepancy {
  return question?.settledAtMs === null && isMovable(refund)
}

/** True unless the return is of an older release, which kept no number of pieces. */
export const isMovable = ({ lines }: Pick<Refund, 'lines'>): boolean => lines.every(({ excessQuantity }) => excessQuantity !== undefined)

function moveLine(tx: CommandTx, { ctx, till }: Contexts, moving: Moving, line: RefundLine): RefundLine {
  const sold = soldLine(tx, moving, line)
  if (!sold) return line
  const { sale, refund } = moving
  const { excessQuantity = 0, excessCents, goods, reason } = line
  const part = partOf(leftOf(sold), { quantity: excessQuantity, totalCents: excessCents })
  if (part.quantity === 0 && part.totalCents === 0) return line
  // the loss of the shop shrinks, and clearing stays as it is
  const sides = sidesOfRefund(sold.consignorId, part, cents(-part.totalCents))
  post(tx, ctx, { kind: 'refund', sourceId: refund.id, sides })
  tx.put(sales, withReturn(sold, part, { reason, atMs: refund.atMs }))
  // counts between the return and this moment have the goods
  returnPieces(tx, { ...till, nowMs: refund.atMs }, { sale, sold, goods, quantity: part.quantity })
  return {
    ...line,
    saleLineId: sold.id,
    quantity: line.quantity + part.quantity,
    amountCents: cents(line.amountCents + part.totalCents),
    taxCents: cents(line.taxCents + part.taxCents),
    payoutCents: cents(line.payoutCents + part.payoutCents),
    excessCents: cents(excessCents - part.totalCents),
    excessQuantity: excessQuantity - part.quantity,
  }
}

/** Finds the sold line that a return means. One whose consignor the reference does not name was not locked, and so is treated as unknown. */
function soldLine(tx: CommandTx, { sale, reference, refund }: Moving, { saleLineId: meantId, itemId }: RefundLine): Sale | undefined {
  const nth = sale.lines.findIndex((_, index) => saleLineId(refund.saleId, index) === meantId)
  const sold = nth < 0 ? undefined : tx.where(sales, 'posSaleId', sale.id).find(({ id }) => id === saleLineId(sale.id, nth))
  if (!sold || sold.itemId !== itemId || (itemId !== null && !reference.itemIds.includes(itemId))) return undefined
  const { consignorId } = sold
  return consignorId === null || reference.consignorIds.some((one) => isOwner(tx, consignorId, one)) ? sold : undefined
}
