/** Length of a visit's session id, in characters. The id is opaque to the shop. */
export const SESSION_ID = { minLength: 8, maxLength: 64 } as const

/** Maximum length of a visit's address as sent, in characters. */
export const MAX_SENT_PATH = 2_000

/** Maximum number of parts of a counted address, and maximum length of a part, in characters. */
const MAX_SEGMENTS = 4
const MAX_SEGMENT = 32

/** Name under which a day's pages beyond the limit are counted together. */
export const OTHER_PAGES = '(other)'

/** Replaces a part of an address that may identify a person or an item. */
const WITHHELD = ':id'

/** Names of screens: words in lower case. */
const WORDS = /^[a-z]+(?:-[a-z]+)*$/

/** Reduces an address to at most four parts without the query; a part that is no lower-case word becomes `:id`. */
export function countedPath(path: string): string {
  const segments = (/^[^?#]*/.exec(path)?.[0] ?? '')
    .split('/')
    .filter((segment) => segment !== '')
    .slice(0, MAX_SEGMENTS)
    .map((segment) => (segment.length <= MAX_SEGMENT && WORDS.test(segment) ? segment : WITHHELD))
  return `/${segments.join('/')}`
}
