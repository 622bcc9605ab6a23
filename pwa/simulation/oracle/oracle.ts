import { CartSaves } from './carts.ts'
import type { Deed, Fate, Noted, ReturnDeed, Returned, SoldLine } from './deeds.ts'
import { bookDrawers, type DrawerVerdicts, returnsOf } from './drawers.ts'
import { Brought, type Heap, importsAmong } from './imports.ts'
import { Accounts, giveBack, givenByVoid, paidForLine, shareOut, shareOutElsewhere, takeIn, takeOut } from './money.ts'
import { Shelf, type Whereabouts } from './shelf.ts'
import { TradeClock } from './trade-clock.ts'
import { Trades, type TradeVerdicts } from './trades.ts'

/** Facts that only the server decides: the commands that it took, the fate of a sale, and the number of pieces that a question to the admins is
 *  about. */
export type Verdicts = {
  readonly isDone: (commandId: string) => boolean
  readonly fateOf: (saleId: string) => Fate
  /** True for a sale that came after the account of one of its owners had moved. */
  readonly isLate: (saleId: string) => boolean
  /** The account that a payout empties: an earlier one too, whose balance got money after its move. */
  readonly payeeOf: (payoutId: string) => string
  /** True for a payout that counts as paid. Of several people who say that it is and is not, only the server knows who came last. */
  readonly isPaid: (payoutId: string) => boolean
  /** The ids by which people may name a sale. */
  readonly idsOf: (saleId: string) => readonly string[]
  readonly piecesInQuestion: (questionId: string) => number
  /** The part that a return took from its sale; undefined for a return that only asks an admin. */
  readonly returnedOf: (refundId: string) => Returned | undefined
  readonly isThere: (itemId: string) => boolean
  readonly trading: TradeVerdicts
  readonly drawers: Omit<DrawerVerdicts, 'returnedOf' | 'idsOf'>
}

/** The contents that the books must have. An item whose number of pieces depends on which of two things happened first is null. */
export type Expected = {
  readonly stock: ReadonlyMap<string, number | null>
  readonly gone: ReadonlySet<string>
  /** The owner of each item; null for the shop. */
  readonly owners: ReadonlyMap<string, string | null>
  readonly accounts: Accounts
  /** Items whose pieces are known only together. */
  readonly heaps: readonly Heap[]
  /** Cash that each shift expects. */
  readonly shifts: ReadonlyMap<string, number>
  /** Lines of files with a wrong outcome. */
  readonly wrongLines: readonly string[]
}

type Sale = Extract<Deed, { kind: 'sale' }>
type Request = Extract<Deed, { kind: 'payout' }>
type Ending = 'paid' | 'notPaid' | 'unpaid'
type Books = {
  readonly accounts: Accounts
  readonly shelf: Shelf
  readonly presentOf: (uid: string | null) => string | null
  readonly verdicts: Verdicts
}

/** A second opinion on stock and money. It knows what people did, not how the product books it. */
export class Oracle {
  private readonly noted: Noted[] = []
  private readonly deeds = new Map<string, readonly Deed[]>()
  /** Commands that somebody else may have sent. */
  readonly handedOver = new Set<string>()
  readonly carts = new CartSaves()
  readonly trades: Trades
  /** People who were no admins at some time. A save of theirs may have changed nothing. */
  readonly onceWithdrawn = new Set<string>()

  /** `isKeepingUnseen`: see `TradeClock`. */
  constructor({ isKeepingUnseen }: { readonly isKeepingUnseen: boolean }) {
    this.trades = new Trades(new TradeClock(isKeepingUnseen))
  }

  /** Notes what somebody did. Returns the function to call when a page shows that a call is done: the server did it in between. */
  note(by: Pick<Noted, 'commandId' | 'byUid'>, deeds: readonly Deed[], trueMs: number, claimedMs: number): (atMs: number) => void {
    const times = { fromMs: Math.min(trueMs, claimedMs), toMs: Math.max(trueMs, claimedMs) }
    const noted = deeds.map((deed) => ({ ...by, deed, ...times }))
    this.noted.push(...noted)
    this.deeds.set(by.commandId, deeds)
    return (atMs) => {
      for (const one of noted) one.toMs = atMs
    }
  }

  private done(isDone: (commandId: string) => boolean): readonly Noted[] {
    return this.noted.filter(({ commandId }) => isDone(commandId))
  }

  /** The deeds that a command carries; undefined for a command of which the oracle knows nothing. */
  deedsOf(commandId: string): readonly Deed[] | undefined {
    return this.deeds.get(commandId)
  }

