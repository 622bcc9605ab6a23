/** Text that this browser remembers between visits, read synchronously and without a database. Where storage is blocked nothing is remembered, and
 *  nothing breaks. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Remembers a text; answers true when the browser stored it. */
export function remember(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}
