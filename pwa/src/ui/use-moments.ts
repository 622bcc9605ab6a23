import { useMemo } from 'react'
import { type Moments, momentsIn } from './moments.ts'
import { useShopSettings } from './use-shop-settings.ts'

/** Moments as the shop's clock has them (design §9), wherever the device is. The same object until the shop moves. */
export function useMoments(): Moments {
  const { timeZone } = useShopSettings()
  return useMemo(() => momentsIn(timeZone), [timeZone])
}
