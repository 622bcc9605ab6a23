import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'

const DAY_MS = 86_400_000

/** Ages in whole days, youngest first: from the end of the one before up to `toDays`. */
const AGES = [
  { label: 'Under 30 days', toDays: 30 },
  { label: '30 to 59 days', toDays: 60 },
  { label: '60 to 89 days', toDays: 90 },
  { label: '90 days and more', toDays: Number.POSITIVE_INFINITY },
] as const

/** How many of the oldest items are named. */
const NAMED = 5

/** Items that have lain about equally long. */
export type AgeGroup = { readonly label: string; readonly items: number; readonly pieces: number }

/** An item with its age. */
export type Aged = { readonly item: Item; readonly days: number }

/** Whole days since an item was added; what is added again to the stock of an item does not make it younger. */
export const daysInStock = (item: Pick<Item, 'createdAtMs'>, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - item.createdAtMs) / DAY_MS))

/** How long the items in stock have been lying: in groups, youngest first, and the oldest by name. */
export function stockAge(
  items: readonly Item[],
  nowMs: number,
): { readonly groups: readonly AgeGroup[]; readonly oldest: readonly Aged[] } {
  const groups = AGES.map(({ label }) => ({ label, items: 0, pieces: 0 }))
  const aged = items.filter(({ stockCount }) => stockCount > 0).map((item) => ({ item, days: daysInStock(item, nowMs) }))
  for (const { item, days } of aged) {
    const group = groups[AGES.findIndex(({ toDays }) => days < toDays)] as (typeof groups)[number]
    group.items += 1
    group.pieces += shownQuantity(item)
  }
  return { groups, oldest: aged.sort((a, b) => a.item.createdAtMs - b.item.createdAtMs).slice(0, NAMED) }
}