  expect(verdicts: Verdicts): Expected {
    const { isDone, fateOf, isLate, payeeOf, isPaid, idsOf, piecesInQuestion, isThere, trading } = verdicts
    const done = this.done(isDone)
    const removed = new Set(done.flatMap(({ deed }) => (deed.kind === 'removeItem' ? [deed.itemId] : [])))
    const isMade = (itemId: string) => isThere(itemId) || removed.has(itemId)
    const shelf = new Shelf(piecesInQuestion)
    const moved = this.moved(isDone)
    const presentOf = (uid: string | null) => (uid === null ? null : (moved.get(uid) ?? uid))
    const accounts = new Accounts()
    const brought = new Brought({ isMade, isRemoved: (itemId) => removed.has(itemId), presentOf })
    const requests = new Map<string, Request>()
    const ended = new Map<string, Set<Ending>>()
    for (const noted of done.flatMap((one) => withItems(one, isMade))) {
      const { deed } = noted
      // the server still paid the earlier account of a sale that came later than its move
      if (deed.kind === 'sale' && fateOf(deed.saleId) === 'undone') this.bookUndone(deed, accounts, verdicts)
      else if (deed.kind === 'sale') bookSale(deed, fateOf(deed.saleId), accounts, isLate(deed.saleId) ? (uid) => uid : presentOf)
      else if (deed.kind === 'giveBack') this.bookReturn(noted, deed, { accounts, shelf, presentOf, verdicts })
      else if (deed.kind === 'recorded' && this.unrecorded(deed.saleId, isDone).length === 0)
        shareOutElsewhere(accounts, { ...deed.line, owner: presentOf(deed.line.owner) }, deed.shippingCents)
      else if (deed.kind === 'adjust') bookAdjustment(presentOf(deed.uid), deed.byCents, accounts)
      else if (deed.kind === 'newItem') brought.add(deed, noted)
      else if (deed.kind === 'payout') requests.set(deed.payoutId, deed)
      else if (deed.kind === 'paid' || deed.kind === 'notPaid' || deed.kind === 'unpaid')
        ended.set(deed.payoutId, (ended.get(deed.payoutId) ?? new Set()).add(deed.kind))
      shelf.put(noted, this.whereaboutsAfter(deed, { isDone, fateOf, idsOf }))
    }
    this.trades.book(trading, accounts, shelf)
    const shifts = bookDrawers(done, accounts, { ...verdicts.drawers, ...verdicts })
    for (const [id, { uid, amountCents }] of requests) {
      const said = ended.get(id) ?? new Set()
      if (said.has('notPaid') && !isPaid(id)) said.delete('paid')
      bookPayout(payeeOf(id) === uid ? uid : presentOf(uid), amountCents, said, accounts)
    }
    const heaps = brought.settle(importsAmong(done), shelf)
    const { owners, wrong: wrongLines } = brought
    return { ...sorted(shelf, heaps), gone: shelf.removed, owners, accounts, shifts, wrongLines }
  }

  /** Books a return in money and pieces. A void puts back what is left, so that what came back before is there, or not, by the return. */
  private bookReturn(span: Noted, deed: ReturnDeed, { accounts, shelf, presentOf, verdicts }: Books): void {
    const returned = verdicts.returnedOf(deed.refundId)
    if (!returned) return
    const isUndone = verdicts.fateOf(deed.saleId) === 'undone'
    const owner = verdicts.isLate(deed.saleId) ? deed.owner : presentOf(deed.owner)
    giveBack(accounts, { ...deed, owner }, returned, isUndone)
    if (deed.itemId === null || returned.quantity === 0) return
    const isHere = isUndone && this.whereaboutsOfUndone(deed.saleId, verdicts) === 'here'
    if (isHere !== deed.isOnShelf) shelf.change(deed.itemId, span, deed.isOnShelf ? returned.quantity : -returned.quantity)
    shelf.unsettle(deed.itemId)
  }

  /** An undone sale leaves nothing, except where money went back by other ways or from another drawer than it came in. */
  private bookUndone(sale: Sale, accounts: Accounts, { isDone, drawers, ...verdicts }: Verdicts): void {
    if (!drawers.isBooked(sale.saleId)) return
    const given = givenByVoid(sale.payments, returnsOf(sale, this.done(isDone), verdicts))
    takeOut(accounts, sale, given, drawers.voidShiftOf(sale.saleId))
  }

  /** The account to which each account moved. */
  moved(isDone: (commandId: string) => boolean): ReadonlyMap<string, string> {
    return new Map(
      this.noted.flatMap(({ commandId, deed }) => (deed.kind === 'move' && isDone(commandId) ? [[deed.fromUid, deed.toUid] as const] : [])),
    )
  }

  /** The accounts that somebody closed, and when. */
  closed(isDone: (commandId: string) => boolean): ReadonlyMap<string, { readonly fromMs: number; readonly toMs: number }> {
    return new Map(
      this.noted.flatMap(({ commandId, deed, fromMs, toMs }) =>
        deed.kind === 'close' && isDone(commandId) ? [[deed.uid, { fromMs, toMs }] as const] : [],
      ),
    )
  }

