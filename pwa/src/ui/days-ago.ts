import { wallClock } from '@shop/shared/kernel/shop-day.ts'

const DAY_MS = 86_400_000
const RELATIVE = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** Days of the shop's calendar since a moment: "Today", "Yesterday", "12 days ago". `today`: the shop's present date, YYYY-MM-DD. */
export function daysAgoWords(atMs: number, today: string, timeZone: string): string {
  const days = Math.max(0, Math.round((Date.parse(today) - Date.parse(wallClock(atMs, timeZone).date)) / DAY_MS))
  const words = RELATIVE.format(-days, 'day')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
