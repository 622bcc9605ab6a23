import { wallClock } from '@shop/shared/kernel/shop-day.ts'
import { browserTimeZone } from './moments.ts'

/** How long the browser may take to read a file after the click, milliseconds. */
const READ_MS = 60_000

/** Hands a file to the person at this device. */
export function downloadFile(fileName: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS)
}

/** A file's name with today's date in the shop, else on this device: `statement-2026-11-21.csv`. `atMs`: where today is not by this device's clock. */
export const dated = (name: string, ending: string, timeZone = browserTimeZone(), atMs = Date.now()): string =>
  `${name}-${wallClock(atMs, timeZone).date}.${ending}`
