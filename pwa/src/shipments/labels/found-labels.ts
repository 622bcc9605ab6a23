import { searchKey } from '@shop/shared/kernel/text.ts'
import type { PostalLabel } from '@shop/shared/shipments/label-schema.ts'
import { carrierWord, plainTrackingNumber } from '@shop/shared/shipments/rules/tracking.ts'

/** Lists the labels that match a text by tracking number, carrier or taker: the free ones as they are given out, then the taken ones, latest first. */
export function foundLabels(all: readonly PostalLabel[], text: string, nameOf: (uid: string) => string): PostalLabel[] {
  const wanted = searchKey(text)
  return all
    .filter((label) => matches(label, wanted, nameOf))
    .sort((a, b) => Number(a.uid !== null) - Number(b.uid !== null) || (b.takenAtMs ?? 0) - (a.takenAtMs ?? 0) || a.addedAtMs - b.addedAtMs)
}

function matches({ carrier, trackingNumber, numberKey, uid }: PostalLabel, wanted: string, nameOf: (uid: string) => string): boolean {
  if (wanted === '') return true
  const number = plainTrackingNumber(wanted)
  const isNumber = number !== '' && searchKey(numberKey).includes(searchKey(number))
  return (
    isNumber || [carrierWord(carrier), trackingNumber, uid === null ? '' : nameOf(uid)].some((part) => searchKey(part).includes(wanted))
  )
}
