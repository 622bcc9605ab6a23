import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'

const DAY_MS = 86_400_000

/** Age groups in whole days, youngest first. `toDays` is exclusive; each group begins where the previous one ends. */
const AGES = [
  { label: 'Under 30 days', toDays: 30 },
  { label: '30 to 59 days', toDays: 60 },
  { label: '60 to 89 days', toDays: 90 },
  { label: '90 days and more', toDays: Number.POSITIVE_INFINITY },
] as const

/** Number of oldest items listed by name. */
const NAMED = 5

export type AgeGroup = { readonly label: string; readonly items: number; readonly pieces: number }

export type Aged = { readonly item: Item; readonly days: number }

/** Whole days since the item was added. Restocking does not change them. */
export const daysInStock = (item: Pick<Item, 'createdAtMs'>, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - item.createdAtMs) / DAY_MS))

/** Groups the items in stock by age, youngest first, and lists the oldest. */
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
