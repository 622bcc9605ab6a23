import { asinOf, retailerPictureOf } from '@shop/shared/inventory/rules/asin.ts'

/** Address of the retailer's picture of the product a link leads to. */
export function retailerPicture(link: string): string | undefined {
  const asin = asinOf(link)
  return asin && retailerPictureOf(asin)
}
