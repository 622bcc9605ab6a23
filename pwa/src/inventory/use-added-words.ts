import { wallClock } from '@shop/shared/kernel/shop-day.ts'
import { useMemo } from 'react'
import { daysAgoWords } from '../ui/days-ago.ts'
import { useMinute } from '../ui/use-minute.ts'
import { useMoments } from '../ui/use-moments.ts'
import { useShopSettings } from '../ui/use-shop-settings.ts'

/** When an item was added: "12 days ago", and the exact moment. */
export type AddedWords = (atMs: number) => { readonly words: string; readonly exact: string }

/** Returns the same function until the shop's next day. */
export function useAddedWords(): AddedWords {
  const { timeZone } = useShopSettings()
  const today = wallClock(useMinute(), timeZone).date
  const { moment } = useMoments()
  return useMemo(() => (atMs) => ({ words: daysAgoWords(atMs, today, timeZone), exact: moment(atMs) }), [today, timeZone, moment])
}
