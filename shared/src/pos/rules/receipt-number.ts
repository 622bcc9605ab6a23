/** Letters and digits that cannot be mistaken for each other on a printed receipt. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** Letters of a series, and the random bytes one is made of. */
export const RECEIPT_SERIES_LENGTH = 5

/** Id of a sale for people (spec §9): `POS-` and the moment, milliseconds since 1970. Identity is the sale's id. */
export const posDisplayId = (nowMs: number): string => `POS-${Math.floor(nowMs)}`

/** A new receipt series, for a device database that has none. `random`: at least 5 random bytes. One of 33 million. */
export function newReceiptSeries(random: Uint8Array): string {
  return Array.from({ length: RECEIPT_SERIES_LENGTH }, (_, index) => ALPHABET[(random[index] ?? 0) % ALPHABET.length]).join('')
}

/** The number of a receipt: the device's series and its count there, 1 or more; unique offline (design §4 Receipt numbers). */
export function receiptNumberOf(series: string, count: number): string {
  return `${series}-${`${count}`.padStart(4, '0')}`
}
