import { auditEntries, settings } from '@shop/shared/settings/schema.ts'
import { defineTable } from '../platform/database/collection-table.ts'

export const settingsTable = defineTable(settings, {
  taxRateBps: 'integer',
  commissionBps: 'integer',
  commissionPaidBy: 'text',
  tradeShippingCents: 'bigint',
  defaultSplitPercent: 'numeric',
  timeZone: 'text',
  offlineDays: 'integer',
  returnWindowDays: 'integer',
  shopName: 'text',
  shopAddress: 'text',
  shopVenmo: 'text',
  discordSalesChannels: 'text',
  discordPayoutChannels: 'text',
  countAdminVisits: 'boolean',
})

export const auditEntriesTable = defineTable(auditEntries, {
  atMs: 'bigint',
  byUid: 'text',
  action: 'text',
  subject: 'text',
  before: 'jsonb',
  after: 'jsonb',
})
