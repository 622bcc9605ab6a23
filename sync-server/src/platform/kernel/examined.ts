/** The number of examined rows, and the rows that do not add up. */
export type Examined<Mismatch> = { readonly count: number; readonly mismatches: readonly Mismatch[] }

/** An item whose stock is not the sum of its movements. The stock of a removed item is 0. */
export type StockMismatch = { readonly itemId: string; readonly stockCount: number; readonly movementsCount: number }

/** An item whose promised pieces are not the ones that waiting orders of trades hold of it. */
export type PromisedMismatch = { readonly itemId: string; readonly promisedCount: number; readonly ordersCount: number }

/** Examines the items. The check of the books gets these functions from app/, because sales import neither inventory nor trades. */
export type ExamineItems = {
  readonly stock: () => Promise<Examined<StockMismatch>>
  readonly promised: () => Promise<Examined<PromisedMismatch>>
}
