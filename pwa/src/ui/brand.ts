import { UNNAMED_BRAND } from '@shop/shared/brands/page-brand.ts'
import type { PageBrand } from '@shop/shared/brands/schema.ts'

/** The variant this page was served as. The server writes it into the page, so that it is known at once, and without network. */
export const BRAND: PageBrand = readBrand()

/** How the app calls itself where no shop has given its name yet. */
export const PRODUCT_NAME = BRAND.title

/** Fields that a newer app knows and an older page lacks keep their defaults. */
function readBrand(): PageBrand {
  const written = typeof document === 'undefined' ? null : document.querySelector('meta[name="brand"]')?.getAttribute('content')
  try {
    return { ...UNNAMED_BRAND, ...JSON.parse(written ?? '{}') }
  } catch {
    return UNNAMED_BRAND
  }
}

/** The variant this page was served as. */
export function useBrand(): PageBrand {
  return BRAND
}
