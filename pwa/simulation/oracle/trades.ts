import { type Accounts, rounded } from './money.ts'
import type { Shelf } from './shelf.ts'

/** An offer of a trade, and the side that acts on it. */
export type AboutOffer = { readonly tradeId: string; readonly offerId: string; readonly by: 'seller' | 'buyer' }

/** A person's deed on the marketplace. `bid`: a new price for each piece; `agree`: to the price that the other side asks; `callOff`: the buyer takes
 *  the request back; `ship`: the order goes out, and is paid; `undo`: an admin deletes the trade as if it had never been. */
export type TradeDeed =
  | {
      readonly kind: 'ask'
      readonly tradeId: string
      readonly buyer: string
      readonly quantity: number
      readonly priceCents: number
      readonly isOwnShipping: boolean
    }
  | (AboutOffer & { readonly kind: 'bid' | 'agree'; readonly priceCents: number })
  | (AboutOffer & { readonly kind: 'refuse' })
  | { readonly kind: 'callOff' | 'label' | 'ship' | 'undo'; readonly tradeId: string }
type Kind = TradeDeed['kind']

/** The shop's part of a trade: of the price of the goods, in basis points and from the sellers, and for the parcel. */
export type TradeTerms = { readonly commissionBps: number; readonly shippingCents: number }

/** A trade as the shop's books tell it. Only the server decides who came first and how many pieces were there, and so what it is about. `open`: some
 *  offer waits; `over`: ended without an order. */
export type Bargain = {
  readonly tradeId: string
  readonly state: 'open' | 'ordered' | 'paid' | 'over'
  readonly offers: readonly {
    readonly offerId: string
    readonly seller: string
    readonly state: 'open' | 'agreed' | 'closed'
    readonly bidCents: number
    readonly agreedCents: number
    readonly pieces: readonly { readonly itemId: string; readonly quantity: number }[]
  }[]
}

/** The outcome of the trades. `isDone`: true for a call that the server carried out. `givenBack`: items that got pieces of a deleted trade. */
export type TradeVerdicts = {
  readonly isDone: (key: string) => boolean
  readonly bargains: readonly Bargain[]
  readonly givenBack: ReadonlySet<string>
  readonly terms: TradeTerms
}

type NotedTrade = { readonly key: string; readonly deed: TradeDeed; readonly fromMs: number; toMs: number }

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const piecesOf = ({ pieces }: Bargain['offers'][number]): number => sum(pieces.map(({ quantity }) => quantity))

/** A second opinion on trades: what each one holds, takes and pays. */
export class Trades {
  private readonly noted: NotedTrade[] = []

  /** Notes a call. Returns the function to call when its page shows that it is done. */
  note(key: string, deed: TradeDeed, fromMs: number): (atMs: number) => void {
    const noted = { key, deed, fromMs, toMs: Number.POSITIVE_INFINITY }
    this.noted.push(noted)
    return (atMs) => {
      noted.toMs = atMs
    }
  }

  /** Books the pieces and the money of every trade that is not deleted. */
  book({ isDone, bargains, givenBack, terms }: TradeVerdicts, accounts: Accounts, shelf: Shelf): void {
    for (const itemId of givenBack) shelf.unsettle(itemId)
    for (const bargain of bargains) {
      const ask = this.done('ask', bargain.tradeId, isDone)[0]?.deed
      if (ask?.kind !== 'ask') continue
      bookMoney(ask, bargain, terms, accounts)
      const shipped = this.done('ship', bargain.tradeId, isDone)[0]
      const span = { fromMs: shipped?.fromMs ?? 0, toMs: shipped?.toMs ?? Number.POSITIVE_INFINITY }
      for (const { itemId, quantity } of bargain.offers.flatMap(({ pieces }) => pieces))
        if (bargain.state === 'paid') shelf.change(itemId, span, -quantity)
        else shelf.promise(itemId, quantity)
    }
  }

  /** Lists differences between the books and the calls that were done. */
  wrong({ isDone, bargains }: TradeVerdicts): string[] {
    const told = new Map(bargains.map((bargain) => [bargain.tradeId, bargain]))
    const asked = this.noted.flatMap(({ key, deed }) => (deed.kind === 'ask' && isDone(key) ? [deed] : []))
    const isAsked = new Set(asked.map(({ tradeId }) => tradeId))
    return [
      ...bargains.filter(({ tradeId }) => !isAsked.has(tradeId)).map(({ tradeId }) => `nobody asked for the trade ${tradeId}`),
      ...asked.flatMap((ask) => {
        const bargain = told.get(ask.tradeId)
        const times = this.done('undo', ask.tradeId, isDone).length
        if (times > 1) return [`the trade ${ask.tradeId} was deleted ${times} times`]
        if (times === 1) return bargain ? [`the trade ${ask.tradeId} was deleted and is there`] : []
        if (!bargain) return [`the trade ${ask.tradeId} was asked for and is missing`]
        return [...this.wrongEnd(ask, bargain, isDone), ...this.wrongOffers(ask, bargain, isDone)].map(
          (what) => `trade ${ask.tradeId}: ${what}`,
        )
      }),
    ]
  }

