const MINUTE_MS = 60_000
const RELATIVE = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** How long ago a moment was: "just now", "5 minutes ago", "yesterday". */
export function agoWords(atMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - atMs) / MINUTE_MS)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return RELATIVE.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? RELATIVE.format(-hours, 'hour') : RELATIVE.format(-Math.floor(hours / 24), 'day')
}

/** Since when the first of several things waits: "the oldest 2 days ago". */
export const oldestWords = (atMs: readonly number[], nowMs: number): string => `the oldest ${agoWords(Math.min(...atMs), nowMs)}`
