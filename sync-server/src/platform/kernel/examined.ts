/** The number of examined rows, and the rows that do not add up. */
export type Examined<Mismatch> = { readonly count: number; readonly mismatches: readonly Mismatch[] }

/** An item whose stock is not the sum of its movements. The stock of a removed item is 0. */
export type StockMismatch = { readonly itemId: string; readonly stockCount: number; readonly movementsCount: number }

/** Examines the stock of the items. The check of the books gets this function from app/, because sales do not import inventory. */
export type ExamineStock = () => Promise<Examined<StockMismatch>>
