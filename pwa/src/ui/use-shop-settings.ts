import { DEFAULT_SETTINGS, SHOP_SETTINGS_ID, type ShopSettings, settings } from '@shop/shared/settings/schema.ts'
import { useLive } from '../sync/api.ts'
import { PRODUCT_NAME } from './brand.ts'

export function useShopSettings(): ShopSettings {
  return useLive((view) => view.get(settings, SHOP_SETTINGS_ID) ?? DEFAULT_SETTINGS, [])
}

export function useShopName(): string {
  return useShopSettings().shopName.trim() || PRODUCT_NAME
}
