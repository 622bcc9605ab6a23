import { CartSaves } from './carts.ts'
import type { Deed, Fate, Noted, SoldLine } from './deeds.ts'
import { Accounts, shareOut, shareOutElsewhere } from './money.ts'
import { Shelf, type Whereabouts } from './shelf.ts'

/** Facts that only the server decides: the commands that it took, the fate of a sale, and the number of pieces that a question to the admins is
 *  about. */
export type Verdicts = {
  readonly isDone: (commandId: string) => boolean
  readonly fateOf: (saleId: string) => Fate
  /** The ids by which people may name a sale. */
  readonly idsOf: (saleId: string) => readonly string[]
  readonly piecesInQuestion: (questionId: string) => number
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

  expect({ isDone, fateOf, idsOf, piecesInQuestion }: Verdicts): Expected {
    const shelf = new Shelf(piecesInQuestion)
    const accounts = new Accounts()
    const requests = new Map<string, Request>()
    const ended = new Map<string, Set<'paid' | 'unpaid'>>()
    for (const noted of this.noted) {
      if (!isDone(noted.commandId)) continue
      const { deed } = noted
      if (deed.kind === 'sale') bookSale(deed, fateOf(deed.saleId), accounts)
      else if (deed.kind === 'recorded') shareOutElsewhere(accounts, deed.line, deed.shippingCents)
      else if (deed.kind === 'payout') requests.set(deed.payoutId, deed)
      else if (deed.kind === 'paid' || deed.kind === 'unpaid')
        ended.set(deed.payoutId, (ended.get(deed.payoutId) ?? new Set()).add(deed.kind))
      shelf.put(noted, deed.kind === 'sale' && fateOf(deed.saleId) === 'undone' ? this.whereabouts(idsOf(deed.saleId), isDone) : 'sold')
    }
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

  /** The place of an undone sale's pieces. Unsure when several people undid it and said different things. */
  private whereabouts(ids: readonly string[], isDone: (commandId: string) => boolean): Whereabouts {
    const said = new Set(this.undoings(isDone).flatMap(({ saleId, areAway }) => (ids.includes(saleId) ? [areAway] : [])))
    if (said.size !== 1) return 'unsure'
    return said.has(true) ? 'away' : 'here'
  }

  get sales(): readonly { readonly commandId: string; readonly byUid: string; readonly saleId: string }[] {
    return this.noted.flatMap(({ commandId, byUid, deed }) => (deed.kind === 'sale' ? [{ commandId, byUid, saleId: deed.saleId }] : []))
  }
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
