import { type Brand, DEFAULT_BRANDS, type PageBrand, pageBrandOf, pageBrandSchema } from '@shop/shared/brands/schema.ts'

/** The variant this page was served as. The server writes it into the page, so that it is known at once, and without network. */
export const BRAND: PageBrand = readBrand()

/** How the app calls itself where no shop has given its name yet. */
export const PRODUCT_NAME = BRAND.title

function readBrand(): PageBrand {
  const written = typeof document === 'undefined' ? null : document.querySelector('meta[name="brand"]')?.getAttribute('content')
  const parsed = pageBrandSchema.safeParse(jsonOf(written ?? ''))
  // a page that did not come from the server: tests
  return parsed.success ? parsed.data : pageBrandOf(DEFAULT_BRANDS[0] as Brand, null)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The variant this page was served as. */
export function useBrand(): PageBrand {
  return BRAND
}
