import { describe, expect, it } from 'vitest'
import { TRACKING_SAMPLES } from '../../testing/tracking-samples.ts'
import { carrierWord, trackingLink, trackingWarning } from './tracking.ts'

const GOOD: readonly (readonly [string, string])[] = [
  ['USPS', '9400 1112 0108 0805 4830 16'],
  ['USPS', '4201002334249200190132607600833457'],
  ['USPS', '7112 3456 7891 2345 6787'],
  ['USPS', '92748931507708513018050063'],
  ['USPS', '4207500192748931507708513018050063'],
  ['USPS', '42075001123492748931507708513018050063'],
  // four digits further on begins what looks like a number, too
  ['USPS', '4207500192749315077085130180500067'],
  ['USPS', 'RB123456785US'],
  ['USPS', 'RB473124829FI'],
  ['USPS', 'RB000000080US'],
  ['USPS', 'RB000000005US'],
  ['UPS', '1z5r89390357567127'],
  ['UPS', 'K1506235620'],
  ['FEDEX', '986578788855'],
  ['FEDEX', '5682 8361 0012 000'],
  ['FEDEX', '9611020987654312345672'],
  ['FedEx', '1001921334250001000300779017972697'],
  ['FEDEX', '32971514560102447849175802862014'],
]

describe('a tracking number', () => {
  it.each(GOOD)('of %s draws no warning when its check digit is right: %s', (carrier, number) =>
    expect(trackingWarning(carrier, number)).toBeNull(),
  )

  it.each(GOOD)('of %s draws a warning when its check digit is wrong: %s', (carrier, number) => {
    // the check digit of an ASTRA number precedes its last four digits
    const at = number.startsWith('3297') ? number.length - 5 : /[A-Z]$/.test(number) && number.startsWith('RB') ? 10 : number.length - 1
    const other = `${number.slice(0, at)}${(Number(number[at]) + 1) % 10}${number.slice(at + 1)}`
    expect(trackingWarning(carrier, other)).toContain('check digit')
  })

  it('that does not fit the chosen carrier draws a warning', () => {
    expect(trackingWarning('USPS', '1Z5R89390357567127')).toBe('This looks like a number of UPS.')
    expect(trackingWarning('UPS', 'hello')).toContain('does not look like a UPS number')
    // a UPS number with a wrong check digit, and numbers of FedEx that are too short or too long
    for (const number of ['1Z5R89390357567128', `1${'0'.repeat(32)}`, `1${'0'.repeat(34)}`])
      expect(trackingWarning('USPS', number), number).toContain('does not look like a USPS number')
  })

  it('that is not entered yet draws no warning', () =>
    expect(['', ' - '].map((number) => trackingWarning('UPS', number))).toEqual([null, null]))

  it('pasted with invisible characters is the same number', () => {
    const pasted = '\u200b1Z5R 8939\u00ad0357567127\u202c'
    expect(trackingWarning('UPS', pasted)).toBeNull()
    expect(trackingLink('UPS', pasted)).toBe('https://www.ups.com/track?tracknum=1Z5R89390357567127')
  })

  it('of an unknown carrier is not checked', () => expect(trackingWarning('DHL', 'anything')).toBeNull())

  it('has a link to the page of a known carrier only', () => {
    expect(trackingLink('USPS', '9400 1112')).toBe('https://tools.usps.com/go/TrackConfirmAction?tLabels=94001112')
    expect(trackingLink('FedEx', '1&x="<')).toBe('https://www.fedex.com/fedextrack/?trknbr=1%26X%3D%22%3C')
    expect(trackingLink('My cousin', '1')).toBeUndefined()
    expect(trackingLink('UPS', ' ')).toBeUndefined()
  })
})

describe.each(Object.entries(TRACKING_SAMPLES))('the collected numbers of %s', (carrier, { valid, invalid }) => {
  it('draw no warning when they are valid', () => expect(valid.filter((number) => trackingWarning(carrier, number) !== null)).toEqual([]))

  it('draw a warning when they are invalid', () =>
    expect(invalid.filter((number) => trackingWarning(carrier, number) === null)).toEqual([]))

  it('are more than ten', () => expect(Math.min(valid.length, invalid.length)).toBeGreaterThan(10))
})

it('a known carrier is spelled as people write it, and an unknown carrier stays as typed', () =>
  expect(['FEDEX', 'UPS', 'constructor', '__proto__', 'My cousin'].map(carrierWord)).toEqual([
    'FedEx',
    'UPS',
    'constructor',
    '__proto__',
    'My cousin',
  ]))
