import { openDiscrepancy, openOnce, settle } from '../../inventory/rules/stock.ts'
import { discrepancies, items } from '../../inventory/schema.ts'
import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { cents } from '../../kernel/money.ts'
import { type RungUpSale, type SuspendedSale, suspendedSales } from '../../pos/schema.ts'
import { bookPosSale } from './book-pos-sale.ts'
import { post, reversed, type Side } from './ledger.ts'
import { returnSoldPieces, saleLineId, takeSoldPieces } from './sold-pieces.ts'

const sidesOfSuspense = ({ totalCents }: RungUpSale): readonly Side[] => [
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

/** Context of an admin's decision, dated when the server receives it (law *Clocks*). Movements of pieces keep the device's time, like the recounts
 *  around them (law *Stock*). */
export const asDecided = (ctx: CommandContext): CommandContext => ({ ...ctx, nowMs: ctx.receivedAtMs ?? ctx.nowMs })

/** Books a suspended sale with its own time and cashier. Its pieces are taken from stock already. */
export function acceptSuspendedSale(tx: CommandTx, till: CommandContext, suspended: SuspendedSale, note: string): void {
  const ctx = asDecided(till)
  endSuspense(tx, ctx, suspended, 'accepted')
  const { receivedAtMs: _received, settledAtMs: _at, settledByUid: _by, settlement: _how, ...sale } = suspended
  bookPosSale(tx, ctx, sale)
  flagOtherOwners(tx, ctx, sale)
  const waiting = tx.get(discrepancies, sale.id)
  if (waiting) settle(tx, ctx, waiting, 'accepted', note)
}

const NAMED_ITEMS = 5

/** Tells the admins that lines pay somebody other than the owner of their item, or pay a consignor for an item that does not exist. */
function flagOtherOwners(tx: CommandTx, ctx: CommandContext, { id, lines }: RungUpSale): void {
  const strange = lines.filter(({ itemId, consignorId }) => {
    const item = itemId === null ? undefined : tx.get(items, itemId)
    return consignorId !== (item?.consignorId ?? null)
  })
  const names = [...new Set(strange.map(({ itemName }) => itemName))]
  const note =
    names.length > NAMED_ITEMS ? `${names.slice(0, NAMED_ITEMS).join(', ')} and ${names.length - NAMED_ITEMS} more` : names.join(', ')
  if (strange.length > 0) openOnce(tx, ctx, { kind: 'owner_differs', saleId: id, note })
}

/** Rejects a suspended sale: returns its pieces and settles its discrepancies. */
export function rejectSuspendedSale(tx: CommandTx, till: CommandContext, suspended: SuspendedSale, note: string): void {
  const ctx = asDecided(till)
  endSuspense(tx, ctx, suspended, 'rejected')
  const concerns = tx.where(discrepancies, 'saleId', suspended.id)
  const lines = suspended.lines.map(({ itemId, quantity }, index) => ({
    id: saleLineId(suspended.id, index),
    itemId,
    soldQuantity: quantity,
  }))
  returnSoldPieces(tx, till, suspended.id, lines, concerns)
  for (const one of concerns) settle(tx, ctx, one, 'sale_undone', note)
}

function endSuspense(tx: CommandTx, ctx: CommandContext, sale: SuspendedSale, settlement: 'accepted' | 'rejected'): void {
  post(tx, ctx, { kind: 'suspended_sale_settled', sourceId: sale.id, sides: reversed(sidesOfSuspense(sale)) })
  tx.put(suspendedSales, { ...sale, settlement, settledAtMs: ctx.nowMs, settledByUid: ctx.actor.uid })
}
