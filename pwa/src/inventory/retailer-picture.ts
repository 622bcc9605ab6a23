import { asinOf } from '@shop/shared/inventory/rules/asin.ts'

/** Address of the retailer's picture of that product (spec §7 Image extraction). */
export function retailerPicture(link: string): string | undefined {
  const asin = asinOf(link)
  return asin && `https://images-na.ssl-images-amazon.com/images/P/${asin}.01._SCLZZZZZZZ_.jpg`
}
