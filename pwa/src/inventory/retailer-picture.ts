import { asinOf, retailerPictureOf } from '@shop/shared/inventory/rules/asin.ts'

/** Address of the retailer's picture for a product link; undefined for any other link. */
export function retailerPicture(link: string): string | undefined {
  const asin = asinOf(link)
  return asin && retailerPictureOf(asin)
}
