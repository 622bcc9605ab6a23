import type { Item } from '@shop/shared/inventory/schema.ts'

/** The items that a search may find, and their order. */
export type ItemSearchOptions = {
  readonly limit: number
  readonly filter?: (item: Item) => boolean
  /** Items that stand before the others, and that the limit leaves out last. */
  readonly first?: (item: Item) => boolean
}
