import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { boundsOfDate } from '@shop/shared/kernel/shop-day.ts'
import type { LedgerFilter } from '@shop/shared/sales/ledger-calls.ts'
import { DEFAULT_SETTINGS, SHOP_SETTINGS_ID } from '@shop/shared/settings/schema.ts'
import type { Platform } from '../platform/platform.ts'
import type { Wanted } from './ledger-pages.ts'

/** Converts the days of a filter to moments in the shop's time zone. Refuses INVALID for a day that the calendar does not have. */
export function wantedOf({ from, to, ...filter }: LedgerFilter, timeZone: string): Wanted {
  const day = (field: 'from' | 'to', date: string | undefined) => {
    if (date === undefined) return undefined
    const bounds = boundsOfDate(date, timeZone)
    const message = 'The calendar has no such day'
    if (!bounds) throw refusal(kernelRefusals, 'INVALID', { message, fields: { [field]: message } })
    return bounds
  }
  return { ...filter, fromMs: day('from', from)?.fromMs, toMs: day('to', to)?.toMs }
}

export async function shopTimeZone({ db }: Platform): Promise<string> {
  const settings = await db.selectFrom('settings').select('time_zone').where('id', '=', SHOP_SETTINGS_ID).executeTakeFirst()
  return settings?.time_zone ?? DEFAULT_SETTINGS.timeZone
}
