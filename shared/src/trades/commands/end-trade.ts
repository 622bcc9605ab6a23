import * as z from 'zod/mini'
import { users } from '../../accounts/schema.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { ZERO_CENTS } from '../../kernel/money.ts'
import { optionalText } from '../../kernel/text.ts'
import { applyDecline } from '../rules/acceptance.ts'
import { REMIND_BEFORE_MS } from '../rules/limits.ts'
import { askedCents } from '../rules/machine.ts'
import { isOpenOffer, OPEN_TRADES } from '../rules/pending.ts'
import { tradeReference } from '../rules/reference.ts'
import { MAX_REASON } from '../rules/trade-form.ts'
import {
  endOpenOffers,
  holdTo,
  loadTrade,
  requireMove,
  requireMover,
  saveTrade,
  settleOffers,
  touchesOfTrade,
  type WorkingTrade,
} from '../rules/working-trade.ts'
import { offers, trades } from '../schema.ts'

/** Cancels a request that nobody has accepted, and releases its hold. Refuses TRADE_NOT_FOUND, TRADE_CHANGED, TRADE_MOVED_ON, FORBIDDEN. */
export const cancelTrade = defineCommand({
  name: 'trades.cancel',
  args: z.object({ ...tradeReference, reason: optionalText(MAX_REASON) }),
  roles: ['user', 'admin'],
  channel: 'server',
  refusals: ['TRADE_NOT_FOUND', 'TRADE_CHANGED', 'TRADE_MOVED_ON', 'FORBIDDEN'],
  touches: touchesOfTrade,
  run(tx, args, ctx) {
    const work = loadTrade(tx, args)
    requireMover(ctx, work.trade.buyerUid)
    requireMove(ctx, 'cancel', work.trade)
    withdraw(work, args.reason, ctx.nowMs)
    holdTo(tx, ctx, work, ZERO_CENTS)
    saveTrade(tx, ctx, work)
  },
})

function withdraw(work: WorkingTrade, cancelReason: string, nowMs: number): void {
  endOpenOffers(work, 'declined', nowMs)
  work.trade = { ...work.trade, status: 'cancelled', cancelReason }
}

/** Ends an overdue negotiation: a trade that nobody accepted expires, and a partial trade shrinks to its accepted part. Changes nothing when the
 *  negotiation has ended or still has time, because several servers may try to end it. */
export const expireTrade = defineCommand({
  name: 'trades.expire',
  args: z.object(tradeReference),
  roles: ['system'],
  channel: 'server',
  touches: touchesOfTrade,
  run(tx, args, ctx) {
    const trade = tx.get(trades, args.tradeId)
    if (!trade || !OPEN_TRADES.includes(trade.status) || ctx.nowMs < trade.expiresAtMs) return
    const work = loadTrade(tx, args)
    endOpenOffers(work, 'expired', ctx.nowMs)
    settleOffers(tx, ctx, work, 'expired')
    saveTrade(tx, ctx, work)
  },
})

/** Takes a closed account out of an open trade: a buyer's request is cancelled or shrinks to its accepted part, a seller's offer is declined. Orders
 *  continue, because their money is held already. */
export const leaveTrade = defineCommand({
  name: 'trades.leave',
  args: z.object({ ...tradeReference, uid: idSchema }),
  roles: ['system'],
  channel: 'server',
  touches: (args) => [...touchesOfTrade(args), byId(users, args.uid, false)],
  run(tx, args, ctx) {
    const trade = tx.get(trades, args.tradeId)
    const user = tx.get(users, args.uid)
    if (!trade || !OPEN_TRADES.includes(trade.status) || (user && user.closedAtMs === null)) return
    const work = loadTrade(tx, args)
    if (trade.buyerUid !== args.uid) {
      for (const offer of work.offers.values())
        if (offer.sellerUid === args.uid && isOpenOffer(offer))
          applyDecline(ctx, work, offer, { priceCents: askedCents(offer), by: 'seller' })
      settleOffers(tx, ctx, work)
    } else if (trade.status === 'pending') {
      withdraw(work, 'The account was closed', ctx.nowMs)
      holdTo(tx, ctx, work, ZERO_CENTS)
    } else {
      endOpenOffers(work, 'declined', ctx.nowMs)
      settleOffers(tx, ctx, work)
    }
    saveTrade(tx, ctx, work)
  },
})

/** Records the reminder that a trade is about to end, once for each end time. Writes open offers again, so that the notifications find their
 *  sellers. */
export const remindOfTrade = defineCommand({
  name: 'trades.remind',
  args: z.object(tradeReference),
  roles: ['system'],
  channel: 'server',
  touches: touchesOfTrade,
  run(tx, args, ctx) {
    const trade = tx.get(trades, args.tradeId)
    if (!trade || !OPEN_TRADES.includes(trade.status) || trade.remindedOfMs === trade.expiresAtMs) return
    if (ctx.nowMs >= trade.expiresAtMs || ctx.nowMs < trade.expiresAtMs - REMIND_BEFORE_MS) return
    tx.put(trades, { ...trade, remindedOfMs: trade.expiresAtMs })
    for (const offer of tx.where(offers, 'tradeId', trade.id)) if (isOpenOffer(offer)) tx.put(offers, offer)
  },
})
