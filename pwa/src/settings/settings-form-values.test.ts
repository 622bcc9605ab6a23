import { DEFAULT_SETTINGS } from '@shop/shared/settings/schema.ts'
import { expect, test } from 'vitest'
import { changesOf, settingsFormSchema, typedSince, valuesOf } from './settings-form-values.ts'

const started = valuesOf(DEFAULT_SETTINGS)

test('the settings form with the defaults saves the defaults', () => {
  const { id: _id, ...defaults } = DEFAULT_SETTINGS
  expect(settingsFormSchema.parse(started)).toEqual(defaults)
  expect(started).toMatchObject({ taxRateBps: '8.25', commissionBps: '10', tradeShippingCents: '4.00', defaultSplitPercent: '50' })
})

test('the settings form sends only fields whose value changed, even if other fields were typed in another notation', () => {
  expect(changesOf(started, { ...started, taxRateBps: '8.250', tradeShippingCents: '$4' })).toEqual({})
  expect(changesOf(started, { ...started, taxRateBps: '9.1', shopName: 'Attic' })).toEqual({ taxRateBps: 910, shopName: 'Attic' })
  expect(changesOf(started, { ...started, tradeShippingCents: '0' })).toEqual({ tradeShippingCents: 0 })
})

test('the settings form knows in which fields somebody has typed', () => {
  expect(typedSince(started, started)).toEqual({})
  expect(typedSince(started, { ...started, taxRateBps: '9', countAdminVisits: true })).toEqual({ taxRateBps: '9', countAdminVisits: true })
})

test.each([
  ['shopName', ['x'.repeat(101)]],
  ['taxRateBps', ['', 'abc', '51', '-1', '8.255', '1e1', 'Infinity']],
  ['commissionBps', ['', '50.01', '10%']],
  ['tradeShippingCents', ['', '-1', '4.001', 'four']],
  ['defaultSplitPercent', ['', '101', '12.345']],
  ['offlineDays', ['', '0', '366', '1.5']],
  ['returnWindowDays', ['', '-1', '3651', '1.5']],
  ['timeZone', ['', 'Mars/Olympus']],
] as const)('%s refuses invalid values', (field, wrong) => {
  for (const text of wrong) {
    const parsed = settingsFormSchema.safeParse({ ...started, [field]: text })
    expect(parsed.success, `${field} = ${text}`).toBe(false)
    expect(parsed.error?.issues[0]?.path).toEqual([field])
    // our own sentence, not the library's
    expect(parsed.error?.issues[0]?.message).not.toMatch(/expected|Invalid|NaN/)
  }
})
