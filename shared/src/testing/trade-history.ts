import fc from 'fast-check'
import { closeAccount } from '../accounts/commands/close-account.ts'
import { addConsignorItem } from '../inventory/commands/add-item.ts'
import { editItem, removeItem } from '../inventory/commands/edit-item.ts'
import { type Item, items } from '../inventory/schema.ts'
import type { Actor, AnyCommand } from '../kernel/define-command.ts'
import { cents } from '../kernel/money.ts'
import type { Outcome } from '../kernel/unit-of-work.ts'
import { adjustBalance } from '../sales/commands/adjust-balance.ts'
import { completePosSale } from '../sales/commands/complete-pos-sale.ts'
import { editSettings } from '../settings/commands.ts'
import { DEFAULT_SETTINGS, settings } from '../settings/schema.ts'
import { acceptCounter, acceptOffer, declineCounter, declineOffer } from '../trades/commands/answer-offer.ts'
import { counterAsBuyer, counterOffer } from '../trades/commands/counter-offer.ts'
import { cancelTrade, expireTrade, leaveTrade } from '../trades/commands/end-trade.ts'
import { removeTrade } from '../trades/commands/remove-trade.ts'
import { requestTrade } from '../trades/commands/request-trade.ts'
import { setAutoPrice } from '../trades/commands/set-auto-price.ts'
import { addTracking, attachLabel, markShipped } from '../trades/commands/ship-trade.ts'
import { askedCents, ENDED_TRADES, type MoveName } from '../trades/rules/machine.ts'
import { sellersAndItemsOf } from '../trades/rules/order.ts'
import { isOpenOffer, OPEN_TRADES, turnOf } from '../trades/rules/pending.ts'
import { heldWithAccepted } from '../trades/rules/preview.ts'
import { type Offer, offers, type Trade, type TradeStatus, trades } from '../trades/schema.ts'
import { ADMIN, MemoryShop, testId } from './memory-shop.ts'

/** Uids of the traders of a history. */
export const TRADERS: readonly string[] = [10, 11, 12, 13].map(testId)
const SYSTEM: Actor = { uid: 'system', role: 'system', wasAdmin: false }
const BARCODES = ['one', 'two'] as const
const ADDRESS = { name: 'A Name', street: 'A Street', city: 'A City', state: 'TX', zip: '75001', country: 'USA' }
const HOUR_MS = 3_600_000

const nth = fc.nat(11)
/** True for a step that picks a suitable target. Otherwise the step takes any target and is mostly refused. */
const fits = fc.boolean()
const trader = fc.nat(TRADERS.length - 1)
/** Trader who acts instead of the right person; null when the right person acts. */
const stranger = fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: trader })
const price = fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 9 }))
const ruleCents = fc.option(fc.integer({ min: 1, max: 2_000 }), { freq: 1 })
const step = <const Name extends string, Fields extends object>(
  name: Name,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
) => fc.record({ do: fc.constant(name), ...fields }) as fc.Arbitrary<{ do: Name } & Fields>

/** Answers to offers: three by the seller, then three by the buyer. */
const answers = ['accept', 'decline', 'counter', 'acceptCounter', 'declineCounter', 'buyerCounter'] as const
const orders = ['uploadLabel', 'addTracking', 'markShipped', 'remove'] as const

const arbitraries = {
  give: step('give', { owner: trader, barcode: fc.nat(1), quantity: fc.nat(6) }),
  pay: step('pay', { trader, amount: fc.integer({ min: 0, max: 30_000 }) }),
  request: step('request', {
    buyer: trader,
    barcode: fc.nat(1),
    quantity: fc.integer({ min: 0, max: 8 }),
    price,
    ownShipping: fc.boolean(),
  }),
  answer: step('answer', {
    nth,
    act: fc.nat(5),
    price: fc.oneof(price, fc.integer({ min: 2_000, max: 12_000 })),
    by: stranger,
    fits,
  }),
  cancel: step('cancel', { nth, by: stranger, fits }),
  order: step('order', { nth, act: fc.constantFrom(...orders), fits }),
  wait: step('wait', { hours: fc.constantFrom(1, 30, 80) }),
  expire: step('expire', { nth, fits }),
  till: step('till', { nth, quantity: fc.integer({ min: 1, max: 4 }) }),
  edit: step('edit', { nth, delta: fc.integer({ min: -3, max: 3 }) }),
  recount: step('recount', { nth, counted: fc.nat(5) }),
  removeItem: step('removeItem', { nth }),
  rule: step('rule', { nth, acceptAt: ruleCents, declineBelow: ruleCents }),
  terms: step('terms', { commissionPaidBy: fc.constantFrom('seller', 'buyer'), commissionBps: fc.constantFrom(0, 1_000, 1_250, 3_333) }),
  close: step('close', { trader }),
}

