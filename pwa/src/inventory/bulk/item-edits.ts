import { itemTextsOf } from '@shop/shared/inventory/rules/item-texts.ts'
import type { Item, ItemChanges } from '@shop/shared/inventory/schema.ts'
import { type Cents, cents, MAX_CENTS, parseDollars, shareHalfUp } from '@shop/shared/kernel/money.ts'

/** A change of many prices: a price for all, or a percentage of each. */
export type PriceChange =
  | { readonly kind: 'set'; readonly priceCents: Cents }
  | { readonly kind: 'raise' | 'lower'; readonly percentBps: number }

export type PriceChangeKind = PriceChange['kind']

/** A percentage of at most 1,000 with two decimals. */
const PERCENT = /^(\d{1,4})(?:\.(\d{1,2}))?$/
const MAX_PERCENT_BPS = 100_000

/** Reads a change as typed. `problem`: the sentence about a text that is none. */
export function readPriceChange(kind: PriceChangeKind, text: string): { readonly change: PriceChange } | { readonly problem: string } {
  if (kind === 'set') {
    const priceCents = parseDollars(text)
    return priceCents ? { change: { kind, priceCents } } : { problem: 'Please enter a price above 0' }
  }
  const match = PERCENT.exec(text.trim())
  const percentBps = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0
  if (percentBps === 0 || percentBps > MAX_PERCENT_BPS) return { problem: 'Please enter a percentage above 0, such as 10 or 12.5' }
  if (kind === 'lower' && percentBps >= 10_000) return { problem: 'Prices can be lowered by less than 100%' }
  return { change: { kind, percentBps } }
}

/** The price after a change, in whole cents, rounded half up. It stays a price: at least one cent. No percentage gives an item without a price one. */
export function changedPrice(priceCents: Cents | null, change: PriceChange): Cents | null {
  if (change.kind === 'set') return change.priceCents
  if (priceCents === null) return null
  const bps = change.kind === 'raise' ? 10_000 + change.percentBps : 10_000 - change.percentBps
  return cents(Math.min(MAX_CENTS, Math.max(1, shareHalfUp(priceCents, bps, 10_000))))
}

/** New texts or price of an item, as `editItem` takes them. */
export type ItemEdit = { readonly id: string; readonly changes: ItemChanges }

/** The edits that give each item its new price; none for an item whose price stays. */
export function priceEdits(items: readonly Item[], change: PriceChange): readonly ItemEdit[] {
  return items.flatMap((item) => {
    const priceCents = changedPrice(item.priceCents, change)
    return priceCents === item.priceCents ? [] : [{ id: item.id, changes: { priceCents } }]
  })
}

/** The edits that put each item at one place; none for an item that is there. */
export function locationEdits(items: readonly Item[], location: string): readonly ItemEdit[] {
  return items.filter((item) => item.location !== location).map(({ id }) => ({ id, changes: { location } }))
}

/** The edits that give each item one category; none for an item that has it. '' takes the category away. */
export function categoryEdits(items: readonly Item[], categoryId: string): readonly ItemEdit[] {
  return items.filter((item) => (item.categoryId ?? '') !== categoryId).map(({ id }) => ({ id, changes: { categoryId } }))
}

/** The edits that put back what these edits changed, where nobody has changed it since. */
export function reversals(
  edits: readonly ItemEdit[],
  before: ReadonlyMap<string, Item>,
  find: (id: string) => Item | undefined,
): readonly ItemEdit[] {
  return edits.flatMap(({ id, changes }) => {
    const was = before.get(id)
    const now = find(id)
    const fields = Object.keys(changes) as (keyof ItemChanges)[]
    if (!was || !now || fields.some((field) => now[field] !== changes[field])) return []
    const texts = itemTextsOf(was)
    return [{ id, changes: Object.fromEntries(fields.map((field) => [field, texts[field]])) }]
  })
}
