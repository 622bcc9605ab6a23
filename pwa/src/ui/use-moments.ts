import { useMemo } from 'react'
import { useShopSettings } from './use-shop-settings.ts'

/** Writes moments as the shop's clock has them (design §9), wherever the device is. */
export type Moments = {
  /** "Nov 21, 2026" */
  readonly day: (atMs: number) => string
  /** "Nov 21, 2026, 3:04 PM" */
  readonly moment: (atMs: number) => string
}

/** Moments in the shop's time zone. The same object until that changes. */
export function useMoments(): Moments {
  const { timeZone } = useShopSettings()
  return useMemo(() => {
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
    const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
    return { day: (atMs) => day.format(atMs), moment: (atMs) => moment.format(atMs) }
  }, [timeZone])
}
