/** Matches links to the large retailer in any country, short ones included. Case-insensitive, in a syntax that JavaScript and PostgreSQL share. */
export const RETAILER_LINK = '^https?://([a-z0-9_-]+\\.)*(amazon\\.[a-z.]+|amzn\\.(to|com|eu|asia)|a\\.co)([/?#]|$)'
const RETAILER = new RegExp(RETAILER_LINK, 'i')
/** A product number follows /dp/, /gp/product/ or /gp/aw/d/: 10 upper-case letters or digits. */
const PRODUCT = /\/(?:dp|gp\/product|gp\/aw\/d|exec\/obidos\/ASIN)\/([A-Z0-9]{10})(?=[/?#]|$)/

/** True for a link to the large retailer. */
export const isRetailerLink = (link: string): boolean => RETAILER.test(link.trim())

/** Product number in a link to the large retailer; undefined when there is none. */
export function asinOf(link: string): string | undefined {
  return RETAILER.test(link.trim()) ? PRODUCT.exec(link)?.[1] : undefined
}

/** Address of the retailer's picture of a product; without one, the retailer answers a blank pixel. */
export const retailerPictureOf = (asin: string): string => `https://images-na.ssl-images-amazon.com/images/P/${asin}.01._SCLZZZZZZZ_.jpg`
