import type { PostalLabel } from '@shop/shared/shipments/label-schema.ts'
import { expect, it } from 'vitest'
import { foundLabels } from './found-labels.ts'

const label = (trackingNumber: string, addedAtMs: number, taken: { uid: string; atMs: number } | null = null): PostalLabel => ({
  id: trackingNumber,
  state: taken ? 'taken' : 'free',
  carrier: trackingNumber.startsWith('1Z') ? 'UPS' : 'USPS',
  trackingNumber,
  numberKey: trackingNumber.replace(/\W/g, ''),
  file: { name: 'label-0.pdf', type: 'application/pdf', sizeBytes: 1 },
  addedAtMs,
  uid: taken?.uid ?? null,
  shipmentId: taken ? 'box' : null,
  takenAtMs: taken?.atMs ?? null,
})
const all = [
  label('9400 1000', 1, { uid: 'ann', atMs: 7 }),
  label('9400-2000', 2, { uid: 'bob', atMs: 9 }),
  label('1Z 55', 4),
  label('9400 3000', 3),
]
const nameOf = (uid: string) => (uid === 'ann' ? 'Ann Lee' : 'Bob Ray')
const found = (text: string) => foundLabels(all, text, nameOf).map(({ trackingNumber }) => trackingNumber)

it('lists free labels as they are given out, then the taken ones, latest first', () => {
  expect(found('')).toEqual(['9400 3000', '1Z 55', '9400-2000', '9400 1000'])
})

it('finds labels by number in any spelling, by carrier and by taker', () => {
  expect(found('94002000')).toEqual(['9400-2000'])
  expect(found('9400 20')).toEqual(['9400-2000'])
  expect(found('1z5')).toEqual(['1Z 55'])
  expect(found('ann l')).toEqual(['9400 1000'])
  expect(found('usps')).toEqual(['9400 3000', '9400-2000', '9400 1000'])
  expect(found('none')).toEqual([])
})
