import { items } from '@shop/shared/inventory/schema.ts'
import { askedCents } from '@shop/shared/trades/rules/machine.ts'
import { isOpenOffer, OPEN_TRADES, ORDERED_TRADES, turnOf } from '@shop/shared/trades/rules/pending.ts'
import { offers, type Trade, trades } from '@shop/shared/trades/schema.ts'
import type { SyncEngine } from '../src/sync/engine/engine.ts'
import { byPosition } from './doing.ts'
import type { MarketAction } from './market.ts'
import type { RuleDeed } from './oracle/rules.ts'
import type { TradeDeed } from './oracle/trades.ts'
import type { TradeRequest } from './simulated-server.ts'

type Asking = { readonly request: TradeRequest; readonly deed: TradeDeed | RuleDeed }

/** The call that a person's page would make for an action, or undefined when no visible row allows the action. `tradeIdOf`: the id of the trade that
 *  a request makes. */
export function marketDoingOf(action: MarketAction, tab: SyncEngine, tradeIdOf: (key: string) => string): Asking | undefined {
  const { view } = tab.replica
  const key = tab.newId()
  const { uid } = tab.options
  const own = view.all(trades).filter(({ buyerUid }) => buyerUid === uid)
  const about = (kind: 'callOff' | 'undo' | 'label', tradeId: string | undefined): Asking | undefined =>
    tradeId === undefined ? undefined : { request: { key, do: kind, tradeId }, deed: { kind, tradeId } }
  switch (action.do) {
    case 'askTrade': {
      const { barcode, quantity, priceCents, isOwnShipping } = action
      const deed: TradeDeed = { kind: 'ask', tradeId: tradeIdOf(key), buyer: uid, barcode, quantity, priceCents, isOwnShipping }
      return { request: { key, do: 'ask', barcode, quantity, priceCents, isOwnShipping }, deed }
    }
    case 'setAutoPrice': {
      const { barcode, acceptAtCents, declineBelowCents } = action
      const item = view.all(items).find(({ consignorId, barcode1 }) => consignorId === uid && barcode1 === barcode)
      if (!item) return undefined
      const prices = { acceptAtCents, declineBelowCents }
      return { request: { key, do: 'rule', itemId: item.id, ...prices }, deed: { kind: 'rule', seller: uid, barcode, ...prices } }
    }
    case 'answerOffer':
      return answering(action, tab, key)
    case 'cancelTrade':
      return about('callOff', byPosition(own.filter(isOpen), action.nth)?.id)
    case 'labelTrade':
      return about('label', byPosition(own.filter(isOrdered), action.nth)?.id)
    case 'shipTrade': {
      const order = byPosition(view.all(trades).filter(isOrdered), action.nth)
      if (!order) return undefined
      const { id: tradeId, providesOwnShipping: isLabelled } = order
      return { request: { key, do: 'ship', tradeId, isLabelled }, deed: { kind: 'ship', tradeId } }
    }
    case 'removeTrade':
      return about('undo', byPosition(view.all(trades), action.nth)?.id)
  }
}

const isOpen = ({ status }: Trade) => OPEN_TRADES.includes(status)
const isOrdered = ({ status }: Trade) => ORDERED_TRADES.includes(status)

/** Answers an open offer whose turn it is, as its seller or as the buyer. */
function answering(
  { nth, how, priceCents }: MarketAction & { do: 'answerOffer' },
  { options: { uid }, replica: { view } }: SyncEngine,
  key: string,
): Asking | undefined {
  const got = view.all(offers).filter(({ sellerUid }) => sellerUid === uid)
  const asked = view
    .all(trades)
    .flatMap((trade) => (trade.buyerUid === uid ? trade.offers.map((one) => ({ ...one, tradeId: trade.id })) : []))
  const open = [
    ...got.map((offer) => ({ offer, by: 'seller' as const })),
    ...asked.map((offer) => ({ offer, by: 'buyer' as const })),
  ].filter(({ offer, by }) => isOpenOffer(offer) && turnOf(offer) === by)
  const nthOpen = byPosition(
    open.map((one) => ({ ...one, id: one.offer.id })),
    nth,
  )
  if (!nthOpen) return undefined
  const { offer, by } = nthOpen
  const { id: offerId, tradeId } = offer
  const at = { tradeId, offerId, by }
  if (how === 'refuse') return { request: { key, do: how, ...at }, deed: { kind: how, ...at } }
  const said = how === 'agree' ? askedCents(offer) : priceCents
  return { request: { key, do: how, ...at, priceCents: said }, deed: { kind: how === 'agree' ? 'agree' : 'bid', ...at, priceCents: said } }
}
