/** Links to the large retailer, in any country, its short ones with them: a pattern without regard to case, read by JavaScript and PostgreSQL alike. */
export const RETAILER_LINK = '^https?://([a-z0-9_-]+\\.)*(amazon\\.[a-z.]+|amzn\\.(to|com|eu|asia)|a\\.co)([/?#]|$)'
const RETAILER = new RegExp(RETAILER_LINK, 'i')
/** A product number stands behind /dp/, /gp/product/ or /gp/aw/d/: 10 upper-case letters or digits (spec §9). */
const PRODUCT = /\/(?:dp|gp\/product|gp\/aw\/d|exec\/obidos\/ASIN)\/([A-Z0-9]{10})(?=[/?#]|$)/

/** Whether a link leads to the large retailer (spec §5 Item form). */
export const isRetailerLink = (link: string): boolean => RETAILER.test(link.trim())

/** The product number in a link to the large retailer; undefined when there is none. */
export function asinOf(link: string): string | undefined {
  return RETAILER.test(link.trim()) ? PRODUCT.exec(link)?.[1] : undefined
}

/** Address of the retailer's picture of a product number (spec §7 Image extraction). Where it has none, it answers a blank of one pixel. */
export const retailerPictureOf = (asin: string): string => `https://images-na.ssl-images-amazon.com/images/P/${asin}.01._SCLZZZZZZZ_.jpg`
