import { entriesOfDay, salesCsvRows } from '@shop/shared/pos/rules/sales-csv.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { counted } from '../../ui/counted.ts'
import { downloadCsv } from '../../ui/download-csv.ts'
import { dated } from '../../ui/download-file.ts'

/** Downloads today's sales and voids, by the shop's calendar, as CSV. Answers the message to show. */
export function downloadToday(sales: readonly PosSale[], nowMs: number, timeZone: string): string {
  const today = entriesOfDay(sales, nowMs, timeZone)
  if (today.length === 0) return 'Nothing was sold today yet.'
  downloadCsv(dated('pos-sales', 'csv', timeZone, nowMs), salesCsvRows(today, timeZone))
  const sold = today.filter(({ kind }) => kind === 'sale').length
  const voided = today.length - sold
  return voided > 0 ? `${counted(sold, 'sale')} and ${counted(voided, 'void')} exported` : `${counted(sold, 'sale')} exported`
}
