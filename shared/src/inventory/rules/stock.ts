import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { inventoryRefusals } from '../errors.ts'
import {
  type Discrepancy,
  type DiscrepancyKind,
  discrepancies,
  type Item,
  type ItemTexts,
  items,
  type MovementKind,
  type Settlement,
  shownQuantity,
  stockMovements,
} from '../schema.ts'
import { itemTextsOf } from './item-texts.ts'
import { isOlderThanCount, promisedOf, remember, shelfDelta } from './recent-moves.ts'

/** Message of INSUFFICIENT_STOCK. `availableCount`: number of pieces, 0 or more. */
export const onlyAvailable = (availableCount: number): string => `Only ${availableCount} available in inventory`

/** Refuses INSUFFICIENT_STOCK when the item shows fewer than `quantity` pieces. A sale at the till does not use it (law *Facts*). */
export function requireStock(item: Item, quantity: number): void {
  const availableCount = shownQuantity(item)
  if (quantity > availableCount) {
    const message = onlyAvailable(availableCount)
    throw refusal(inventoryRefusals, 'INSUFFICIENT_STOCK', { message, fields: { quantity: message } })
  }
}

/** Gets an item. Refuses ITEM_NOT_FOUND. */
export function requireItem(tx: CommandTx, itemId: string): Item {
  const item = tx.get(items, itemId)
  if (!item) throw refusal(inventoryRefusals, 'ITEM_NOT_FOUND')
  return item
}

type Move = {
  readonly deltaCount: number
  /** Signed pieces that orders of trades hold from now on, or no longer: what is promised lies on the shelf, but is out of stock. */
  readonly promisedDelta?: number
  readonly kind: MovementKind
  readonly sourceId?: string | null
  /** The sold line, for the discrepancy that the change may open. */
  readonly line?: Pick<Discrepancy, 'saleId' | 'lineId'>
}

/** Changes an item's stock by `deltaCount` signed pieces and records the movement; no other code changes `stockCount`. A change to the shelf from
 *  before the last recount opens `sold_before_recount` or `moved_before_recount`. */
export function moveStock(tx: CommandTx, ctx: CommandContext, item: Item, move: Move, changes: Partial<Item> = {}): Item {
  const moved: Item = {
    ...item,
    recentMoves: remember(item, move, ctx.nowMs),
    ...changes,
    stockCount: item.stockCount + move.deltaCount,
    promisedCount: promisedOf(item) + (move.promisedDelta ?? 0),
    updatedAtMs: ctx.nowMs,
  }
  tx.put(items, moved)
  if (move.deltaCount !== 0 || move.kind === 'recount') recordMovement(tx, ctx, item.id, move)
  if (isOlderThanCount(item, move, ctx.nowMs)) {
    const kind = move.kind === 'sale' ? 'sold_before_recount' : 'moved_before_recount'
    openDiscrepancy(tx, ctx, { ...move.line, kind, itemId: item.id, itemName: item.itemName, quantity: -shelfDelta(move) })
  }
  return moved
}

function recordMovement(tx: CommandTx, ctx: CommandContext, itemId: string, { deltaCount, kind, sourceId = null }: Move): void {
  tx.put(stockMovements, {
    id: ctx.newId(),
    itemId,
    deltaCount,
    kind,
    sourceId,
    commandId: ctx.commandId,
    atMs: ctx.nowMs,
    byUid: ctx.actor.uid,
  })
}

/** Counts the pieces of a withdrawal that the books lack: 0…`quantity`. */
export function shortOf(item: Item, quantity: number): number {
  return Math.max(0, quantity - shownQuantity(item))
}

type Owner = { readonly consignorId: string | null }
type NewItem = Owner & { id: string; texts: ItemTexts; quantity: number; kind: MovementKind; sourceId?: string | null }

/** Creates an item with its first stock. The caller checks that the id is free. */
export function addItem(tx: CommandTx, ctx: CommandContext, { id, consignorId, texts, quantity, kind, sourceId }: NewItem): Item {
  const item: Item = {
    // a trade's snapshot from an older release lacks the newest fields
    ...itemTextsOf(texts),
    id,
    source: consignorId === null ? 'MasterInventory' : 'ConsignorInventory',
    consignorId,
    stockCount: quantity,
    promisedCount: 0,
    recountedAtMs: null,
    recentMoves: [],
    createdAtMs: ctx.nowMs,
    updatedAtMs: ctx.nowMs,
  }
  tx.put(items, item)
  if (quantity !== 0) recordMovement(tx, ctx, id, { deltaCount: quantity, kind, sourceId: sourceId ?? null })
  return item
}

/** Deletes an item. A movement takes its remaining stock away, so that its movements sum to 0. */
export function removeFromStock(tx: CommandTx, ctx: CommandContext, item: Item): void {
  if (item.stockCount !== 0) recordMovement(tx, ctx, item.id, { deltaCount: -item.stockCount, kind: 'delete' })
  tx.remove(items, item.id)
}

/** Opens a discrepancy for the admins. `quantity`: number of pieces in question, 0 for none; `id`: given when another command must find the
 *  discrepancy. */
export function openDiscrepancy(
  tx: CommandTx,
  ctx: CommandContext,
  about: Pick<Discrepancy, 'kind'> & Partial<Pick<Discrepancy, 'id' | 'itemId' | 'itemName' | 'saleId' | 'lineId' | 'quantity' | 'note'>>,
): void {
  tx.put(discrepancies, {
    itemId: null,
    itemName: '',
    saleId: null,
    lineId: null,
    quantity: 0,
    note: '',
    ...about,
    id: about.id ?? ctx.newId(),
    openedAtMs: ctx.nowMs,
    openedByUid: ctx.actor.uid,
    settledAtMs: null,
    settledByUid: null,
    settlement: null,
  })
}

/** Opens a discrepancy about a whole sale, unless the sale has an open one of this kind. The command's touches must name the sale's
 *  discrepancies. */
export function openOnce(
  tx: CommandTx,
  ctx: CommandContext,
  about: { readonly kind: DiscrepancyKind; readonly saleId: string; readonly note?: string },
): void {
  const isNoted = tx.where(discrepancies, 'saleId', about.saleId).some((one) => one.kind === about.kind && one.settledAtMs === null)
  if (!isNoted) openDiscrepancy(tx, ctx, about)
}

/** Settles a discrepancy. A settled discrepancy stays unchanged. */
export function settle(tx: CommandTx, ctx: CommandContext, discrepancy: Discrepancy, settlement: Settlement, note = ''): void {
  if (discrepancy.settledAtMs !== null) return
  tx.put(discrepancies, {
    ...discrepancy,
    settlement,
    settledAtMs: ctx.nowMs,
    settledByUid: ctx.actor.uid,
    note: note || discrepancy.note,
  })
}
