import * as z from 'zod/mini'
import { type CommandContext, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { type Cents, positiveCentsSchema } from '../../kernel/money.ts'
import { withinCents } from '../../sales/rules/sale-form.ts'
import { tradeRefusals } from '../errors.ts'
import { answerByRule } from '../rules/acceptance.ts'
import { MAX_HISTORY } from '../rules/limits.ts'
import { offerReference } from '../rules/reference.ts'
import {
  loadTrade,
  offerOf,
  requireMove,
  requireMover,
  saveTrade,
  setOffer,
  stepped,
  touchesOfAcceptance,
  touchesOfTrade,
} from '../rules/working-trade.ts'
import type { Side } from '../schema.ts'

const args = z.object({ ...offerReference, priceCents: positiveCentsSchema })

const REFUSALS = [
  'TRADE_NOT_FOUND',
  'OFFER_NOT_FOUND',
  'TRADE_CHANGED',
  'OFFER_MOVED_ON',
  'OFFER_EXPIRED',
  'WAITING_FOR_BUYER',
  'WAITING_FOR_SELLER',
  'TOO_MANY_COUNTERS',
  'INVALID',
  'FORBIDDEN',
]

/** Puts a new price on an offer. */
function counter(tx: CommandTx, ctx: CommandContext, given: z.infer<typeof args>, by: Side) {
  const { priceCents } = given
  const work = loadTrade(tx, given)
  const offer = offerOf(work, given.offerId)
  requireMover(ctx, by === 'seller' ? offer.sellerUid : work.trade.buyerUid)
  requireMove(ctx, by === 'seller' ? 'counter' : 'buyerCounter', work.trade, offer)
  if (offer.history.length >= MAX_HISTORY) throw refusal(tradeRefusals, 'TOO_MANY_COUNTERS')
  requirePayable(priceCents, work.trade.quantity)
  setOffer(work, {
    ...offer,
    status: 'countered',
    counterPriceCents: priceCents,
    lastCounteredBy: by,
    ...(by === 'buyer' ? { bidCents: priceCents } : {}),
    history: stepped(offer, { by, act: 'counter', priceCents, atMs: ctx.nowMs }),
    updatedAtMs: ctx.nowMs,
  })
  return work
}

/** Refuses INVALID for a price that is too high. Twice the cost of the goods must fit into one amount, because shipping and commission are added. */
function requirePayable(priceCents: Cents, quantity: number): void {
  const message = 'The amount is too large'
  if (!withinCents(priceCents * quantity * 2)) throw refusal(kernelRefusals, 'INVALID', { message, fields: { counterPrice: message } })
}

/** Counters an offer as the seller. The buyer's hold stays as it is. */
export const counterOffer = defineCommand({
  name: 'trades.counter',
  args,
  roles: ['user', 'admin'],
  channel: 'server',
  refusals: REFUSALS,
  touches: touchesOfTrade,
  run(tx, given, ctx) {
    saveTrade(tx, ctx, counter(tx, ctx, given, 'seller'), { isTouched: true })
  },
})

/** Counters an offer as the buyer and holds the new total at once; the seller's price rule may answer. Refuses with BALANCE_MISSING or a code of
 *  `trades.counter`. */
export const counterAsBuyer = defineCommand({
  name: 'trades.buyerCounter',
  args,
  roles: ['user', 'admin'],
  channel: 'server',
  paysOut: true,
  refusals: [...REFUSALS, 'BALANCE_MISSING'],
  touches: touchesOfAcceptance,
  run(tx, given, ctx) {
    const work = counter(tx, ctx, given, 'buyer')
    answerByRule(tx, ctx, work, [given.offerId])
    saveTrade(tx, ctx, work, { isTouched: true })
  },
})
