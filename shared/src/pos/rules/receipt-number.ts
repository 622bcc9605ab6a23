import * as z from 'zod/mini'
import { readableCode } from '../../kernel/readable-code.ts'

/** Length of a receipt series, in characters. */
export const RECEIPT_SERIES_LENGTH = 5

/** Makes a sale's id for people: `POS-` and the time in milliseconds since 1970. Programs use the sale's real id. */
export const posDisplayId = (nowMs: number): string => `POS-${Math.floor(nowMs)}`

/** Makes a receipt series for a device, one of 33 million. `random`: at least 5 random bytes. */
export function newReceiptSeries(random: Uint8Array): string {
  return readableCode(random.subarray(0, RECEIPT_SERIES_LENGTH))
}

/** Makes a receipt number of the device's series and counter, so that it is unique even offline (law *Receipts*). */
export function receiptNumberOf(series: string, count: number): string {
  return `${series}-${`${count}`.padStart(4, '0')}`
}

const MAX_PRINTED_CODE = 40
const onlyPrinted = (text: string) => text.replace(/[^A-Za-z0-9-]/g, '').slice(0, MAX_PRINTED_CODE) || 'none'

/** Schema of a receipt number or a sale's id for people: letters, digits and hyphens, at most 40. Other characters are dropped, so that a sale with a
 *  strange number is still recorded (law *Facts*). */
export const printedCodeSchema = z.string().check(z.overwrite(onlyPrinted), z.maxLength(100))
