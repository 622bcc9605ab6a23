import { expect, it } from 'vitest'
import { priceSchema, tradeCarrierSchema, tradeTrackingSchema } from './trade-form.ts'

const tracking = tradeTrackingSchema('Please enter tracking number')

it('a tracking number is no place for messages, and says nothing of where its buyer lives', () => {
  expect(tracking.parse(' 1Z 999 AA1 ')).toBe('1Z 999 AA1')
  expect(tracking.parse('420 75001 9400 1118 9922 3197 4284 90')).toBe('9400111899223197428490')
  expect(tracking.parse('42075001-1234-9400111899223197428490')).toBe('9400111899223197428490')
  for (const no of ['', '   ', 'call me: 555', 'a@b.org', '<b>', 'x'.repeat(61)]) expect(tracking.safeParse(no).success, no).toBe(false)
})

it('a carrier is one of three, in the spelling of the specification', () => {
  expect(['usps', ' FEDEX ', 'Ups'].map((carrier) => tradeCarrierSchema.parse(carrier))).toEqual(['USPS', 'FedEx', 'UPS'])
  expect(tradeCarrierSchema.safeParse('DHL').success).toBe(false)
})

it('a price is whole cents above 0, with the form’s own sentence for any other', () => {
  const price = priceSchema('Invalid counter price')
  expect(price.parse(1)).toBe(1)
  for (const no of [0, -1, 1.5, Number.NaN, '12', null, undefined])
    expect(price.safeParse(no).error?.issues[0]?.message, String(no)).toBe('Invalid counter price')
})
