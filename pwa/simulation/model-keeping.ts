import { isOpen } from '@shop/shared/accounts/rules/closed-account.ts'
import { type User, users } from '@shop/shared/accounts/schema.ts'
import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
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
