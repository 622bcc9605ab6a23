import type { Actor, AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { tradeRefusals } from '@shop/shared/trades/errors.ts'
import type { OfferStatus, Side, TradeStatus } from '@shop/shared/trades/schema.ts'
import type { Platform } from '../platform/platform.ts'
import { offerReferenceOf } from './references.ts'

/** Runs one side's move on an offer, and makes the call's answer with the resulting statuses. Refuses FORBIDDEN for a person who is not this side. */
export async function answerOffer(
  { params, actor, platform }: { params: { id: string }; actor: Actor; platform: Platform },
  { by, command, message, more = {} }: { by: Side; command: AnyCommand; message: string; more?: object },
): Promise<{ message: string; offerStatus: OfferStatus; tradeStatus: TradeStatus }> {
  const reference = await offerReferenceOf(platform.db, params.id)
  if (actor.uid !== (by === 'seller' ? reference.sellerUid : reference.buyerUid)) throw refusal(kernelRefusals, 'FORBIDDEN')
  await platform.runCommand(actor, command, { ...reference, ...more })
  const statuses = await platform.db
    .selectFrom('offers')
    .innerJoin('trades', 'trades.id', 'offers.trade_id')
    .select(['offers.status as offerStatus', 'trades.status as tradeStatus'])
    .where('offers.id', '=', reference.offerId)
    .executeTakeFirst()
  // an admin may have deleted the trade at the same moment
  if (!statuses) throw refusal(tradeRefusals, 'TRADE_NOT_FOUND')
  return { message, ...statuses }
}
