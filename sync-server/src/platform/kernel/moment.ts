/** Writes a moment for people, in the shop's time zone. */
export const momentIn = (timeZone: string | undefined, ms: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: timeZone ?? 'UTC' }).format(ms)
