import { wallClock } from '@shop/shared/kernel/shop-day.ts'
import { browserTimeZone } from './moments.ts'

/** Time for the browser to read a file after the click, milliseconds. */
const READ_MS = 60_000

export function downloadFile(fileName: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS)
}

/** File name with today's date in `timeZone`, such as `statement-2026-11-21.csv`. Pass the present time as `atMs` where this device's clock must not
 *  decide. */
export const dated = (name: string, ending: string, timeZone = browserTimeZone(), atMs = Date.now()): string =>
  `${name}-${wallClock(atMs, timeZone).date}.${ending}`
