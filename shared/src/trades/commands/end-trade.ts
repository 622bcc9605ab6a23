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

/** The buyer takes a request back while nobody accepted: everything held is available again. The reason is for the admins.
 *  Refuses TRADE_NOT_FOUND, TRADE_CHANGED, TRADE_MOVED_ON, FORBIDDEN. */
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

/** Ends the negotiation of a trade whose time ran out: one nobody accepted expires, a partial one shrinks to what was accepted and goes on (design §6).
 *  Changes nothing when it has moved on or lives longer: several servers may try at once. No refusals. */
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

/** Ends what somebody whose account was closed has open in a trade: the buyer's request is withdrawn, or shrinks to what was accepted; a seller's offer is declined.
 *  Orders go on: they are paid and owed to whom they were. Changes nothing when the account is open or nothing is. No refusals. */
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

/** Notes that those who are to answer an offer of this trade were reminded that it ends soon; once for each time it would end at. Their offers are written again,
 *  so that the shop's news sees whom it is about. Changes nothing when it has moved on. No refusals. */
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
