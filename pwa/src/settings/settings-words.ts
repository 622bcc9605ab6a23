import { cents, formatCents } from '@shop/shared/kernel/money.ts'
import { counted } from '../ui/counted.ts'

const LABELS: Readonly<Record<string, string>> = {
  shopName: 'Shop name',
  shopAddress: 'Shop address',
  shopVenmo: 'Shop’s Venmo name',
  taxRateBps: 'Sales tax rate',
  commissionBps: 'Commission',
  commissionPaidBy: 'Commission is paid by',
  tradeShippingCents: 'Trade shipping',
  defaultSplitPercent: 'Default consignor share',
  timeZone: 'Time zone',
  offlineDays: 'Days offline',
  returnWindowDays: 'Days to return goods',
  discordSalesChannels: 'Discord channels for sales',
  discordPayoutChannels: 'Discord channels for payouts',
  countAdminVisits: 'Visits of admins are counted',
  host: 'Address of the shop',
  mailOrigin: 'Links in mails lead to',
  restoreDetectedAtMs: 'Unconfirmed restore',
  restoreReportedAtMs: 'Reported restore',
  wasRestored: 'Was restored',
}

/** The latest moment that a Date can represent. */
const MAX_DATE_MS = 8.64e15

export const labelOf = (field: string): string => LABELS[field] ?? field

/** The value of a setting as people read it. An audit entry of another version may contain anything. */
export function valueWords(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'empty'
  if (typeof value === 'number') {
    if (field.endsWith('Bps')) return `${value / 100}%`
    if (field.endsWith('Percent')) return `${value}%`
    if (field.endsWith('Cents') && Number.isSafeInteger(value)) return formatCents(cents(value))
    if (field.endsWith('AtMs') && Math.abs(value) <= MAX_DATE_MS)
      return `${new Date(value).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    if (field.endsWith('Days')) return counted(value, 'day')
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
