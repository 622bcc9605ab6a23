import { SHOP_SETTINGS_ID, settings } from '@shop/shared/settings/schema.ts'
import { useLive } from '../../sync/api.ts'
import { PRODUCT_NAME } from '../../ui/brand.ts'

/** The shop's own name, else the product's. */
export function useShopName(): string {
  return useLive((view) => view.get(settings, SHOP_SETTINGS_ID)?.shopName, []) || PRODUCT_NAME
}
