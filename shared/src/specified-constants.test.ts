import { expect, it } from 'vitest'
import { DEFAULT_COUNTRY } from './accounts/rules/address.ts'
import { USERNAME_LENGTH, usernameSchema } from './accounts/rules/username.ts'
import { MIN_PASSWORD, newPasswordSchema } from './accounts/rules.ts'
import { SESSION_ID } from './analytics/rules.ts'
import { DEFAULT_BRANDS } from './brands/schema.ts'
import { CROP_ZOOM, PROFILE_IMAGE, PROFILE_PICTURE } from './images/rules.ts'
import { asinOf } from './inventory/rules/asin.ts'
import { cents, preTaxOf } from './kernel/money.ts'
import { posDisplayId } from './pos/rules/receipt-number.ts'
import { RECENT_SALES } from './sales/history-calls.ts'
import { lineTotals } from './sales/rules/totals.ts'
import { percentSchema } from './sales/schema.ts'
import { DEFAULT_SETTINGS } from './settings/schema.ts'
import { isPending, MAX_BOX_POUNDS, shownShipmentId, statusOf } from './shipments/rules/status.ts'
import { CARRIERS } from './shipments/schema.ts'
import { OFFER_LIFETIME_MS } from './trades/rules/limits.ts'
import { commissionOf, requestMoney, shippingOf } from './trades/rules/money.ts'
import { TRADE_CARRIERS } from './trades/schema.ts'

const MIBI = 1_048_576

/** Repeats the numbers on which people rely, so that a changed number fails here. */
it('the constants of the business have their agreed values', () => {
  const { taxRateBps, commissionBps, commissionPaidBy, tradeShippingCents, defaultSplitPercent } = DEFAULT_SETTINGS
  expect({ taxRateBps, commissionBps, commissionPaidBy, tradeShippingCents, defaultSplitPercent }).toEqual({
    taxRateBps: 825,
    commissionBps: 1_000,
    commissionPaidBy: 'seller',
    tradeShippingCents: 400,
    defaultSplitPercent: 50,
  })
  expect([0, 50, 100, -1, 101].map((percent) => percentSchema.safeParse(percent).success)).toEqual([true, true, true, false, false])
  expect([RECENT_SALES.usual, DEFAULT_COUNTRY, MAX_BOX_POUNDS, OFFER_LIFETIME_MS]).toEqual([15, 'USA', 70, 72 * 3_600_000])
  expect([CARRIERS, TRADE_CARRIERS]).toEqual([
    ['USPS', 'UPS', 'FEDEX'],
    ['USPS', 'UPS', 'FedEx'],
  ])
  expect([MIN_PASSWORD, USERNAME_LENGTH, SESSION_ID]).toEqual([6, { min: 3, max: 20 }, { minLength: 8, maxLength: 64 }])
  expect([PROFILE_IMAGE.maxBytes, PROFILE_PICTURE, CROP_ZOOM]).toEqual([5 * MIBI - 1, { sidePx: 400, quality: 0.95 }, { min: 0.5, max: 3 }])
})

it('the rules of the business give the agreed results, also at their limits', () => {
  expect(preTaxOf(cents(10_825), DEFAULT_SETTINGS.taxRateBps)).toBe(10_000)
  const line = { unitPriceCents: cents(10_825), quantity: 1, consignorId: null, consignorPercentage: 100 }
  expect(lineTotals(line, 825).payoutCents).toBe(0)
  expect(commissionOf(cents(1_005), DEFAULT_SETTINGS.commissionBps)).toBe(101)
  expect([shippingOf(false, DEFAULT_SETTINGS.tradeShippingCents), shippingOf(true, DEFAULT_SETTINGS.tradeShippingCents)]).toEqual([400, 0])
  expect(requestMoney(cents(1_000), 3, { ...DEFAULT_SETTINGS, shippingCents: cents(400) })).toMatchObject({
    totalCents: 3_400,
    commissionCents: 300,
    payoutCents: 2_700,
  })
  expect(['12345', '123456'].map((password) => newPasswordSchema.safeParse(password).success)).toEqual([false, true])
  expect(['ab', 'abc', 'A-b_9', 'x'.repeat(20), 'x'.repeat(21), 'a b'].map((name) => usernameSchema.safeParse(name).data ?? null)).toEqual([
    null,
    'abc',
    'a-b_9',
    'x'.repeat(20),
    null,
    null,
  ])
  expect(posDisplayId(1_700_000_000_000)).toBe('POS-1700000000000')
  expect(shownShipmentId('0190a1b2-0000-7000-8000-00000000abcd')).toBe('0000ABCD')
  expect(
    [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ].map(([isDelivered = false, isProcessed = false]) => [
      statusOf({ isDelivered, isProcessed }),
      isPending({ isDelivered, isProcessed }),
    ]),
  ).toEqual([
    ['pending', true],
    ['processed', false],
    ['delivered', false],
    ['delivered', false],
  ])
  expect(asinOf('https://www.amazon.com/dp/B00ABCDEF')).toBeUndefined()
  expect(DEFAULT_BRANDS.map(({ membership }) => membership)).toEqual([false, true])
})
