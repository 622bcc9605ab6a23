import { wallClock } from '@shop/shared/kernel/shop-day.ts'

const DAY_MS = 86_400_000
const RELATIVE = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** Number of days of the shop's calendar from a moment to `today`, YYYY-MM-DD; 0 for a moment after it. */
export const daysBetween = (atMs: number, today: string, timeZone: string): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(wallClock(atMs, timeZone).date)) / DAY_MS))

/** Days of the shop's calendar since a moment: "Today", "Yesterday", "12 days ago". `today`: the shop's present date, YYYY-MM-DD. */
export function daysAgoWords(atMs: number, today: string, timeZone: string): string {
  const words = RELATIVE.format(-daysBetween(atMs, today, timeZone), 'day')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