  private done(kind: Kind, tradeId: string, isDone: (key: string) => boolean): readonly NotedTrade[] {
    return this.noted.filter(({ key, deed }) => deed.kind === kind && deed.tradeId === tradeId && isDone(key))
  }

  private wrongEnd(
    { quantity }: TradeDeed & { kind: 'ask' },
    { tradeId, state, offers }: Bargain,
    isDone: (key: string) => boolean,
  ): string[] {
    const shipped = this.done('ship', tradeId, isDone).length
    const calledOff = this.done('callOff', tradeId, isDone).length
    const agreed = sum(offers.map(piecesOf))
    const isOpen = offers.some((offer) => offer.state === 'open')
    return [
      ...(shipped === (state === 'paid' ? 1 : 0) ? [] : [`it was shipped ${shipped} times and is ${state}`]),
      ...(calledOff === 0 || (calledOff === 1 && state === 'over') ? [] : [`it was called off ${calledOff} times and is ${state}`]),
      ...(agreed <= quantity ? [] : [`${agreed} of ${quantity} pieces were taken`]),
      ...(isOpen === (state === 'open') ? [] : [`it is ${state}${isOpen ? ' with an open offer' : ''}`]),
      ...(agreed > 0 === (state === 'ordered' || state === 'paid') || (agreed > 0 && state === 'open')
        ? []
        : [`it is ${state} with ${agreed} pieces`]),
    ]
  }

  private wrongOffers(ask: TradeDeed & { kind: 'ask' }, { tradeId, offers }: Bargain, isDone: (key: string) => boolean): string[] {
    const isCalledOff = this.done('callOff', tradeId, isDone).length > 0
    const agreedPieces = sum(offers.map(piecesOf))
    const of = (kind: Kind, offerId: string) =>
      this.done(kind, tradeId, isDone).flatMap(({ deed }) => ('offerId' in deed && deed.offerId === offerId ? [deed] : []))
    return offers.flatMap((offer) => {
      const agreed = of('agree', offer.offerId)
      const bids = of('bid', offer.offerId)
      const said = (by: 'buyer' | 'seller') => bids.flatMap((bid) => (bid.kind === 'bid' && bid.by === by ? [bid.priceCents] : []))
      const wrong: string[] = []
      if (agreed.length !== (offer.state === 'agreed' ? 1 : 0))
        wrong.push(`an offer was agreed to ${agreed.length} times and is ${offer.state}`)
      if (offer.state === 'agreed' && !agreed.some((deed) => deed.kind === 'agree' && deed.priceCents === offer.agreedCents))
        wrong.push(`nobody agreed to ${offer.agreedCents} cents`)
      if (offer.state === 'agreed' && ![ask.priceCents, ...said('buyer'), ...said('seller')].includes(offer.agreedCents))
        wrong.push(`nobody asked ${offer.agreedCents} cents`)
      if (offer.state === 'agreed' && piecesOf(offer) === 0) wrong.push('an offer was agreed to without a piece')
      if (![ask.priceCents, ...said('buyer')].includes(offer.bidCents)) wrong.push(`nobody bid ${offer.bidCents} cents`)
      const isClosedBySomebody = isCalledOff || agreedPieces >= ask.quantity || of('refuse', offer.offerId).length > 0
      if (offer.state === 'closed' && !isClosedBySomebody) wrong.push('nobody closed an offer')
      if (offer.state !== 'closed' && of('refuse', offer.offerId).length > 0) wrong.push(`an offer was refused and is ${offer.state}`)
      return wrong
    })
  }
}

/** The buyer's money is held until the order goes out: for what was agreed, for the rest at the dearest bid that waits, and for the parcel. Then it
 *  pays the sellers, of whose part the shop takes its share, and the parcel. */
function bookMoney(
  ask: TradeDeed & { kind: 'ask' },
  { state, offers }: Bargain,
  { commissionBps, shippingCents }: TradeTerms,
  accounts: Accounts,
): void {
  if (state === 'over') return
  const agreed = offers.filter((offer) => offer.state === 'agreed')
  const parcel = ask.isOwnShipping ? 0 : shippingCents
  const wanted = state === 'open' ? ask.quantity - sum(agreed.map(piecesOf)) : 0
  const dearest = Math.max(0, ...offers.flatMap((offer) => (offer.state === 'open' ? [offer.bidCents] : [])))
  const total = sum(agreed.map((offer) => piecesOf(offer) * offer.agreedCents)) + wanted * dearest + parcel
  accounts.add('consignor_available', ask.buyer, -total)
  if (state !== 'paid') {
    accounts.add('consignor_held', ask.buyer, total)
    return
  }
  accounts.add('shipping', null, parcel)
  for (const offer of agreed) {
    const cost = piecesOf(offer) * offer.agreedCents
    const share = rounded(cost, commissionBps, 10_000)
    accounts.add('commission', null, share)
    accounts.add('consignor_available', offer.seller, cost - share)
  }
}
