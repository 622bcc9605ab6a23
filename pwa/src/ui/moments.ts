/** Moments in words: the only forms that the screens have for them. */
export type Moments = {
  /** "Nov 21, 2026" */
  readonly day: (atMs: number) => string
  /** "3:04 PM" */
  readonly time: (atMs: number) => string
  /** "Nov 21, 2026, 3:04 PM" */
  readonly moment: (atMs: number) => string
}

/** Moments as a clock in that zone has them; without a zone, as this device's clock has them. */
export function momentsIn(timeZone?: string): Moments {
  const zone = timeZone === undefined ? {} : { timeZone }
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', ...zone })
  const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', ...zone })
  const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', ...zone })
  return { day: (atMs) => day.format(atMs), time: (atMs) => time.format(atMs), moment: (atMs) => moment.format(atMs) }
}

/** The time zone of this browser. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** What concerns this device alone is told by its own clock. */
export const HERE = momentsIn()
