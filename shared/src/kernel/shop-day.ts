const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format takes longer than using it a thousand times. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return format
}

/** Wall-clock reading in a time zone. `date`: YYYY-MM-DD, `time`: HH:MM:SS. */
export function wallClock(atMs: number, timeZone: string): { date: string; time: string } {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}:${parts.second}` }
}

/** First moment of this date in the zone's calendar. Found by bisection, because days last 23 to 25 hours and some zones skip midnight. */
function startOfDate(date: string, aroundMs: number, timeZone: string): number {
  let before = aroundMs - 2 * DAY_MS
  let from = aroundMs + 2 * DAY_MS
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (wallClock(middle, timeZone).date >= date) from = middle
    else before = middle
  }
  return from
}

/** The shop's day around a moment: `fromMs` ≤ t < `toMs`, milliseconds since 1970. */
export function dayBounds(nowMs: number, timeZone: string): { fromMs: number; toMs: number; date: string } {
  const { date } = wallClock(nowMs, timeZone)
  const fromMs = startOfDate(date, nowMs, timeZone)
  const noonOfNext = fromMs + DAY_MS + DAY_MS / 2
  const toMs = startOfDate(wallClock(noonOfNext, timeZone).date, noonOfNext, timeZone)
  return { fromMs, toMs, date }
}

/** Bounds of the shop's day with this date, YYYY-MM-DD; undefined when the zone's calendar lacks the date. */
export function boundsOfDate(date: string, timeZone: string): { fromMs: number; toMs: number } | undefined {
  // in every time zone, noon UTC of a date falls on that date, on the one before or on the one after
  const noonMs = Date.parse(`${date}T12:00:00Z`)
  if (Number.isNaN(noonMs)) return undefined
  for (const shiftMs of [0, -DAY_MS, DAY_MS]) {
    const bounds = dayBounds(noonMs + shiftMs, timeZone)
    if (bounds.date === date) return bounds
  }
  return undefined
}

/** Range of days in the shop's calendar, YYYY-MM-DD, inclusive; '' leaves that end open. */
export type DayRange = { readonly from: string; readonly to: string }

/** Moments of these days: `fromMs` ≤ t < `toMs`, infinite where an end is open or not a date. */
export function boundsOfRange({ from, to }: DayRange, timeZone: string): { fromMs: number; toMs: number } {
  return {
    fromMs: boundsOfDate(from, timeZone)?.fromMs ?? Number.NEGATIVE_INFINITY,
    toMs: boundsOfDate(to, timeZone)?.toMs ?? Number.POSITIVE_INFINITY,
  }
}
