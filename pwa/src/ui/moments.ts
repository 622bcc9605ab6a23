/** Formats of a moment on screens. */
export type Moments = {
  /** "Nov 21, 2026" */
  readonly day: (atMs: number) => string
  /** "3:04 PM" */
  readonly time: (atMs: number) => string
  /** "Nov 21, 2026, 3:04 PM" */
  readonly moment: (atMs: number) => string
}

/** Formats in this zone's time; without a zone, in this device's. */
export function momentsIn(timeZone?: string): Moments {
  const zone = timeZone === undefined ? {} : { timeZone }
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', ...zone })
  const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', ...zone })
  const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', ...zone })
  return { day: (atMs) => day.format(atMs), time: (atMs) => time.format(atMs), moment: (atMs) => moment.format(atMs) }
}

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats in this device's time, for matters of this device alone. */
export const HERE = momentsIn()
