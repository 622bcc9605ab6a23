import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { findCommand } from '../registry.ts'
import { ADMIN, MemoryShop, testId } from '../testing/memory-shop.ts'
import { editSettings } from './commands.ts'
import { changedSettings, isProofNeeded } from './rules.ts'
import { type AuditEntry, auditEntries, DEFAULT_SETTINGS, type ShopSettings, settings } from './schema.ts'

describe('the shop’s settings', () => {
  let shop: MemoryShop
  beforeEach(() => {
    shop = new MemoryShop()
    shop.apply(new Map([[settings.name, new Map([['shop', DEFAULT_SETTINGS]])]]))
  })
  const now = () => shop.get(settings, 'shop') as ShopSettings
  const audit = () => shop.all<AuditEntry>(auditEntries)

  it('change only in the fields sent, and each change is audited with its old value', () => {
    shop.run(editSettings, { changes: { taxRateBps: 900, offlineDays: DEFAULT_SETTINGS.offlineDays } })
    expect(now()).toEqual({ ...DEFAULT_SETTINGS, taxRateBps: 900 })
    expect(audit()).toMatchObject([
      {
        action: 'settings.change',
        subject: 'shop',
        byUid: ADMIN.uid,
        atMs: shop.nowMs,
        before: { taxRateBps: 825 },
        after: { taxRateBps: 900 },
      },
    ])
    expect(findCommand('settings.change')).toBe(editSettings)
  })

  it('get no audit entry when nothing differs', () => {
    expect([...shop.run(editSettings, { changes: {} })]).toEqual([])
    expect([...shop.run(editSettings, { changes: { ...DEFAULT_SETTINGS } })]).toEqual([])
    expect(audit()).toEqual([])
  })

  it.each([
    [{ taxRateBps: 5_001 }, 'The tax rate must be between 0 and 50%'],
    [{ taxRateBps: 8.25 }, 'Please enter a tax rate'],
    [{ commissionBps: -1 }, 'The commission must be between 0 and 50%'],
    [{ tradeShippingCents: -1 }, 'The amount must not be negative'],
    [{ defaultSplitPercent: 100.01 }, 'The split must be between 0 and 100'],
    [{ timeZone: 'Mars/Olympus' }, 'Please choose a time zone'],
    [{ offlineDays: 0 }, 'Between 1 and 365 days'],
    [{ offlineDays: 366 }, 'Between 1 and 365 days'],
    [{ returnWindowDays: -1 }, 'Between 0 and 3650 days'],
    [{ returnWindowDays: 3_651 }, 'Between 0 and 3650 days'],
  ])('refuse %j', (changes, message) => {
    expect(editSettings.args.safeParse({ changes }).error?.issues[0]?.message).toBe(message)
  })

  it('never change their id and ignore unknown fields', () => {
    shop.run(editSettings, { changes: { id: 'other', unknown: 1, shopName: 'Shop' } })
    expect(now()).toEqual({ ...DEFAULT_SETTINGS, shopName: 'Shop' })
  })

  it('have a name on one line, whatever was sent', () => {
    shop.run(editSettings, { changes: { shopName: 'Attic\n\nhttps://evil.example' } })
    expect(now().shopName).toBe('Attic https://evil.example')
  })

  it('refuse every edit before the shop is set up', () => {
    expect(new MemoryShop().refuse(editSettings, { changes: { taxRateBps: 900 } }).code).toBe('SETTINGS_MISSING')
  })

  it('demand a proof of identity when a word of the shop, the time offline or a channel changes, and for nothing else', () => {
    const proved = {
      ...{ shopName: 'Attic', shopAddress: '1 Lane', shopVenmo: '@attic', offlineDays: 9 },
      ...{ discordSalesChannels: '1', discordPayoutChannels: '2' },
    }
    for (const change of Object.entries(proved)) {
      expect(isProofNeeded(DEFAULT_SETTINGS, Object.fromEntries([change])), change[0]).toBe(true)
      expect(isProofNeeded(DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, ...Object.fromEntries([change]) }), change[0]).toBe(true)
    }
    expect(isProofNeeded(DEFAULT_SETTINGS, { taxRateBps: 900, commissionBps: 1, timeZone: 'Europe/Berlin' })).toBe(false)
    expect(isProofNeeded({ ...DEFAULT_SETTINGS, ...proved }, { ...proved, taxRateBps: 900 })).toBe(false)
  })

  it('keep the changes of two admins who change different fields', () => {
    shop.run(editSettings, { changes: { taxRateBps: 900 } })
    shop.run(editSettings, { changes: { shopName: 'Shop' } }, { actor: { ...ADMIN, uid: testId(2) } })
    expect(now()).toEqual({ ...DEFAULT_SETTINGS, taxRateBps: 900, shopName: 'Shop' })
  })

  it('return to their old values when the old values of a change are applied again', () => {
    const changes = fc.record(
      {
        taxRateBps: fc.integer({ min: 0, max: 5_000 }),
        offlineDays: fc.integer({ min: 1, max: 365 }),
        shopName: fc.string({ maxLength: 20 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(changes, (sent) => {
        const changed = changedSettings(DEFAULT_SETTINGS, sent)
        if (!changed) return
        expect(Object.keys(changed.was)).toEqual(Object.keys(changed.is))
        expect(changedSettings(changed.after, changed.was)?.after).toEqual(DEFAULT_SETTINGS)
      }),
    )
  })
})
