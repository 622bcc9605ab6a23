import { DEFAULT_SETTINGS, SHOP_SETTINGS_ID, type ShopSettings, settings } from '@shop/shared/settings/schema.ts'
import { useLive } from '../sync/api.ts'
import { PRODUCT_NAME } from './brand.ts'

/** The shop's settings, or the defaults until they arrive. */
export function useShopSettings(): ShopSettings {
  return useLive((view) => view.get(settings, SHOP_SETTINGS_ID) ?? DEFAULT_SETTINGS, [])
}

/** The shop's own name, else the product's. */
export function useShopName(): string {
  return useShopSettings().shopName.trim() || PRODUCT_NAME
}
