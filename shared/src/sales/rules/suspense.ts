import { openDiscrepancy, settle } from '../../inventory/rules/stock.ts'
import { discrepancies } from '../../inventory/schema.ts'
import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { cents } from '../../kernel/money.ts'
import { posSales, type RungUpSale, type SuspendedSale, suspendedSales } from '../../pos/schema.ts'
import { bookPosSale } from './book-pos-sale.ts'
import { post, reversed, type Side } from './ledger.ts'
import { returnSoldPieces, saleLineId, takeSoldPieces } from './sold-pieces.ts'

const sidesOfSuspense = ({ totalCents }: RungUpSale): readonly Side[] => [
  { account: 'suspense', uid: null, amountCents: totalCents },
  { account: 'suspended_takings', uid: null, amountCents: cents(-totalCents) },
]

/** Records a sale that nobody with the right to sell has sent: it takes its pieces, pays nobody, and waits for an admin under a discrepancy with
 *  the sale's id. */
export function suspendSale(tx: CommandTx, ctx: CommandContext, sale: RungUpSale): void {
  tx.put(suspendedSales, { ...sale, settledAtMs: null, settledByUid: null, settlement: null })
  post(tx, ctx, { kind: 'suspended_sale', sourceId: sale.id, sides: sidesOfSuspense(sale) })
  openDiscrepancy(tx, ctx, { id: sale.id, kind: 'sale_suspended', saleId: sale.id })
  takeSoldPieces(tx, ctx, sale)
}

/** Books a suspended sale as of its own time and seller. Its pieces have left the stock already. */
export function acceptSuspendedSale(tx: CommandTx, ctx: CommandContext, suspended: SuspendedSale, note: string): void {
  endSuspense(tx, ctx, suspended, 'accepted')
  const { settledAtMs: _at, settledByUid: _by, settlement: _how, ...sale } = suspended
  bookPosSale(tx, ctx, sale)
  const waiting = tx.get(discrepancies, sale.id)
  if (waiting) settle(tx, ctx, waiting, 'accepted', note)
}

/** Takes a suspended sale back: its pieces return, and what it opened is settled. A sale that an admin made under the same id keeps its own
 *  discrepancies. */
export function rejectSuspendedSale(tx: CommandTx, ctx: CommandContext, suspended: SuspendedSale, note: string): void {
  endSuspense(tx, ctx, suspended, 'rejected')
  const concerns = tx.where(discrepancies, 'saleId', suspended.id)
  const lines = suspended.lines.map(({ itemId, quantity }, index) => ({
    id: saleLineId(suspended.id, index),
    itemId,
    soldQuantity: quantity,
  }))
  returnSoldPieces(tx, ctx, suspended.id, lines, concerns)
  const isBooked = tx.get(posSales, suspended.id) !== undefined
  for (const one of concerns) if (!isBooked || one.kind === 'sale_suspended') settle(tx, ctx, one, 'sale_undone', note)
}

function endSuspense(tx: CommandTx, ctx: CommandContext, sale: SuspendedSale, settlement: 'accepted' | 'rejected'): void {
  post(tx, ctx, { kind: 'suspended_sale_settled', sourceId: sale.id, sides: reversed(sidesOfSuspense(sale)) })
  tx.put(suspendedSales, { ...sale, settlement, settledAtMs: ctx.nowMs, settledByUid: ctx.actor.uid })
}
