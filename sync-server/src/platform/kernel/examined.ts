/** Number of rows examined, and those that do not add up. */
export type Examined<Mismatch> = { readonly count: number; readonly mismatches: readonly Mismatch[] }

/** An item whose stock is not the sum of its movements; one that was removed holds nothing. */
export type StockMismatch = { readonly itemId: string; readonly stockCount: number; readonly movementsCount: number }

/** Examines the stock of all items. The check of the books gets it from app/, so that sales need not know inventory. */
export type ExamineStock = () => Promise<Examined<StockMismatch>>
