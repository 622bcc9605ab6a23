/** Length of a visit's session id, in characters. The id is opaque to the shop. */
export const SESSION_ID = { minLength: 8, maxLength: 64 } as const

/** Longest address of a visit before it is simplified, in characters. */
export const MAX_SENT_PATH = 2_000

/** Most parts of an address that are kept, and most characters of a part that is kept as it is. */
const MAX_SEGMENTS = 4
const MAX_SEGMENT = 32

/** Stands for all pages of a day beyond the limit. */
export const OTHER_PAGES = '(other)'

/** Replaces a part of an address that may identify somebody: an id, a name, a number. */
const WITHHELD = ':id'

/** Names of screens: words in lower case. Any other part of an address may reveal a person or an item. */
const WORDS = /^[a-z]+(?:-[a-z]+)*$/

/** An address as it is counted: at most four parts, without query, fragment, ids, names and secrets. */
export function countedPath(path: string): string {
  const segments = (/^[^?#]*/.exec(path)?.[0] ?? '')
    .split('/')
    .filter((segment) => segment !== '')
    .slice(0, MAX_SEGMENTS)
    .map((segment) => (segment.length <= MAX_SEGMENT && WORDS.test(segment) ? segment : WITHHELD))
  return `/${segments.join('/')}`
}
