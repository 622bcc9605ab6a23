/** How the app calls itself where no shop has given its name yet. */
export const PRODUCT_NAME = 'Consign'
