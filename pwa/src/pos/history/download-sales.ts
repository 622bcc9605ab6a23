import { salesCsvRows, salesOfDay } from '@shop/shared/pos/rules/sales-csv.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { counted } from '../../ui/counted.ts'
import { downloadCsv } from '../../ui/download-csv.ts'
import { dated } from '../../ui/download-file.ts'

/** Downloads today's sales, by the shop's calendar, as CSV. Answers the message to show. */
export function downloadToday(sales: readonly PosSale[], nowMs: number, timeZone: string): string {
  const today = salesOfDay(sales, nowMs, timeZone)
  if (today.length === 0) return 'Nothing was sold today yet.'
  downloadCsv(dated('pos-sales', 'csv', timeZone, nowMs), salesCsvRows(today, timeZone))
  return `${counted(today.length, 'sale')} exported`
}
