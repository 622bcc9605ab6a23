import { wallClock } from '@shop/shared/kernel/shop-day.ts'
import { useMemo } from 'react'
import { daysAgoWords } from './days-ago.ts'
import { useMinute } from './use-minute.ts'
import { useMoments } from './use-moments.ts'
import { useShopSettings } from './use-shop-settings.ts'

/** The day of a moment as "12 days ago", and the exact moment. */
export type DayWords = (atMs: number) => { readonly words: string; readonly exact: string }

/** Returns the same function until the shop's next day. */
export function useDayWords(): DayWords {
  const { timeZone } = useShopSettings()
  const today = wallClock(useMinute(), timeZone).date
  const { moment } = useMoments()
  return useMemo(() => (atMs) => ({ words: daysAgoWords(atMs, today, timeZone), exact: moment(atMs) }), [today, timeZone, moment])
}
