import { UNNAMED_BRAND } from '@shop/shared/brands/page-brand.ts'
import type { PageBrand } from '@shop/shared/brands/schema.ts'

/** Brand of this page. The server writes the brand into the page, so that the app knows it at once, even offline. */
export const BRAND: PageBrand = readBrand()

/** The app's name until a shop has given its own. */
export const PRODUCT_NAME = BRAND.title

/** Reads the brand from the page. A field that an older page lacks has its default. */
function readBrand(): PageBrand {
  const written = typeof document === 'undefined' ? null : document.querySelector('meta[name="brand"]')?.getAttribute('content')
  try {
    return { ...UNNAMED_BRAND, ...JSON.parse(written ?? '{}') }
  } catch {
    return UNNAMED_BRAND
  }
}

export function useBrand(): PageBrand {
  return BRAND
}
