import { type Accounts, rounded } from './money.ts'
import { type RuleDeed, type Rules, rulesOf } from './rules.ts'
import type { Shelf } from './shelf.ts'
import type { Span, TradeClock } from './trade-clock.ts'

/** An offer of a trade, and the side that acts on it. */
export type AboutOffer = { readonly tradeId: string; readonly offerId: string; readonly by: 'seller' | 'buyer' }

/** A person's deed on the marketplace. `bid`: a new price for each piece; `agree`: to the price that the other side asks; `callOff`: the buyer takes
 *  the request back; `ship`: the order goes out, and is paid; `undo`: an admin deletes the trade as if it had never been. */
export type TradeDeed =
  | {
      readonly kind: 'ask'
      readonly tradeId: string
      readonly buyer: string
      readonly barcode: string
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
  readonly isReminded: boolean
  readonly offers: readonly {
    readonly offerId: string
    readonly seller: string
    readonly state: 'open' | 'agreed' | 'closed'
    /** True for an offer that nobody answered in time. */
    readonly isExpired: boolean
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
  /** The closed accounts, and when somebody closed each. */
  readonly closed: ReadonlyMap<string, Span>
  /** People whose offers may have been those of an earlier account. */
  readonly joined: ReadonlySet<string>
  readonly terms: TradeTerms
}

type NotedTrade = { readonly key: string; readonly deed: TradeDeed | RuleDeed; readonly fromMs: number; toMs: number }

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const piecesOf = ({ pieces }: Bargain['offers'][number]): number => sum(pieces.map(({ quantity }) => quantity))

/** A second opinion on trades: what each one holds, takes and pays. */
export class Trades {
  private readonly noted: NotedTrade[] = []

  constructor(readonly clock: TradeClock) {}

  /** Notes a call. Returns the function to call when its page shows that it is done. */
  note(key: string, deed: TradeDeed | RuleDeed, fromMs: number): (atMs: number) => void {
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
  wrong(verdicts: TradeVerdicts): string[] {
    const { isDone, bargains } = verdicts
    const told = new Map(bargains.map((bargain) => [bargain.tradeId, bargain]))
    const asked = this.noted.flatMap(({ key, deed, fromMs, toMs }) =>
      deed.kind === 'ask' && isDone(key) ? [{ ...deed, fromMs, toMs }] : [],
    )
    const isAsked = new Set(asked.map(({ tradeId }) => tradeId))
    const rules = rulesOf(
      this.noted.flatMap(({ key, deed, fromMs, toMs }) => (deed.kind === 'rule' && isDone(key) ? [{ ...deed, fromMs, toMs }] : [])),
    )
    return [
      ...bargains.filter(({ tradeId }) => !isAsked.has(tradeId)).map(({ tradeId }) => `nobody asked for the trade ${tradeId}`),
      ...asked.flatMap((ask) => {
        const bargain = told.get(ask.tradeId)
        const times = this.done('undo', ask.tradeId, isDone).length
        if (times > 1) return [`the trade ${ask.tradeId} was deleted ${times} times`]
        if (times === 1) return bargain ? [`the trade ${ask.tradeId} was deleted and is there`] : []
        if (!bargain) return [`the trade ${ask.tradeId} was asked for and is missing`]
        const acts = this.actsOf(ask.tradeId, isDone)
        return [
          ...this.wrongEnd(ask, bargain, isDone),
          ...this.clock.wrong(acts, bargain),
          ...this.wrongOffers(ask, bargain, { ...verdicts, rules, isOverdue: this.clock.mayEnd(acts) }),
        ].map((what) => `trade ${ask.tradeId}: ${what}`)
      }),
    ]
  }

  /** The times at which a side acted, from the request on. Each gives a trade more time. */
  private actsOf(tradeId: string, isDone: (key: string) => boolean): readonly Span[] {
    return (['ask', 'bid', 'agree', 'refuse'] as const).flatMap((kind) => this.done(kind, tradeId, isDone))
  }

  private done(kind: Kind, tradeId: string, isDone: (key: string) => boolean): readonly NotedTrade[] {
    return this.noted.filter(({ key, deed }) => deed.kind === kind && 'tradeId' in deed && deed.tradeId === tradeId && isDone(key))
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

  private wrongOffers(ask: Asked, { tradeId, offers }: Bargain, judging: Judging): string[] {
    const { isDone, rules, closed, isOverdue } = judging
    const isCalledOff = this.done('callOff', tradeId, isDone).length > 0
    const agreedPieces = sum(offers.map(piecesOf))
    const of = (kind: Kind, offerId: string) =>
      this.done(kind, tradeId, isDone).flatMap(({ deed, fromMs, toMs }) =>
        'offerId' in deed && deed.offerId === offerId ? [{ ...deed, fromMs, toMs }] : [],
      )
    return offers.flatMap((offer) => {
      const agreed = of('agree', offer.offerId)
      const bids = of('bid', offer.offerId).flatMap((bid) => (bid.kind === 'bid' ? [bid] : []))
      const said = (by: 'buyer' | 'seller') => bids.flatMap((bid) => (bid.by === by ? [bid.priceCents] : []))
      // the prices that the buyer named, which a rule of the seller may answer
      const named = [ask, ...bids.filter(({ by }) => by === 'buyer')]
      const answers = named.flatMap((price) =>
        rules.during(offer.seller, ask.barcode, price).map((rule) => ({ ...price, answer: rule(price.priceCents) })),
      )
      const isTaken = answers.some(({ answer, priceCents }) => answer === 'agree' && priceCents === offer.agreedCents)
      const wrong: string[] = []
      if (agreed.length !== (offer.state === 'agreed' ? 1 : 0) && !(agreed.length === 0 && isTaken))
        wrong.push(`an offer was agreed to ${agreed.length} times and is ${offer.state}`)
      if (offer.state === 'agreed' && !isTaken && !agreed.some((deed) => deed.kind === 'agree' && deed.priceCents === offer.agreedCents))
        wrong.push(`nobody agreed to ${offer.agreedCents} cents`)
      if (offer.state === 'agreed' && ![ask.priceCents, ...said('buyer'), ...said('seller')].includes(offer.agreedCents))
        wrong.push(`nobody asked ${offer.agreedCents} cents`)
      if (offer.state === 'agreed' && piecesOf(offer) === 0) wrong.push('an offer was agreed to without a piece')
      if (![ask.priceCents, ...said('buyer')].includes(offer.bidCents)) wrong.push(`nobody bid ${offer.bidCents} cents`)
      const isRefused = of('refuse', offer.offerId).length > 0
      const isLeft = this.clock.isKeptAfter(closed.get(offer.seller))
      const isAnswered = answers.some(({ answer }) => answer === 'refuse')
      const isClosedBySomebody = isCalledOff || agreedPieces >= ask.quantity || isRefused || isLeft.maybe || isAnswered
      if (offer.state === 'closed' && !(offer.isExpired ? isOverdue : isClosedBySomebody)) wrong.push('nobody closed an offer')
      if (offer.state !== 'closed' && isRefused) wrong.push(`an offer was refused and is ${offer.state}`)
      if (offer.state === 'open' && isLeft.surely && this.clock.isKeptAfter(ask).surely) wrong.push('the offer of a closed account is open')
      return [...wrong, ...wrongByRule(ask, offer, { ...judging, isCovered: agreedPieces >= ask.quantity })]
    })
  }
}

type Asked = TradeDeed & { kind: 'ask' } & Span
/** `isOverdue`: the trade may have ended because nobody acted in time. */
type Judging = TradeVerdicts & { readonly rules: Rules; readonly isOverdue: boolean }

/** A rule of the seller that was surely in force answers the request at once, with any pieces that are still wanted. */
function wrongByRule(
  ask: Asked,
  { seller, state, isExpired }: Bargain['offers'][number],
  { rules, joined, isCovered }: Judging & { readonly isCovered: boolean },
): string[] {
  const inForce = rules.during(seller, ask.barcode, ask)
  const [rule] = inForce
  // an earlier account has no rules
  if (!rule || inForce.length > 1 || joined.has(seller)) return []
  const answer = rule(ask.priceCents)
  if (answer === 'refuse' && (state !== 'closed' || isExpired)) return [`a rule refused an offer that is ${isExpired ? 'expired' : state}`]
  return answer === 'agree' && state !== 'agreed' && !isCovered ? [`a rule agreed to an offer that is ${state}`] : []
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
