import { useMemo } from 'react'
import { type Moments, momentsIn } from './moments.ts'
import { useShopSettings } from './use-shop-settings.ts'

/** Moments by the shop's clock, wherever the device is: all of its people see the same day. The same object until the shop moves. */
export function useMoments(): Moments {
  const { timeZone } = useShopSettings()
  return useMemo(() => momentsIn(timeZone), [timeZone])
}
