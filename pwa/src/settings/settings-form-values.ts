import { parseDollars, plainDollars } from '@shop/shared/kernel/money.ts'
import type { SettingsChanges } from '@shop/shared/settings/rules.ts'
import { DEFAULT_SETTINGS, type ShopSettings, shopSettingsSchema } from '@shop/shared/settings/schema.ts'
import * as z from 'zod/mini'

/** Settings as typed: percentages and dollars are text. */
export type SettingsValues = {
  shopName: string
  shopAddress: string
  shopVenmo: string
  taxRateBps: string
  commissionBps: string
  commissionPaidBy: ShopSettings['commissionPaidBy']
  tradeShippingCents: string
  defaultSplitPercent: string
  timeZone: string
  offlineDays: string
  returnWindowDays: string
  discordSalesChannels: string
  discordPayoutChannels: string
  countAdminVisits: boolean
}

const { shape } = shopSettingsSchema

// NaN makes the field's own schema refuse the text with its own sentence
const numberOf = (text: string): number => (/^\d+(?:\.\d*)?$|^\.\d+$/.test(text.trim()) ? Number(text) : Number.NaN)
const basisPointsOf = (percent: string): number => Math.round(numberOf(percent) * 1e6) / 1e4
const typedNumber = z.pipe(z.string(), z.transform(numberOf))
const typedPercent = z.pipe(z.string(), z.transform(basisPointsOf))
const typedDollars = z.pipe(
  z.string(),
  z.transform((text): number => parseDollars(text) ?? Number.NaN),
)

/** Parses the form's texts; the shop's own schema provides the message of each invalid field. */
export const settingsFormSchema = z.object({
  shopName: shape.shopName,
  shopAddress: shape.shopAddress,
  shopVenmo: shape.shopVenmo,
  taxRateBps: z.pipe(typedPercent, shape.taxRateBps),
  commissionBps: z.pipe(typedPercent, shape.commissionBps),
  commissionPaidBy: shape.commissionPaidBy,
  tradeShippingCents: z.pipe(typedDollars, shape.tradeShippingCents),
  defaultSplitPercent: z.pipe(typedNumber, shape.defaultSplitPercent),
  timeZone: shape.timeZone,
  offlineDays: z.pipe(typedNumber, shape.offlineDays),
  returnWindowDays: z.pipe(typedNumber, shape.returnWindowDays),
  discordSalesChannels: shape.discordSalesChannels,
  discordPayoutChannels: shape.discordPayoutChannels,
  countAdminVisits: shape.countAdminVisits,
})

export function valuesOf(settings: ShopSettings): SettingsValues {
  return {
    shopName: settings.shopName,
    shopAddress: settings.shopAddress,
    shopVenmo: settings.shopVenmo,
    taxRateBps: String(settings.taxRateBps / 100),
    commissionBps: String(settings.commissionBps / 100),
    commissionPaidBy: settings.commissionPaidBy,
    tradeShippingCents: plainDollars(settings.tradeShippingCents),
    defaultSplitPercent: String(settings.defaultSplitPercent),
    timeZone: settings.timeZone,
    offlineDays: String(settings.offlineDays),
    // this field and countAdminVisits are missing on a device last synced by an older version
    returnWindowDays: String(settings.returnWindowDays ?? DEFAULT_SETTINGS.returnWindowDays),
    discordSalesChannels: settings.discordSalesChannels,
    discordPayoutChannels: settings.discordPayoutChannels,
    countAdminVisits: settings.countAdminVisits ?? false,
  }
}

/** The fields that differ from `started`, the values with which the form started. */
export function typedSince(started: SettingsValues, values: SettingsValues): Partial<SettingsValues> {
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== started[field as keyof SettingsValues]))
}

/** The changes to send: only what this person changed, so that another admin's changes survive. */
export function changesOf(started: SettingsValues, values: SettingsValues): SettingsChanges {
  const before: SettingsChanges = settingsFormSchema.parse(started)
  const after: SettingsChanges = settingsFormSchema.parse(values)
  return Object.fromEntries(Object.entries(after).filter(([field, value]) => value !== before[field as keyof SettingsChanges]))
}
