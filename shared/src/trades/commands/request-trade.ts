import * as z from 'zod/mini'
import { isOpen } from '../../accounts/rules/closed-account.ts'
import { users } from '../../accounts/schema.ts'
import type { Item } from '../../inventory/schema.ts'
import { byId, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { centsSchema, positiveCentsSchema, ZERO_CENTS } from '../../kernel/money.ts'
import { withinCents } from '../../sales/rules/sale-form.ts'
import { DEFAULT_SETTINGS, SHOP_SETTINGS_ID, settings } from '../../settings/schema.ts'
import { tradeRefusals } from '../errors.ts'
import { answerByRule, byAge, heldBy, stockOf } from '../rules/acceptance.ts'
import { MAX_SELLERS, MAX_TRADE_QUANTITY } from '../rules/limits.ts'
import { type ListedTexts, listedTexts } from '../rules/listing.ts'
import { requestMoney, shippingOf, type Terms } from '../rules/money.ts'
import { tradeReference } from '../rules/reference.ts'
import { quantityRange } from '../rules/trade-form.ts'
import { expiryOf, requireMover, requireShown, saveTrade, touchesOfAcceptance, type WorkingTrade } from '../rules/working-trade.ts'
import { type Offer, shippingAddressSchema, type Trade, trades } from '../schema.ts'

/** Requests pieces of a barcode: holds the total and opens an offer with each named seller who has stock and an open account. Name, link, picture and
 *  the spelling of the barcode come from the sellers' items, so that the buyer cannot send messages in them. */
export const requestTrade = defineCommand({
  name: 'trades.request',
  args: z.object({
    ...tradeReference,
    quantity: z.int().check(z.maximum(MAX_TRADE_QUANTITY, `At most ${MAX_TRADE_QUANTITY}`)),
    pricePerItemCents: positiveCentsSchema,
    providesOwnShipping: z.boolean(),
    shippingAddress: shippingAddressSchema,
    /** Sellers to ask, each with the id of the offer to open. */
    sellers: z.array(z.object({ uid: idSchema, offerId: idSchema })).check(z.maxLength(MAX_SELLERS)),
    /** The total that the buyer saw. */
    shownTotalCents: z.nullish(centsSchema),
  }),
  roles: ['user', 'admin'],
  channel: 'server',
  paysOut: true,
  refusals: ['TRADE_EXISTS', 'NOT_ON_MARKETPLACE', 'QUANTITY_NOT_AVAILABLE', 'BALANCE_MISSING', 'TOTAL_CHANGED', 'INVALID', 'FORBIDDEN'],
  touches: (args) => [
    ...touchesOfAcceptance(args),
    ...args.sellers.map(({ uid }) => byId(users, uid, false)),
    byId(settings, SHOP_SETTINGS_ID, false),
  ],
  run(tx, args, ctx) {
    const { tradeId, buyerUid, quantity, pricePerItemCents, providesOwnShipping } = args
    requireMover(ctx, buyerUid)
    if (tx.get(trades, tradeId)) throw refusal(tradeRefusals, 'TRADE_EXISTS')
    const asked = sellersWithStock(tx, args)
    const stock = asked.flatMap((seller) => seller.stock)
    const texts = listedTexts(stock)
    const [oldest] = stock.toSorted(byAge)
    if (!texts || !oldest) throw refusal(tradeRefusals, 'NOT_ON_MARKETPLACE')
    requireQuantity(quantity, heldBy(stock))

    const terms = termsFor(tx, providesOwnShipping)
    if (!withinCents(pricePerItemCents * quantity * 2)) throw invalidField('pricePerItem', 'The amount is too large')
    const trade = newTrade({ ...args, barcode: oldest.barcode1 }, texts, terms, ctx.nowMs)
    const offers = asked.map((seller) => newOffer(trade, seller))
    const work: WorkingTrade = {
      trade,
      offers: new Map(offers.map((offer) => [offer.id, offer])),
      written: new Set(offers.map(({ id }) => id)),
    }
    answerByRule(
      tx,
      ctx,
      work,
      offers.map(({ id }) => id),
    )
    requireShown(work, args.shownTotalCents)
    saveTrade(tx, ctx, work, { isTouched: true })
  },
})

/** Reads the shop's terms of this moment. The trade keeps these terms. */
function termsFor(tx: CommandTx, providesOwnShipping: boolean): Terms {
  const { tradeShippingCents, commissionBps, commissionPaidBy } = tx.get(settings, SHOP_SETTINGS_ID) ?? DEFAULT_SETTINGS
  return { commissionBps, commissionPaidBy, shippingCents: shippingOf(providesOwnShipping, tradeShippingCents) }
}

type Request = Pick<Trade, 'buyerUid' | 'quantity' | 'pricePerItemCents' | 'providesOwnShipping' | 'shippingAddress'> & {
  readonly tradeId: string
  readonly barcode: string
}

/** Builds a trade before any answer. */
function newTrade({ tradeId, barcode, ...request }: Request, texts: ListedTexts, terms: Terms, nowMs: number): Trade {
  const { buyerUid, quantity, pricePerItemCents, providesOwnShipping, shippingAddress } = request
  const { itemCostCents, commissionCents, totalCents } = requestMoney(pricePerItemCents, quantity, terms)
  return {
    id: tradeId,
    buyerUid,
    itemName: texts.itemName,
    itemBarcode: barcode,
    itemLink: texts.link,
    imageUrl: texts.imageUrl,
    requestedQuantity: quantity,
    quantity,
    acceptedQuantity: 0,
    pricePerItemCents,
    providesOwnShipping,
    shippingAddress,
    ...terms,
    status: 'pending',
    itemCostCents,
    commissionCents,
    totalCents,
    heldCents: ZERO_CENTS,
    offers: [],
    versions: [],
    trackingNumber: '',
    carrier: '',
    label: null,
    cancelReason: '',
    requestedAtMs: nowMs,
    updatedAtMs: nowMs,
    expiresAtMs: expiryOf(nowMs, nowMs),
    fulfilledAtMs: null,
    remindedOfMs: null,
  }
}

/** Builds a seller's offer before any answer. Nothing in the offer reveals the buyer (law *Anonymity*). */
function newOffer(trade: Trade, { uid, offerId, stock }: Asked): Offer {
  const { itemName, itemBarcode, itemLink, imageUrl, quantity, pricePerItemCents, commissionBps, commissionPaidBy } = trade
  return {
    id: offerId,
    tradeId: trade.id,
    sellerUid: uid,
    itemName,
    itemBarcode,
    itemLink,
    imageUrl,
    quantity,
    quantityOffered: Math.min(quantity, heldBy(stock)),
    pricePerItemCents,
    bidCents: pricePerItemCents,
    counterPriceCents: null,
    lastCounteredBy: null,
    status: 'pending',
    history: [{ by: 'buyer', act: 'offer', priceCents: pricePerItemCents, atMs: trade.requestedAtMs }],
    breakdown: null,
    taken: [],
    commissionBps,
    commissionPaidBy,
    tradeStatus: 'pending',
    trackingNumber: '',
    carrier: '',
    requestedAtMs: trade.requestedAtMs,
    updatedAtMs: trade.updatedAtMs,
    expiresAtMs: trade.expiresAtMs,
  }
}

type Asked = { readonly uid: string; readonly offerId: string; readonly stock: readonly Item[] }

/** Finds the named sellers who have stock and an open account, without the buyer. */
function sellersWithStock(
  tx: CommandTx,
  { sellers, barcode, buyerUid }: { sellers: readonly { uid: string; offerId: string }[]; barcode: string; buyerUid: string },
): Asked[] {
  return sellers.flatMap(({ uid, offerId }) => {
    const user = tx.get(users, uid)
    if (uid === buyerUid || !user || !isOpen(user)) return []
    const stock = stockOf(tx, barcode, uid)
    return stock.length > 0 ? [{ uid, offerId, stock }] : []
  })
}

const invalidField = (field: string, message: string) => refusal(kernelRefusals, 'INVALID', { message, fields: { [field]: message } })

function requireQuantity(quantity: number, max: number): void {
  const message = quantityRange(max)
  if (quantity < 1) throw invalidField('quantity', message)
  if (quantity > max) throw refusal(tradeRefusals, 'QUANTITY_NOT_AVAILABLE', { message, fields: { quantity: message } })
}