/** One event of a history. Small numbers stand for rows, so that several steps concern the same rows. */
export type TradeStep = {
  [Name in keyof typeof arbitraries]: (typeof arbitraries)[Name] extends fc.Arbitrary<infer S> ? S : never
}[keyof typeof arbitraries]
type StepOf<Name extends TradeStep['do']> = Extract<TradeStep, { do: Name }>

/** Any step of a history. Steps of a negotiation come most often. */
export const anyTradeStep: fc.Arbitrary<TradeStep> = fc.oneof(
  { weight: 3, arbitrary: arbitraries.give },
  { weight: 2, arbitrary: arbitraries.pay },
  { weight: 6, arbitrary: arbitraries.request },
  { weight: 22, arbitrary: arbitraries.answer },
  { weight: 2, arbitrary: arbitraries.cancel },
  { weight: 7, arbitrary: arbitraries.order },
  ...(['wait', 'expire', 'expire', 'till', 'edit', 'recount', 'removeItem', 'rule', 'terms', 'close'] as const).map((name) => ({
    weight: 1,
    arbitrary: arbitraries[name] as fc.Arbitrary<TradeStep>,
  })),
)

/** Command of a step. `move`, `tradeId`, `offerId`: its move in the state machine. */
export type TradeDoing = {
  readonly command: AnyCommand
  readonly args: unknown
  readonly actor: Actor
  readonly move?: MoveName
  readonly tradeId?: string
  readonly offerId?: string
}

const actorOf = (uid: string): Actor => ({ uid, role: 'user', wasAdmin: false })
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
const referenceOf = (trade: Trade) => ({ tradeId: trade.id, buyerUid: trade.buyerUid, barcode: trade.itemBarcode })
const tradesOf = (shop: MemoryShop) => shop.all<Trade>(trades)
const tradesIn = (shop: MemoryShop, statuses: readonly TradeStatus[], fitting: boolean) => {
  const fitted = tradesOf(shop).filter(({ status }) => statuses.includes(status))
  return fitting && fitted.length > 0 ? fitted : tradesOf(shop)
}
const orderOf = (shop: MemoryShop, trade: Trade) => ({
  ...referenceOf(trade),
  ...sellersAndItemsOf(shop.all<Offer>(offers).filter(({ tradeId }) => tradeId === trade.id)),
})

/** Makes a UUIDv4 for tests. */
const randomId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const COMMAND_OF = {
  accept: acceptOffer,
  decline: declineOffer,
  counter: counterOffer,
  acceptCounter: acceptCounter,
  declineCounter: declineCounter,
  buyerCounter: counterAsBuyer,
} as const

function answering({ nth: n, act: k, price: priceCents, by, fits: isFitting }: StepOf<'answer'>, shop: MemoryShop): TradeDoing | undefined {
  const open = shop.all<Offer>(offers).filter(isOpenOffer)
  const offer = pick(isFitting && open.length > 0 ? open : shop.all<Offer>(offers), n)
  const act = answers[isFitting && offer ? (k % 3) + (turnOf(offer) === 'buyer' ? 3 : 0) : k] as (typeof answers)[number]
  const trade = offer && (shop.get(trades, offer.tradeId) as Trade)
  if (!offer || !trade) return undefined
  const isBuyers = act === 'acceptCounter' || act === 'declineCounter' || act === 'buyerCounter'
  const uid = by === null ? (isBuyers ? trade.buyerUid : offer.sellerUid) : (TRADERS[by] as string)
  const price = act === 'counter' || act === 'buyerCounter' ? { priceCents } : act.startsWith('accept') ? { priceCents: null } : {}
  const shown = trade.offers.find(({ id }) => id === offer.id)
  const total = act === 'acceptCounter' && shown ? { shownTotalCents: heldWithAccepted(trade, shown, askedCents(shown)).totalCents } : {}
  const args = { ...referenceOf(trade), offerId: offer.id, sellerUid: offer.sellerUid, ...price, ...total }
  return { command: COMMAND_OF[act], args, actor: actorOf(uid), move: act, tradeId: trade.id, offerId: offer.id }
}

