const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached format, because creating a format takes longer than using it a thousand times. */
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

/** Reads the wall clock of a time zone. `date`: YYYY-MM-DD; `time`: HH:MM:SS. */
export function wallClock(atMs: number, timeZone: string): { date: string; time: string } {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}:${parts.second}` }
}

/** Finds the first moment of this date in the zone's calendar. It bisects, because days last 23 to 25 hours and some zones skip midnight. */
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

/** Finds the shop's day that contains `nowMs`. The day is `fromMs` ≤ t < `toMs`, in milliseconds since 1970. */
export function dayBounds(nowMs: number, timeZone: string): { fromMs: number; toMs: number; date: string } {
  const { date } = wallClock(nowMs, timeZone)
  const fromMs = startOfDate(date, nowMs, timeZone)
  const noonOfNext = fromMs + DAY_MS + DAY_MS / 2
  const toMs = startOfDate(wallClock(noonOfNext, timeZone).date, noonOfNext, timeZone)
  return { fromMs, toMs, date }
}

/** Finds the bounds of the shop's day with this date, YYYY-MM-DD. Returns undefined when the zone's calendar lacks the date. */
export function boundsOfDate(date: string, timeZone: string): { fromMs: number; toMs: number } | undefined {
  // noon UTC of a date is, in every time zone, on the same date, the date before or the date after
  const noonMs = Date.parse(`${date}T12:00:00Z`)
  if (Number.isNaN(noonMs)) return undefined
  for (const shiftMs of [0, -DAY_MS, DAY_MS]) {
    const bounds = dayBounds(noonMs + shiftMs, timeZone)
    if (bounds.date === date) return bounds
  }
  return undefined
}

/** Range of days in the shop's calendar: first and last day, YYYY-MM-DD. '' leaves an end open. */
export type DayRange = { readonly from: string; readonly to: string }

/** Finds the bounds of these days: `fromMs` ≤ t < `toMs`. A bound is infinite when its end is open or no date. */
export function boundsOfRange({ from, to }: DayRange, timeZone: string): { fromMs: number; toMs: number } {
  return {
    fromMs: boundsOfDate(from, timeZone)?.fromMs ?? Number.NEGATIVE_INFINITY,
    toMs: boundsOfDate(to, timeZone)?.toMs ?? Number.POSITIVE_INFINITY,
  }
}
