import { barcodeKeys } from '../../inventory/rules/barcodes.ts'
import { itemTextsOf } from '../../inventory/rules/item-texts.ts'
import { moveStock } from '../../inventory/rules/stock.ts'
import { type Item, items } from '../../inventory/schema.ts'
import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { type Cents, cents, sumCents } from '../../kernel/money.ts'
import { tradeRefusals } from '../errors.ts'
import { type AutoPrice, autoPrices, type Offer, type Side } from '../schema.ts'
import { autoAnswer, newestRule } from './auto-price.ts'
import { breakdownOf, tradeMoney } from './money.ts'
import { setOffer, settleOffers, stepped, type WorkingTrade } from './working-trade.ts'

/** Finds a seller's items of a barcode, in any of its spellings, that are in stock, oldest first. `touchesOfAcceptance` names these rows. */
export function stockOf(tx: Pick<CommandTx, 'where'>, barcode: string, sellerUid: string): Item[] {
  return barcodeKeys(barcode)
    .flatMap((key) => tx.where(items, 'barcode1', key))
    .filter(({ consignorId, stockCount }) => consignorId === sellerUid && stockCount > 0)
    .sort(byAge)
}

/** Orders items by age, the oldest first. */
export const byAge = (a: Item, b: Item): number => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1)

/** Counts the pieces of these items. */
export const heldBy = (list: readonly Item[]): number => list.reduce((sum, { stockCount }) => sum + stockCount, 0)

/** Finds a seller's price rule for a barcode, in any of its spellings. */
export const ruleOf = (tx: CommandTx, barcode: string, sellerUid: string): AutoPrice | undefined => {
  const rules = barcodeKeys(barcode).flatMap((key) => tx.where(autoPrices, 'barcode1', key))
  return newestRule(
    rules.filter(({ uid }) => uid === sellerUid),
    barcode,
  )
}

/** Accepts an offer: takes the pieces that are offered, wanted and in stock, and freezes their breakdown; refuses OUT_OF_STOCK when no piece is left.
 *  The caller then has to run `settleOffers` and `saveTrade`. */
export function applyAcceptance(
  tx: CommandTx,
  ctx: CommandContext,
  work: WorkingTrade,
  offer: Offer,
  { priceCents, by, isAutomatic = false }: { priceCents: Cents; by: Side; isAutomatic?: boolean },
): void {
  const { trade } = work
  const stock = stockOf(tx, trade.itemBarcode, offer.sellerUid)
  const quantity = Math.min(offer.quantityOffered, trade.quantity - trade.acceptedQuantity, heldBy(stock))
  if (quantity <= 0) throw refusal(tradeRefusals, 'OUT_OF_STOCK', by === 'buyer' ? { message: SELLER_HAS_NONE } : {})
  const taken: Offer['taken'] = []
  let left = quantity
  for (const item of stock) {
    const count = Math.min(left, item.stockCount)
    if (count === 0) break
    moveStock(tx, ctx, item, { deltaCount: -count, kind: 'trade', promisedDelta: count, sourceId: trade.id })
    taken.push({ itemId: item.id, quantity: count, texts: itemTextsOf(item) })
    left -= count
  }
  const before = [...work.offers.values()].flatMap(({ breakdown }) => (breakdown ? [breakdown] : []))
  const breakdown = breakdownOf(before, { quantity, priceCents, atMs: ctx.nowMs }, trade)
  setOffer(work, {
    ...offer,
    status: 'accepted',
    quantityOffered: quantity,
    breakdown,
    taken,
    history: stepped(offer, { by, act: 'accept', priceCents, atMs: ctx.nowMs, ...(isAutomatic ? { isAutomatic } : {}) }),
    updatedAtMs: ctx.nowMs,
  })
  const all = [...before, breakdown]
  const itemCostCents = sumCents(all.map((one) => one.itemCostCents))
  const money = tradeMoney(itemCostCents, trade, sumCents(all.map((one) => one.commissionCents)))
  const pieces = all.reduce((sum, one) => sum + one.quantity, 0)
  work.trade = {
    ...trade,
    acceptedQuantity: pieces,
    versions: [...trade.versions, { atMs: ctx.nowMs, quantity: pieces, ...money }],
  }
}

/** Error message for the buyer when the seller has no piece left. */
const SELLER_HAS_NONE = 'This seller has none of it left. Please decline, or wait for the others.'

/** Declines an offer. */
export function applyDecline(
  ctx: CommandContext,
  work: WorkingTrade,
  offer: Offer,
  { priceCents, by, isAutomatic = false }: { priceCents: Cents; by: Side; isAutomatic?: boolean },
): void {
  setOffer(work, {
    ...offer,
    status: 'declined',
    history: stepped(offer, { by, act: 'decline', priceCents, atMs: ctx.nowMs, ...(isAutomatic ? { isAutomatic } : {}) }),
    updatedAtMs: ctx.nowMs,
  })
}

/** Lets sellers' price rules answer these offers. The offers' random ids set the order, so that the order reveals no seller. */
export function answerByRule(tx: CommandTx, ctx: CommandContext, work: WorkingTrade, offerIds: readonly string[]): void {
  for (const id of [...offerIds].sort()) {
    const offer = work.offers.get(id) as Offer
    const answer = autoAnswer(ruleOf(tx, offer.itemBarcode, offer.sellerUid), offer.bidCents)
    const said = { priceCents: offer.bidCents, by: 'seller', isAutomatic: true } as const
    if (answer === 'decline') applyDecline(ctx, work, offer, said)
    const isWanted = work.trade.quantity > work.trade.acceptedQuantity
    if (answer === 'accept' && isWanted && heldBy(stockOf(tx, offer.itemBarcode, offer.sellerUid)) > 0)
      applyAcceptance(tx, ctx, work, offer, said)
  }
  settleOffers(tx, ctx, work)
}

/** Lists the sides of a fulfilled order: the buyer's hold pays the sellers, the commission and the shipping. */
export function sidesOfOrder({ trade, offers }: WorkingTrade) {
  const accepted = [...offers.values()].flatMap(({ sellerUid, breakdown }) => (breakdown ? [{ sellerUid, ...breakdown }] : []))
  const commissionCents = sumCents(accepted.map((one) => one.commissionCents))
  return [
    { account: 'consignor_held', uid: trade.buyerUid, amountCents: cents(-trade.totalCents) },
    ...accepted.map(({ sellerUid, payoutCents }) => ({
      account: 'consignor_available' as const,
      uid: sellerUid,
      amountCents: payoutCents,
    })),
    { account: 'commission', uid: null, amountCents: commissionCents },
    { account: 'shipping', uid: null, amountCents: trade.shippingCents },
  ] as const
}
