import { searchKey } from '@shop/shared/kernel/text.ts'
import type { Sale } from '@shop/shared/sales/schema.ts'
import { type HistoryEntry, historyOf } from './history-entries.ts'

/** Names the owner of sold goods; null: the shop's own goods. */
type OwnerOf = (uid: string | null) => string

/** Sales whose item, barcode, id or owner contains a text, latest first, each with its owner in its detail. */
export function recordedEntries(sales: readonly Sale[], text: string, ownerOf: OwnerOf): readonly HistoryEntry[] {
  const wanted = searchKey(text)
  const matches = ({ itemName, barcode1, displayId, consignorId }: Sale) =>
    wanted === '' || [itemName, barcode1, displayId, ownerOf(consignorId)].some((one) => searchKey(one).includes(wanted))
  return historyOf(sales.filter(matches), [], []).map((entry) =>
    entry.kind === 'sale' ? { ...entry, detail: `${ownerOf(entry.sale.consignorId)} · ${entry.detail}` } : entry,
  )
}
