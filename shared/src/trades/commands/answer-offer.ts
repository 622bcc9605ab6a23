import * as z from 'zod/mini'
import { type CommandContext, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { type Cents, centsSchema, positiveCentsSchema } from '../../kernel/money.ts'
import { tradeRefusals } from '../errors.ts'
import { applyAcceptance, applyDecline } from '../rules/acceptance.ts'
import { askedCents, type MoveName } from '../rules/machine.ts'
import { offerReference } from '../rules/reference.ts'
import {
  loadTrade,
  offerOf,
  requireMove,
  requireMover,
  requireShown,
  saveTrade,
  settleOffers,
  touchesOfAcceptance,
  touchesOfTrade,
} from '../rules/working-trade.ts'
import type { Side } from '../schema.ts'

/** `priceCents`: the price that the person saw, null when unknown. If the price has changed, the offer is not accepted. */
const acceptArgs = z.object({ ...offerReference, priceCents: z.nullable(positiveCentsSchema) })
/** `shownTotalCents`: the hold that the buyer saw, null when unknown. */
const acceptCounterArgs = z.extend(acceptArgs, { shownTotalCents: z.nullish(centsSchema) })
const declineArgs = z.object(offerReference)
type Reference = z.infer<typeof declineArgs>
type Accepting = Reference & { priceCents: Cents | null; shownTotalCents?: Cents | null | undefined }

/** Refusals that every answer to an offer shares. */
const COMMON = [
  'TRADE_NOT_FOUND',
  'OFFER_NOT_FOUND',
  'TRADE_CHANGED',
  'OFFER_MOVED_ON',
  'OFFER_EXPIRED',
  'WAITING_FOR_BUYER',
  'WAITING_FOR_SELLER',
  'FORBIDDEN',
]

/** Loads the offer that a person answers, and checks that the person may answer it. */
function offerToAnswer(tx: CommandTx, ctx: CommandContext, reference: Reference, by: Side, move: MoveName) {
  const work = loadTrade(tx, reference)
  const offer = offerOf(work, reference.offerId)
  requireMover(ctx, by === 'seller' ? offer.sellerUid : work.trade.buyerUid)
  requireMove(ctx, move, work.trade, offer)
  return { work, offer, priceCents: askedCents(offer) }
}

function accept(tx: CommandTx, ctx: CommandContext, args: Accepting, by: Side, move: MoveName): void {
  const { work, offer, priceCents } = offerToAnswer(tx, ctx, args, by, move)
  if (args.priceCents !== null && args.priceCents !== priceCents) throw refusal(tradeRefusals, 'OFFER_MOVED_ON')
  applyAcceptance(tx, ctx, work, offer, { priceCents, by })
  settleOffers(tx, ctx, work)
  requireShown(work, args.shownTotalCents)
  saveTrade(tx, ctx, work, { isTouched: true })
}

function decline(tx: CommandTx, ctx: CommandContext, reference: Reference, by: Side, move: MoveName): void {
  const { work, offer, priceCents } = offerToAnswer(tx, ctx, reference, by, move)
  applyDecline(ctx, work, offer, { priceCents, by })
  settleOffers(tx, ctx, work)
  saveTrade(tx, ctx, work, { isTouched: true })
}

/** Accepts the buyer's latest price as the seller; pieces leave the inventory at once. Refuses with OUT_OF_STOCK or a code that every answer
 *  shares. */
export const acceptOffer = defineCommand({
  name: 'trades.accept',
  args: acceptArgs,
  roles: ['user', 'admin'],
  channel: 'server',
  refusals: [...COMMON, 'OUT_OF_STOCK'],
  touches: touchesOfAcceptance,
  run: (tx, args, ctx) => accept(tx, ctx, args, 'seller', 'accept'),
})

/** Declines the buyer's price as the seller. */
export const declineOffer = defineCommand({
  name: 'trades.decline',
  args: declineArgs,
  roles: ['user', 'admin'],
  channel: 'server',
  refusals: COMMON,
  touches: touchesOfTrade,
  run: (tx, args, ctx) => decline(tx, ctx, args, 'seller', 'decline'),
})

/** Accepts the seller's latest price as the buyer; pieces leave the seller's inventory at once. Refuses with OUT_OF_STOCK, BALANCE_MISSING,
 *  TOTAL_CHANGED or a code that every answer shares. */
export const acceptCounter = defineCommand({
  name: 'trades.acceptCounter',
  args: acceptCounterArgs,
  roles: ['user', 'admin'],
  channel: 'server',
  paysOut: true,
  refusals: [...COMMON, 'OUT_OF_STOCK', 'BALANCE_MISSING', 'TOTAL_CHANGED'],
  touches: touchesOfAcceptance,
  run: (tx, args, ctx) => accept(tx, ctx, args, 'buyer', 'acceptCounter'),
})

/** Declines the seller's price as the buyer, which ends this offer. */
export const declineCounter = defineCommand({
  name: 'trades.declineCounter',
  args: declineArgs,
  roles: ['user', 'admin'],
  channel: 'server',
  refusals: COMMON,
  touches: touchesOfTrade,
  run: (tx, args, ctx) => decline(tx, ctx, args, 'buyer', 'declineCounter'),
})
