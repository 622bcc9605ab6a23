import { UNNAMED_BRAND } from '@shop/shared/brands/page-brand.ts'
import type { PageBrand } from '@shop/shared/brands/schema.ts'

/** Brand of this page. The server writes it into the page, so that it is known at once and offline. */
export const BRAND: PageBrand = readBrand()

/** The app's name until a shop has given its own. */
export const PRODUCT_NAME = BRAND.title

/** A field that a newer app knows but an older page lacks has its default. */
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
