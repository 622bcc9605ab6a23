import { type User, users } from '@shop/shared/accounts/schema.ts'
import { type Item, items } from '@shop/shared/inventory/schema.ts'
import type { AnyCollection } from '@shop/shared/kernel/define-command.ts'
import { posSales, suspendedSales } from '@shop/shared/pos/schema.ts'
import { suspendedIdOf } from '@shop/shared/sales/rules/sold-pieces.ts'
import { type Balance, balances, type Sale, sales } from '@shop/shared/sales/schema.ts'
import type { SyncEngine } from '../src/sync/engine/engine.ts'
import type { OutboxEntry } from '../src/sync/ports/records.ts'
import type { Deed } from './oracle/deeds.ts'
import { Accounts, shareOut, shareOutElsewhere } from './oracle/money.ts'
import type { Oracle } from './oracle/oracle.ts'

/** The effects that a tab must add to the server's rows. `unsure`: items whose pieces depend on more than sums. `isMoneySure`: only sales and their undoing wait. */
type Pending = {
  readonly pieces: Map<string, number>
  readonly unsure: Set<string>
  readonly money: Accounts
  /** The sales made elsewhere that a waiting command undoes. */
  readonly unrecorded: Set<string>
  isMoneySure: boolean
}

/** Checks what a tab shows: the server's rows, and on top of them what its own waiting commands do. Undefined for commands of unknown meaning. */
export function wrongScreen(tab: SyncEngine, oracle: Oracle): string[] {
  const pending = pendingIn(tab, oracle)
  if (!pending) return []
  const { rows, view } = tab.replica
  const wrong = (rows.of(items.name).all() as readonly Item[]).flatMap(({ id, stockCount }) => {
    const expected = stockCount + (pending.pieces.get(id) ?? 0)
    const shown = view.get(items, id)?.stockCount
    return pending.unsure.has(id) || shown === expected ? [] : [`a tab shows ${shown} pieces of ${id} instead of ${expected}`]
  })
  if (!pending.isMoneySure) return wrong
  for (const { id, availableCents } of rows.of(balances.name).all() as readonly Balance[]) {
    const expected = availableCents + (pending.money.cents.get(`consignor_available of ${id}`) ?? 0)
    const shown = view.get(balances, id)?.availableCents
    if (shown !== expected) wrong.push(`a tab shows ${shown} cents for ${id} instead of ${expected}`)
  }
  return wrong
}

function pendingIn(tab: SyncEngine, oracle: Oracle): Pending | undefined {
  const { replica, uid } = tab
  const isAdmin = (replica.view.get(users, uid) as User | undefined)?.role === 'admin'
  const pending: Pending = { pieces: new Map(), unsure: new Set(), money: new Accounts(), unrecorded: new Set(), isMoneySure: isAdmin }
  const has = (collection: AnyCollection, id: string) => replica.rows.of(collection.name).has(id)
  for (const entry of replica.entries) {
    const deeds = oracle.deedsOf(entry.id)
    // another device may hand over a command that this release cannot read
    const isReadable = (tab.registry.findCommand(entry.name)?.version ?? 0) >= entry.version
    if (!deeds || !isReadable) return undefined
    if (entry.answered && entry.answered.status !== 'done') continue
    for (const deed of deeds) {
      if (deed.kind === 'recorded' || deed.kind === 'unrecord') {
        addElsewhere(pending, deed, tab, oracle)
        continue
      }
      // a sale may wait from the time when its cashier was no admin, and a tab shows it once more until its result arrives
      const isTwofold = isAdmin && deed.kind === 'sale' && has(suspendedSales, suspendedIdOf(deed.saleId))
      if (isTwofold) for (const { itemId } of deed.lines) pending.unsure.add(itemId ?? '')
      if (deed.kind !== 'sale' || isTwofold) pending.isMoneySure = false
      // the server's rows may have a sale before its result arrives
      const ids = deed.kind === 'sale' ? [deed.saleId, suspendedIdOf(deed.saleId)] : []
      if (!ids.some((id) => has(posSales, id) || has(suspendedSales, id))) add(pending, deed, entry, (saleId) => itemsOf(tab, saleId))
    }
  }
  return pending
}

/** The items of a sale that a tab shows, under the till's id or the one under which it waits. */
function itemsOf({ view }: SyncEngine, saleId: string): string[] {
  const ids = [saleId, suspendedIdOf(saleId)]
  const shown = ids.flatMap((id) => [view.get(posSales, id), view.get(suspendedSales, id)])
  return shown.flatMap((sale) => sale?.lines.map(({ itemId }) => itemId ?? '') ?? [])
}

/** A sale made elsewhere, or its undoing, changes the pieces and the money that a tab shows if the tab shows it, and the server's rows do not. */
function addElsewhere(
  { pieces, unsure, money, unrecorded }: Pending,
  deed: Extract<Deed, { kind: 'recorded' | 'unrecord' }>,
  { replica: { rows, view } }: SyncEngine,
  oracle: Oracle,
): void {
  const told = rows.of(sales.name).get(deed.saleId) as Sale | undefined
  const shown = view.get(sales, deed.saleId)
  const sale = oracle.recordedSale(deed.saleId)
  const change = (itemId: string | null, by: number) => itemId !== null && pieces.set(itemId, (pieces.get(itemId) ?? 0) + by)
  if (!sale || !shown) return
  const { shippingCents } = sale
  const person = sale.line.owner === null ? undefined : (rows.of(users.name).get(sale.line.owner) as User | undefined)
  // the money follows an account that moved
  const line = { ...sale.line, owner: person?.migratedTo ?? sale.line.owner }
  if (deed.kind === 'recorded') {
    if (told) return
    change(line.itemId, -line.quantity)
    shareOutElsewhere(money, line, shippingCents)
  } else if (shown.voidedAtMs !== null && (told?.voidedAtMs ?? null) === null && !unrecorded.has(deed.saleId)) {
    unrecorded.add(deed.saleId)
    const shares = new Accounts()
    shareOutElsewhere(shares, line, shippingCents)
    money.takeBack(shares)
    // a count may have found the pieces, or found them gone
    const item = line.itemId === null ? undefined : (rows.of(items.name).get(line.itemId) as Item | undefined)
    if (item && item.recountedAtMs !== null) unsure.add(item.id)
    else if (!deed.areAway) change(line.itemId, line.quantity)
  }
}

function add({ pieces, unsure, money }: Pending, deed: Deed, { sent }: OutboxEntry, itemsOfSale: (saleId: string) => string[]): void {
  const change = (itemId: string | null, by: number) => itemId !== null && pieces.set(itemId, (pieces.get(itemId) ?? 0) + by)
  switch (deed.kind) {
    case 'sale':
      for (const line of deed.lines) {
        change(line.itemId, -line.quantity)
        shareOut(money, line, deed.taxRateBps)
      }
      return
    case 'pieces':
      // the rows may have what was sent, and then the tab shows it twice until the result arrives
      if (sent) unsure.add(deed.itemId)
      else change(deed.itemId, deed.by)
      return
    case 'undo':
    case 'accept':
      for (const itemId of itemsOfSale(deed.saleId)) unsure.add(itemId)
      return
    case 'giveBack':
      // as many pieces as are left, which the tab alone cannot know
      unsure.add(deed.itemId ?? '')
      return
    case 'newItem':
      unsure.add(deed.takenFrom ?? '')
      return
    case 'count':
    case 'found':
    case 'removeItem':
      unsure.add(deed.itemId)
  }
}
