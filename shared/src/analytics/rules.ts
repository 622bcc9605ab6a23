/** What a visit's session id may be: opaque to the shop (design §9). Characters. */
export const SESSION_ID = { minLength: 8, maxLength: 64 } as const

/** Longest address a visit may name, before it is made plain. Characters. */
export const MAX_SENT_PATH = 2_000

/** Parts and characters that are kept of an address. */
const MAX_SEGMENTS = 4
const MAX_SEGMENT = 32

/** Stands for the pages of a day beyond the most that are told apart. */
export const OTHER_PAGES = '(other)'

/** Stands in an address for a part that may be somebody's: an id, a name, a number. */
const WITHHELD = ':id'

/** The names of screens: words in lower case. Everything else in an address may say who or what somebody looked at. */
const WORDS = /^[a-z]+(?:-[a-z]+)*$/

/** An address as it is counted: no query, no fragment, nothing that could be an id, a name or a secret; at most four parts. */
export function countedPath(path: string): string {
  const segments = (/^[^?#]*/.exec(path)?.[0] ?? '')
    .split('/')
    .filter((segment) => segment !== '')
    .slice(0, MAX_SEGMENTS)
    .map((segment) => (segment.length <= MAX_SEGMENT && WORDS.test(segment) ? segment : WITHHELD))
  return `/${segments.join('/')}`
}