const FITTING: Readonly<Record<(typeof orders)[number], readonly TradeStatus[]>> = {
  uploadLabel: ['awaiting_shipping'],
  addTracking: ['awaiting_shipping'],
  markShipped: ['shipping_uploaded'],
  remove: ENDED_TRADES,
}

function ordering({ nth: n, act, fits: isFitting }: StepOf<'order'>, shop: MemoryShop): TradeDoing | undefined {
  const trade = pick(tradesIn(shop, FITTING[act], isFitting), n)
  if (!trade) return undefined
  const order = orderOf(shop, trade)
  const about = { move: act, tradeId: trade.id }
  if (act === 'uploadLabel') {
    const label = { name: 'label-x.pdf', type: 'application/pdf', sizeBytes: 9 }
    const args = { ...referenceOf(trade), trackingNumber: '1Z', carrier: 'UPS', label }
    return { ...about, command: attachLabel, args, actor: actorOf(trade.buyerUid) }
  }
  if (act === 'addTracking')
    return { ...about, command: addTracking, args: { ...order, trackingNumber: '94', carrier: 'USPS' }, actor: ADMIN }
  if (act === 'markShipped') return { ...about, command: markShipped, args: order, actor: ADMIN }
  return { ...about, command: removeTrade, args: order, actor: ADMIN }
}

function requesting({ buyer, barcode, quantity, price: pricePerItemCents, ownShipping }: StepOf<'request'>, shop: MemoryShop): TradeDoing {
  const buyerUid = TRADERS[buyer] as string
  const tradeId = randomId(shop.journal.length * 10)
  const code = BARCODES[barcode] as string
  const sellers = TRADERS.filter((uid) => uid !== buyerUid).map((uid, n) => ({ uid, offerId: randomId(shop.journal.length * 10 + 1 + n) }))
  const args = {
    ...{ tradeId, buyerUid, barcode: code, quantity, pricePerItemCents, sellers },
    providesOwnShipping: ownShipping,
    shippingAddress: ADDRESS,
  }
  return { command: requestTrade, args, actor: actorOf(buyerUid), tradeId }
}

function tillSale({ nth: n, quantity }: StepOf<'till'>, shop: MemoryShop): TradeDoing | undefined {
  const item = pick(shop.all<Item>(items), n)
  if (!item) return undefined
  const id = (k: number) => testId(600_000 + shop.journal.length * 10 + k)
  const line = {
    ...{ id: id(1), itemId: item.id, itemName: item.itemName, barcode: item.barcode1, imageUrl: '', quantity },
    ...{ consignorId: item.consignorId, consignorName: '', unitPriceCents: cents(500), consignorPercentage: 50 },
  }
  const args = {
    ...{ saleId: id(2), displayId: 'POS-1', receiptNumber: 'A-1', cartId: id(3), taxRateBps: 825, consignorPercentage: 50, lines: [line] },
    tenders: [{ kind: 'cash', label: '', amountCents: cents(500 * quantity), givenCents: null }],
  }
  return { command: completePosSale, args, actor: ADMIN }
}

const byAdmin = (command: AnyCommand, args: unknown): TradeDoing => ({ command, args, actor: ADMIN })

