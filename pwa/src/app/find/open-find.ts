const OPEN = 'shop:find'

/** Opens the window that finds screens, goods, people and receipts. */
export const openFind = (): boolean => window.dispatchEvent(new Event(OPEN))

/** Calls `open` for each `openFind`. Returns the function that ends this. */
export function onOpenFind(open: () => void): () => void {
  window.addEventListener(OPEN, open)
  return () => window.removeEventListener(OPEN, open)
}
