import { counted } from '../../ui/counted.ts'
import { daysBetween } from '../../ui/days-ago.ts'

/** Says that a sale is too old for a return by the shop's own rule; null while goods may come back. The return is possible all the same. */
export function lateReturnWords(
  soldAtMs: number,
  today: string,
  { returnWindowDays, timeZone }: { returnWindowDays: number; timeZone: string },
): string | null {
  const days = daysBetween(soldAtMs, today, timeZone)
  if (!(days > returnWindowDays)) return null
  const rule =
    returnWindowDays === 0
      ? 'This shop takes goods back only on the day of the sale.'
      : `This shop takes goods back for ${counted(returnWindowDays, 'day')}.`
  return `Sold ${counted(days, 'day')} ago. ${rule}`
}