  /** The accounts that somebody may have corrected after they had moved, with those to which they moved. */
  correctedLate(isDone: (commandId: string) => boolean): ReadonlyMap<string, string> {
    const done = this.done(isDone)
    const corrections = done.flatMap(({ deed, toMs }) => (deed.kind === 'adjust' ? [{ uid: deed.uid, toMs }] : []))
    return new Map(
      done.flatMap(({ deed, fromMs }) => {
        if (deed.kind !== 'move') return []
        const { fromUid, toUid } = deed
        return corrections.some(({ uid, toMs }) => uid === fromUid && toMs >= fromMs) ? [[fromUid, toUid] as const] : []
      }),
    )
  }

  /** Sales that a command undid, by the id that the command named. */
  undone(isDone: (commandId: string) => boolean): Set<string> {
    return new Set(this.undoings(isDone).map(({ saleId }) => saleId))
  }

  /** Only the person who called a payout paid takes that back. */
  wronglyUnpaid(isDone: (commandId: string) => boolean): string[] {
    const done = this.done(isDone)
    const said = new Set(done.flatMap(({ deed, byUid }) => (deed.kind === 'paid' ? [`${deed.payoutId} ${byUid}`] : [])))
    return done.flatMap(({ deed, byUid, commandId }) =>
      deed.kind === 'notPaid' && !this.handedOver.has(commandId) && !said.has(`${deed.payoutId} ${byUid}`)
        ? [`${byUid} took back that the payout ${deed.payoutId} is paid, and never said so`]
        : [],
    )
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
    return this.whereaboutsOfUndone(deed.saleId, { isDone, idsOf })
  }

  private whereaboutsOfUndone(undoneId: string, { isDone, idsOf }: Pick<Verdicts, 'isDone' | 'idsOf'>): Whereabouts {
    const ids = idsOf(undoneId)
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

  /** The commands that record a sale made elsewhere. */
  get recordings(): readonly { readonly commandId: string; readonly saleId: string; readonly owner: string | null }[] {
    return this.noted.flatMap(({ commandId, deed }) =>
      deed.kind === 'recorded' ? [{ commandId, saleId: deed.saleId, owner: deed.line.owner }] : [],
    )
  }

  /** The returns that the server took. */
  returns(isDone: (commandId: string) => boolean): readonly ReturnDeed[] {
    return this.done(isDone).flatMap(({ deed }) => (deed.kind === 'giveBack' ? [deed] : []))
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

/** A deed, followed by the items that it made if it brought a file. */
function withItems(noted: Noted, isMade: (itemId: string) => boolean): readonly Noted[] {
  const { deed } = noted
  if (deed.kind !== 'import') return [noted]
  const made = deed.rows.filter(({ itemId }) => isMade(itemId))
  return [noted, ...made.map((row) => ({ ...noted, deed: { kind: 'newItem', ...row, owner: deed.owner, takenFrom: null } as const }))]
}

/** Takes the items of heaps out of those that are known one by one. A heap is left out if one of its items is gone or was
 *  counted, or nobody knows its pieces. */
function sorted(shelf: Shelf, heaps: readonly Heap[]): Pick<Expected, 'stock' | 'heaps'> {
  const stock = shelf.pieces()
  const inHeaps = new Set(heaps.flatMap(({ itemIds }) => itemIds))
  return {
    stock: new Map([...stock].map(([id, pieces]) => [id, inHeaps.has(id) ? null : pieces])),
    heaps: heaps.flatMap(({ itemIds, pieces }) => {
      const own = itemIds.map((id) => (shelf.isCounted(id) ? null : (stock.get(id) ?? null)))
      return own.some((one) => one === null) ? [] : [{ itemIds, pieces: own.reduce((sum: number, one) => sum + (one ?? 0), pieces) }]
    }),
  }
}

const paidFor = (lines: readonly SoldLine[]) => lines.reduce((sum, line) => sum + paidForLine(line), 0)

function bookSale(sale: Sale, fate: Fate, accounts: Accounts, presentOf: (uid: string | null) => string | null): void {
  if (fate === 'booked') {
    for (const line of sale.lines) shareOut(accounts, { ...line, owner: presentOf(line.owner) }, sale.taxRateBps)
    takeIn(accounts, sale.payments, sale.shiftId)
  }
  if (fate !== 'waiting') return
  accounts.add('suspense', null, paidFor(sale.lines))
  accounts.add('suspended_takings', null, -paidFor(sale.lines))
}

/** The shop takes on what it owes more. */
function bookAdjustment(uid: string | null, byCents: number, accounts: Accounts): void {
  accounts.add('consignor_available', uid, byCents)
  accounts.add('adjustments', null, -byCents)
}

/** Money leaves what is available with the request. It stays held until it is paid, or it comes back. */
function bookPayout(uid: string | null, amountCents: number, ended: ReadonlySet<Ending>, accounts: Accounts): void {
  if (ended.has('unpaid')) return
  accounts.add('consignor_available', uid, -amountCents)
  if (ended.has('paid')) accounts.add('paid_out', null, amountCents)
  else accounts.add('consignor_held', uid, amountCents)
}
