import { readableCode } from '../../kernel/readable-code.ts'

/** Letters of a receipt series, and random bytes to make one. */
export const RECEIPT_SERIES_LENGTH = 5

/** A sale's id for people: `POS-` and the time in milliseconds since 1970. The real identity is the sale's id. */
export const posDisplayId = (nowMs: number): string => `POS-${Math.floor(nowMs)}`

/** Mints a receipt series, one of 33 million, for a device database without one. `random`: at least 5 random bytes. */
export function newReceiptSeries(random: Uint8Array): string {
  return readableCode(random.subarray(0, RECEIPT_SERIES_LENGTH))
}

/** Receipt number: the device's series and its counter, 1 or more, so that it is unique offline (law *Receipts*). */
export function receiptNumberOf(series: string, count: number): string {
  return `${series}-${`${count}`.padStart(4, '0')}`
}
