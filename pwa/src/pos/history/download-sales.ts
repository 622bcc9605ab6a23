import { csvFile } from '@shop/shared/kernel/csv.ts'
import { wallClock } from '@shop/shared/kernel/shop-day.ts'
import { salesCsvRows, salesOfDay } from '@shop/shared/pos/rules/sales-csv.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { nowMs } from '../../sync/api.ts'

/** Hands today's sales to the browser as a CSV file; answers what a person should know. 'Today' is the shop's (design §9). */
export function downloadToday(sales: readonly PosSale[], timeZone: string): string {
  const now = nowMs()
  const today = salesOfDay(sales, now, timeZone)
  if (today.length === 0) return 'Nothing was sold today yet.'
  download(csvFile(salesCsvRows(today, timeZone)), `pos-sales-${wallClock(now, timeZone).date}.csv`)
  return today.length === 1 ? '1 sale exported' : `${today.length} sales exported`
}

/** Hands a text to the browser as a file. */
export function download(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Browsers take the address over when the click is handled; a minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
