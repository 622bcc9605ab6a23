import { useMemo } from 'react'
import { type Moments, momentsIn } from './moments.ts'
import { useShopSettings } from './use-shop-settings.ts'

/** Formats in the shop's time, not the device's, so that everybody in the shop sees the same day. Returns the same object until the shop's time
 *  zone changes. */
export function useMoments(): Moments {
  const { timeZone } = useShopSettings()
  return useMemo(() => momentsIn(timeZone), [timeZone])
}
