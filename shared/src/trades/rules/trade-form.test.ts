import { expect, it } from 'vitest'
import { priceSchema, tradeCarrierSchema, tradeTrackingSchema } from './trade-form.ts'

const tracking = tradeTrackingSchema('Please enter tracking number')

it('a tracking number contains no message and no ZIP of the buyer', () => {
  expect(tracking.parse(' 1z 999 AA1 ')).toBe('1Z999AA1')
  expect(tracking.parse('420 75001 9400 1118 9922 3197 4284 90')).toBe('9400111899223197428490')
  expect(tracking.parse('42075001-1234-9400111899223197428490')).toBe('9400111899223197428490')
  // the last four digits of this ZIP look like the beginning of a longer number, whose check digit would be wrong
  expect(tracking.parse('42075001-9312-9400111201080805483016')).toBe('9400111201080805483016')
  expect(tracking.parse('42075001 92748931507708513018050063')).toBe('92748931507708513018050063')
  // a number with a wrong check digit loses at least the five digits that are a ZIP for certain
  expect(tracking.parse('42075001 92748931507708513018050064')).toBe('92748931507708513018050064')
  expect(tracking.parse('42075001 9400111899223197428491')).toBe('9400111899223197428491')
  for (const no of ['', '   ', '- -', 'call me: 555', 'a@b.org', '<b>', '1'.repeat(41), ' 1'.repeat(41)])
    expect(tracking.safeParse(no).success, no).toBe(false)
  for (const no of ['CALL BEA 555 123 4567', 'c-a-l-l-b-e-a-5', 'BEA', '1ZCALLBEA5551234567', '9400 BUY FROM ME 1'])
    expect(tracking.safeParse(no).error?.issues.map(({ message }) => message)).toEqual([
      'A tracking number has digits, and no more than four letters in a row. Please compare it with the label.',
    ])
})

it('a tracking number has letters and digits only, and forty of them at most', () => {
  expect(tracking.parse('1'.repeat(40))).toBe('1'.repeat(40))
  const messages = (number: string) => tracking.safeParse(number).error?.issues.map(({ message }) => message)
  expect(messages('1'.repeat(41))).toEqual(['At most 40 characters'])
  for (const number of ['@1234', '1234@', '12@34'])
    expect(messages(number), number).toEqual(['A tracking number has letters and digits only'])
})

it('tracking numbers in the forms of many carriers are accepted', () => {
  const numbers = ['RR123456789US', '1Z 999 AA1 01 2345 6784', '1ZABCDEFYW12345678', '1LS7123456789012', 'LX12345678', 'TBA123456789000']
  const more = ['K1506235620', 'DT123456789012', 'C11031500001879', 'JVGL0123456789', '9611020987654312345672', 'MI123456789012']
  const long = ['1001921334250001000300779017972697', '92748931507708513018050063', '4201002334249200190132607600833457']
  for (const number of [...numbers, ...more, ...long, ...long.map((one) => one.replaceAll('', ' '))])
    expect(tracking.safeParse(number).error?.issues, number).toBeUndefined()
})

it('a carrier is one of three, in its official spelling', () => {
  expect(['usps', ' FEDEX ', 'Ups'].map((carrier) => tradeCarrierSchema.parse(carrier))).toEqual(['USPS', 'FedEx', 'UPS'])
  expect(tradeCarrierSchema.safeParse('DHL').success).toBe(false)
})

it('a price is whole cents above 0, or is refused with the form’s own sentence', () => {
  const price = priceSchema('Invalid counter price')
  expect(price.parse(1)).toBe(1)
  for (const no of [0, -1, 1.5, Number.NaN, '12', null, undefined])
    expect(price.safeParse(no).error?.issues[0]?.message, String(no)).toBe('Invalid counter price')
})
