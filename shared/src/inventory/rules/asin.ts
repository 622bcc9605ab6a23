/** Pattern of long and short links to the large retailer in any country, case-insensitive. JavaScript and PostgreSQL both understand its syntax. */
export const RETAILER_LINK = '^https?://([a-z0-9_-]+\\.)*(amazon\\.[a-z.]+|amzn\\.(to|com|eu|asia)|a\\.co)([/?#]|$)'
const RETAILER = new RegExp(RETAILER_LINK, 'i')
/** Pattern of a product number in a link: 10 upper-case letters or digits. */
const PRODUCT = /\/(?:dp|gp\/product|gp\/aw\/d|exec\/obidos\/ASIN)\/([A-Z0-9]{10})(?=[/?#]|$)/

/** True for a link to the large retailer. */
export const isRetailerLink = (link: string): boolean => RETAILER.test(link.trim())

/** Finds the product number in a link to the large retailer; undefined when there is none. */
export function asinOf(link: string): string | undefined {
  return RETAILER.test(link.trim()) ? PRODUCT.exec(link)?.[1] : undefined
}

/** Builds the address of the retailer's picture of a product. When there is no picture, the retailer answers with a blank pixel. */
export const retailerPictureOf = (asin: string): string => `https://images-na.ssl-images-amazon.com/images/P/${asin}.01._SCLZZZZZZZ_.jpg`
