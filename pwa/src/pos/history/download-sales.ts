import { salesCsvRows, takingsOfDay } from '@shop/shared/pos/rules/sales-csv.ts'
import type { PosFacts, Taking } from '@shop/shared/pos/rules/takings.ts'
import { counted } from '../../ui/counted.ts'
import { downloadCsv } from '../../ui/download-csv.ts'
import { dated } from '../../ui/download-file.ts'

/** Downloads today's sales, returns and voids, by the shop's calendar, as CSV. Answers the message to show. */
export function downloadToday(facts: PosFacts, nowMs: number, timeZone: string): string {
  const today = takingsOfDay(facts, nowMs, timeZone)
  if (today.length === 0) return 'Nothing was sold today yet.'
  downloadCsv(dated('pos-sales', 'csv', timeZone, nowMs), salesCsvRows(today, timeZone))
  const words = (kind: Taking['kind']) => {
    const count = today.filter((one) => one.kind === kind).length
    return count === 0 && kind !== 'sale' ? [] : [counted(count, kind)]
  }
  const all = [...words('sale'), ...words('return'), ...words('void')]
  return `${new Intl.ListFormat('en-US').format(all)} exported`
}
