import * as z from 'zod/mini'
import { channelIdsSchema } from '../chat/rules.ts'
import { defineCollection } from '../kernel/define-collection.ts'
import { nonNegativeCentsSchema } from '../kernel/money.ts'

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

/** The shop's settings, one row with id `shop`. A sale keeps the values it was made with. */
export const shopSettingsSchema = z.object({
  id: z.literal('shop'),
  /** Sales tax in basis points, 0…5000; 825 = 8.25%. */
  taxRateBps: z
    .int('Please enter a tax rate')
    .check(z.minimum(0, 'The tax rate must be between 0 and 50%'), z.maximum(5_000, 'The tax rate must be between 0 and 50%')),
  /** Marketplace commission in basis points, 0…5000; 1000 = 10%. */
  commissionBps: z
    .int('Please enter a commission')
    .check(z.minimum(0, 'The commission must be between 0 and 50%'), z.maximum(5_000, 'The commission must be between 0 and 50%')),
  /** Side of a trade that pays the commission. */
  commissionPaidBy: z.enum(['seller', 'buyer']),
  /** Price of the shipping of one trade, in cents. */
  tradeShippingCents: nonNegativeCentsSchema,
  /** Consignor's share proposed for a new sale, percent 0…100. */
  defaultSplitPercent: z
    .number('Please enter a percentage such as 50')
    .check(
      z.minimum(0, 'The split must be between 0 and 100'),
      z.maximum(100, 'The split must be between 0 and 100'),
      z.multipleOf(0.01, 'At most two decimals'),
    ),
  /** IANA name of the time zone, which decides when the shop's day begins. */
  timeZone: z.string().check(z.refine(isTimeZone, 'Please choose a time zone')),
  /** Days for which a signed-in device opens and works without reaching the server, 1…365. */
  offlineDays: z
    .int('Please enter a number of days')
    .check(z.minimum(1, 'Between 1 and 365 days'), z.maximum(365, 'Between 1 and 365 days')),
  /** Days of the shop's calendar in which sold goods may come back, 0…3650. A later return is taken all the same, with a warning. */
  returnWindowDays: z
    .int('Please enter a number of days')
    .check(z.minimum(0, 'Between 0 and 3650 days'), z.maximum(3_650, 'Between 0 and 3650 days')),
  shopName: z.string().check(z.maxLength(100, 'At most 100 characters')),
  /** Postal address to which consignors send their boxes, as typed; '' until an admin enters it. */
  shopAddress: z.string().check(z.maxLength(500, 'At most 500 characters')),
  /** The shop's Venmo name in consignors' charge links; '' lets the consignor choose. */
  shopVenmo: z.string().check(z.maxLength(60, 'At most 60 characters')),
  /** Ids of the Discord channels notified of each sale, separated by spaces; '' for none. */
  discordSalesChannels: channelIdsSchema,
  /** Ids of the Discord channels notified of payouts requested and paid, separated by spaces; '' for none. */
  discordPayoutChannels: channelIdsSchema,
  /** True when the visitor analytics count admins too. */
  countAdminVisits: z.boolean(),
})
/** The shop's settings. */
export type ShopSettings = z.infer<typeof shopSettingsSchema>

/** Settings: every signed-in device needs them. */
export const settings = defineCollection({
  name: 'settings',
  schema: shopSettingsSchema,
  audience: () => ['everyone'],
  userFields: 'all',
})

/** Id of the one settings row. */
export const SHOP_SETTINGS_ID = 'shop'

/** Settings of a new shop. */
export const DEFAULT_SETTINGS: ShopSettings = shopSettingsSchema.parse({
  id: SHOP_SETTINGS_ID,
  taxRateBps: 825,
  commissionBps: 1_000,
  commissionPaidBy: 'seller',
  tradeShippingCents: 400,
  defaultSplitPercent: 50,
  timeZone: 'America/Chicago',
  offlineDays: 30,
  returnWindowDays: 30,
  shopName: '',
  shopAddress: '',
  shopVenmo: '',
  discordSalesChannels: '',
  discordPayoutChannels: '',
  countAdminVisits: false,
})

/** One audited act, with the values before and after it. */
export const auditEntrySchema = z.object({
  id: z.string(),
  atMs: z.number(),
  byUid: z.string(),
  /** Name of the action, such as `settings.change`. */
  action: z.string(),
  /** Target of the action: an id, or `shop`. */
  subject: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
/** One audited act. */
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** The audit trail, for admins. */
export const auditEntries = defineCollection({ name: 'auditEntries', schema: auditEntrySchema })
