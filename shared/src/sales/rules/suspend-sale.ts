import { openDiscrepancy } from '../../inventory/rules/stock.ts'
import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { cents } from '../../kernel/money.ts'
import { type RungUpSale, suspendedSales } from '../../pos/schema.ts'
import { post, type Side } from './ledger.ts'
import { takeSoldPieces } from './sold-pieces.ts'

/** Lists the sides of the posting that keeps a suspended sale's money apart. */
export const sidesOfSuspense = ({ totalCents }: RungUpSale): readonly Side[] => [
  { account: 'suspense', uid: null, amountCents: totalCents },
  { account: 'suspended_takings', uid: null, amountCents: cents(-totalCents) },
]

/** Records a former admin's sale, which takes its pieces from stock and pays nobody. A discrepancy with the sale's id (`suspendedIdOf`) asks an
 *  admin to settle the sale. */
export function suspendSale(tx: CommandTx, ctx: CommandContext, sale: RungUpSale): void {
  tx.put(suspendedSales, { ...sale, receivedAtMs: ctx.receivedAtMs, settledAtMs: null, settledByUid: null, settlement: null })
  post(tx, ctx, { kind: 'suspended_sale', sourceId: sale.id, sides: sidesOfSuspense(sale) })
  openDiscrepancy(tx, ctx, { id: sale.id, kind: 'sale_suspended', saleId: sale.id })
  takeSoldPieces(tx, ctx, sale)
}
