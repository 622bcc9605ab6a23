import { isOpen } from '@shop/shared/accounts/rules/closed-account.ts'
import { type User, users } from '@shop/shared/accounts/schema.ts'
import { type Discrepancy, discrepancies } from '@shop/shared/inventory/schema.ts'
import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { type PosSale, posSales } from '@shop/shared/pos/schema.ts'
import { moveRefund } from '@shop/shared/sales/commands/move-refund.ts'
import { type Refund, refunds } from '@shop/shared/sales/refund-schema.ts'
import { saleReferenceOf } from '@shop/shared/sales/rules/sale-reference.ts'
import { suspendedIdOf } from '@shop/shared/sales/rules/sold-pieces.ts'
import { expireTrade, leaveTrade, remindOfTrade } from '@shop/shared/trades/commands/end-trade.ts'
import { type Offer, offers, type Trade, trades } from '@shop/shared/trades/schema.ts'
import type { ModelDisk } from './model-disk.ts'

/** The commands that the real server's jobs run on every trade. Each finds out by itself whether its time has come. */
export function dueInTrades(disk: ModelDisk): { command: AnyCommand; args: unknown }[] {
  const all = disk.all<Offer>(offers)
  return disk.all<Trade>(trades).flatMap(({ id: tradeId, buyerUid, itemBarcode: barcode }) => {
    const reference = { tradeId, buyerUid, barcode }
    const sellers = all.flatMap((offer) => (offer.tradeId === tradeId ? [offer.sellerUid] : []))
    const closed = [...new Set([buyerUid, ...sellers])].filter((uid) => !isOpen(disk.get(users, uid) as User))
    return [
      ...closed.map((uid) => ({ command: leaveTrade, args: { ...reference, uid } })),
      { command: remindOfTrade, args: reference },
      { command: expireTrade, args: reference },
    ]
  })
}

/** The commands that the real server's job runs on returns whose sale is there. Each finds out by itself whether it still waits. */
export function waitingReturns(disk: ModelDisk): { command: AnyCommand; args: unknown }[] {
  const asked = disk.all<Discrepancy>(discrepancies)
  const open = new Set(
    asked.flatMap(({ kind, saleId, settledAtMs }) => (kind === 'refund_without_sale' && settledAtMs === null ? [saleId] : [])),
  )
  if (open.size === 0) return []
  return disk.all<Refund>(refunds).flatMap(({ id: refundId, saleId }) => {
    const ids = open.has(saleId) ? [saleId, suspendedIdOf(saleId)] : []
    const [sale] = ids.flatMap((id) => (disk.get(posSales, id) as PosSale | undefined) ?? [])
    return sale ? [{ command: moveRefund, args: { ...saleReferenceOf(sale), refundId } }] : []
  })
}
