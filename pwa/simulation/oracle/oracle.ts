import { CartSaves } from './carts.ts'
import type { Deed, Fate, Noted, SoldLine } from './deeds.ts'
import { Accounts, shareOut, shareOutElsewhere } from './money.ts'
import { Shelf, type Whereabouts } from './shelf.ts'
import { Trades, type TradeVerdicts } from './trades.ts'

/** Facts that only the server decides: the commands that it took, the fate of a sale, and the number of pieces that a question to the admins is
 *  about. */
export type Verdicts = {
  readonly isDone: (commandId: string) => boolean
  readonly fateOf: (saleId: string) => Fate
  /** The ids by which people may name a sale. */
  readonly idsOf: (saleId: string) => readonly string[]
  readonly piecesInQuestion: (questionId: string) => number
  readonly trading: TradeVerdicts
}

/** The contents that the books must have. An item whose number of pieces depends on which of two things happened first is null. */
export type Expected = {
  readonly stock: ReadonlyMap<string, number | null>
  readonly gone: ReadonlySet<string>
  readonly accounts: Accounts
}

type Sale = Extract<Deed, { kind: 'sale' }>
type Request = Extract<Deed, { kind: 'payout' }>

/** A second opinion on stock and money. It knows what people did, not how the product books it. */
export class Oracle {
  private readonly noted: Noted[] = []
  private readonly deeds = new Map<string, readonly Deed[]>()
  /** Commands that somebody else may have sent. */
  readonly handedOver = new Set<string>()
  readonly carts = new CartSaves()
  readonly trades = new Trades()
  /** People who were no admins at some time. A save of theirs may have changed nothing. */
  readonly onceWithdrawn = new Set<string>()

  note(by: Pick<Noted, 'commandId' | 'byUid'>, deeds: readonly Deed[], trueMs: number, claimedMs: number): void {
    const times = { fromMs: Math.min(trueMs, claimedMs), toMs: Math.max(trueMs, claimedMs) }
    for (const deed of deeds) this.noted.push({ ...by, deed, ...times })
    this.deeds.set(by.commandId, deeds)
  }

  /** The deeds that a command carries; undefined for a command of which the oracle knows nothing. */
  deedsOf(commandId: string): readonly Deed[] | undefined {
    return this.deeds.get(commandId)
  }

  expect({ isDone, fateOf, idsOf, piecesInQuestion, trading }: Verdicts): Expected {
    const shelf = new Shelf(piecesInQuestion)
    const accounts = new Accounts()
    const requests = new Map<string, Request>()
    const ended = new Map<string, Set<'paid' | 'unpaid'>>()
    for (const noted of this.noted) {
      if (!isDone(noted.commandId)) continue
      const { deed } = noted
      if (deed.kind === 'sale') bookSale(deed, fateOf(deed.saleId), accounts)
      else if (deed.kind === 'recorded' && this.unrecorded(deed.saleId, isDone).length === 0)
        shareOutElsewhere(accounts, deed.line, deed.shippingCents)
      else if (deed.kind === 'payout') requests.set(deed.payoutId, deed)
      else if (deed.kind === 'paid' || deed.kind === 'unpaid')
        ended.set(deed.payoutId, (ended.get(deed.payoutId) ?? new Set()).add(deed.kind))
      shelf.put(noted, this.whereaboutsAfter(deed, { isDone, fateOf, idsOf }))
    }
    this.trades.book(trading, accounts, shelf)
    for (const [id, request] of requests) bookPayout(request, ended.get(id), accounts)
    return { stock: shelf.pieces(), gone: shelf.removed, accounts }
  }

  /** Sales that a command undid, by the id that the command named. */
  undone(isDone: (commandId: string) => boolean): Set<string> {
    return new Set(this.undoings(isDone).map(({ saleId }) => saleId))
  }

  private undoings(isDone: (commandId: string) => boolean): Extract<Deed, { kind: 'undo' }>[] {
    return this.noted.flatMap(({ commandId, deed }) => (deed.kind === 'undo' && isDone(commandId) ? [deed] : []))
  }

  /** The deeds that undid a sale made elsewhere. There can be one at most. */
  unrecorded(saleId: string, isDone: (commandId: string) => boolean): readonly { readonly areAway: boolean }[] {
    return this.noted.flatMap(({ commandId, deed }) =>
      deed.kind === 'unrecord' && deed.saleId === saleId && isDone(commandId) ? [deed] : [],
    )
  }

  private whereaboutsAfter(deed: Deed, { isDone, fateOf, idsOf }: Pick<Verdicts, 'isDone' | 'fateOf' | 'idsOf'>): Whereabouts {
    if (deed.kind === 'recorded') return whereabouts(this.unrecorded(deed.saleId, isDone), 'sold')
    if (deed.kind !== 'sale' || fateOf(deed.saleId) !== 'undone') return 'sold'
    const ids = idsOf(deed.saleId)
    return whereabouts(
      this.undoings(isDone).filter(({ saleId }) => ids.includes(saleId)),
      'unsure',
    )
  }

  /** The sale made elsewhere that a person recorded under this id. */
  recordedSale(saleId: string): Extract<Deed, { kind: 'recorded' }> | undefined {
    for (const { deed } of this.noted) if (deed.kind === 'recorded' && deed.saleId === saleId) return deed
    return undefined
  }

  /** The sales made elsewhere that count or were undone. */
  recordedSales(isDone: (commandId: string) => boolean): readonly string[] {
    return this.noted.flatMap(({ commandId, deed }) => (deed.kind === 'recorded' && isDone(commandId) ? [deed.saleId] : []))
  }

  get sales(): readonly { readonly commandId: string; readonly byUid: string; readonly saleId: string }[] {
    return this.noted.flatMap(({ commandId, byUid, deed }) => (deed.kind === 'sale' ? [{ commandId, byUid, saleId: deed.saleId }] : []))
  }
}

/** The place of an undone sale's pieces. Unsure when several people undid it and said different things. */
function whereabouts(said: readonly { readonly areAway: boolean }[], ifNobodyUndidIt: Whereabouts): Whereabouts {
  const [first] = said
  if (!first) return ifNobodyUndidIt
  if (said.some(({ areAway }) => areAway !== first.areAway)) return 'unsure'
  return first.areAway ? 'away' : 'here'
}

const paidFor = (lines: readonly SoldLine[]) => lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)

function bookSale(sale: Sale, fate: Fate, accounts: Accounts): void {
  if (fate === 'booked') for (const line of sale.lines) shareOut(accounts, line, sale.taxRateBps)
  if (fate !== 'waiting') return
  accounts.add('suspense', null, paidFor(sale.lines))
  accounts.add('suspended_takings', null, -paidFor(sale.lines))
}

/** Money leaves what is available with the request. It stays held until it is paid, or it comes back. */
function bookPayout({ uid, amountCents }: Request, ended: ReadonlySet<'paid' | 'unpaid'> | undefined, accounts: Accounts): void {
  if (ended?.has('unpaid')) return
  accounts.add('consignor_available', uid, -amountCents)
  if (ended?.has('paid')) accounts.add('paid_out', null, amountCents)
  else accounts.add('consignor_held', uid, amountCents)
}