const doingOf: { [Name in Exclude<TradeStep['do'], 'wait'>]: (doing: StepOf<Name>, shop: MemoryShop) => TradeDoing | undefined } = {
  give: ({ owner, barcode, quantity }, shop) =>
    byAdmin(addConsignorItem, {
      ...{ id: testId(100_000 + shop.journal.length), consignorId: TRADERS[owner], quantity },
      texts: { itemName: `Lamp ${BARCODES[barcode]}`, barcode1: BARCODES[barcode], barcode2: 'B2', location: 'A1' },
    }),
  pay: ({ trader: n, amount: targetCents }) => byAdmin(adjustBalance, { uid: TRADERS[n], targetCents, seenCents: null, reason: '' }),
  request: requesting,
  answer: answering,
  order: ordering,
  cancel({ nth: n, by, fits: isFitting }, shop) {
    const trade = pick(tradesIn(shop, OPEN_TRADES, isFitting), n)
    if (!trade) return undefined
    const actor = actorOf(by === null ? trade.buyerUid : (TRADERS[by] as string))
    return { command: cancelTrade, args: { ...referenceOf(trade), reason: 'why' }, actor, move: 'cancel', tradeId: trade.id }
  },
  expire({ nth: n, fits: isFitting }, shop) {
    const trade = pick(tradesIn(shop, OPEN_TRADES, isFitting), n)
    return trade && { command: expireTrade, args: referenceOf(trade), actor: SYSTEM, tradeId: trade.id }
  },
  till: tillSale,
  edit({ nth: n, delta }, shop) {
    const item = pick(shop.all<Item>(items), n)
    return item && byAdmin(editItem, { id: item.id, changes: {}, quantityDelta: delta })
  },
  recount({ nth: n, counted }, shop) {
    const item = pick(shop.all<Item>(items), n)
    return item && byAdmin(editItem, { id: item.id, changes: {}, countedQuantity: counted })
  },
  removeItem({ nth: n }, shop) {
    const item = pick(shop.all<Item>(items), n)
    return item && byAdmin(removeItem, { id: item.id })
  },
  rule({ nth: n, acceptAt: acceptAtCents, declineBelow: declineBelowCents }, shop) {
    const item = pick(shop.all<Item>(items), n)
    if (!item?.consignorId) return undefined
    const args = { uid: item.consignorId, itemId: item.id, acceptAtCents, declineBelowCents }
    return { command: setAutoPrice, args, actor: actorOf(item.consignorId) }
  },
  terms: ({ commissionPaidBy, commissionBps }) => byAdmin(editSettings, { changes: { commissionPaidBy, commissionBps } }),
  close: ({ trader: n }) => byAdmin(closeAccount, { uid: TRADERS[n] }),
}

/** Performs a step; refusals are allowed. Returns the command and its outcome; undefined when there is nothing to act on. */
export function performTrade(shop: MemoryShop, doing: TradeStep): { doing: TradeDoing; outcome: Outcome } | undefined {
  if (doing.do === 'wait') {
    shop.nowMs += doing.hours * HOUR_MS
    return undefined
  }
  const toDo = (doingOf[doing.do] as (step: TradeStep, shop: MemoryShop) => TradeDoing | undefined)(doing, shop)
  if (!toDo) return undefined
  const outcome = shop.try(toDo.command, toDo.args, { actor: toDo.actor })
  if (doing.do === 'close' && outcome.status === 'done') leaveAll(shop, TRADERS[doing.trader] as string)
  return { doing: toDo, outcome }
}

/** Ends the open trades of a closed account, as the server's job does. */
function leaveAll(shop: MemoryShop, uid: string): void {
  for (const trade of tradesOf(shop)) shop.run(leaveTrade, { ...referenceOf(trade), uid }, { actor: SYSTEM })
}

/** Makes a shop whose traders have money, and all but the first have goods. */
export function tradersShop(): MemoryShop {
  const shop = new MemoryShop()
  for (const uid of [...TRADERS, ADMIN.uid]) shop.addUser(uid, uid === ADMIN.uid ? { role: 'admin' } : {})
  shop.apply(new Map([[settings.name, new Map([[DEFAULT_SETTINGS.id, DEFAULT_SETTINGS]])]]))
  for (const [n, uid] of TRADERS.entries()) {
    shop.run(adjustBalance, { uid, targetCents: 20_000, seenCents: null, reason: '' })
    for (const barcode of [0, 1]) if (n > 0) performTrade(shop, { do: 'give', owner: n, barcode, quantity: 4 + n })
  }
  return shop
}
