/** Number of rows examined, and those that do not add up. */
export type Examined<Mismatch> = { readonly count: number; readonly mismatches: readonly Mismatch[] }

/** An item whose stock is not the sum of its movements; the stock of a removed item is 0. */
export type StockMismatch = { readonly itemId: string; readonly stockCount: number; readonly movementsCount: number }

/** Examines the stock of all items. Sales get it from app/ for the check of the books, so that they need not import inventory. */
export type ExamineStock = () => Promise<Examined<StockMismatch>>
