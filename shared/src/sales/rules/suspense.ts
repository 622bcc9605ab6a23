import { openOnce, settle } from '../../inventory/rules/stock.ts'
import { discrepancies, items } from '../../inventory/schema.ts'
import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { type RungUpSale, type SuspendedSale, suspendedSales } from '../../pos/schema.ts'
import { bookPosSale } from './book-pos-sale.ts'
import { post, reversed } from './ledger.ts'
import { type Goods, returnSoldPieces, settleUndone } from './returned-pieces.ts'
import { saleLineId } from './sold-pieces.ts'
import { sidesOfSuspense } from './suspend-sale.ts'

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

/** Rejects a suspended sale: corrects the stock of its items and settles its discrepancies. */
export function rejectSuspendedSale(
  tx: CommandTx,
  till: CommandContext,
  suspended: SuspendedSale,
  { reason, goods }: { readonly reason: string; readonly goods: Goods },
): void {
  const ctx = asDecided(till)
  endSuspense(tx, ctx, suspended, 'rejected')
  const concerns = tx.where(discrepancies, 'saleId', suspended.id)
  const lines = suspended.lines.map(({ itemId, itemName, quantity }, index) => ({
    id: saleLineId(suspended.id, index),
    itemId,
    itemName,
    soldQuantity: quantity,
  }))
  const { id: saleId, soldAtMs } = suspended
  returnSoldPieces(tx, till, { kind: 'void', saleId, posSaleId: saleId, soldAtMs, lines, concerns, goods })
  settleUndone(tx, ctx, { concerns, goods }, reason)
}

function endSuspense(tx: CommandTx, ctx: CommandContext, sale: SuspendedSale, settlement: 'accepted' | 'rejected'): void {
  post(tx, ctx, { kind: 'suspended_sale_settled', sourceId: sale.id, sides: reversed(sidesOfSuspense(sale)) })
  tx.put(suspendedSales, { ...sale, settlement, settledAtMs: ctx.nowMs, settledByUid: ctx.actor.uid })
}
