import { searchKey } from '../../kernel/text.ts'

/** How worn an item is, the best first. */
export const CONDITIONS = ['new', 'like_new', 'good', 'fair', 'poor'] as const
/** How worn an item is. */
export type Condition = (typeof CONDITIONS)[number]

/** The conditions in a shopkeeper's words. */
export const CONDITION_WORDS: Readonly<Record<Condition, string>> = {
  new: 'New',
  like_new: 'Like new',
  good: 'Good',
  fair: 'Fair',
  poor: 'For parts or repair',
}

/** Words of other programs and people, without spaces and punctuation. */
const SYNONYMS: Readonly<Record<Condition, string>> = {
  new: 'brandnew newwithtags nwt newwithbox newinbox sealed unused',
  like_new: 'asnew newwithouttags nwot openbox mint excellent usedlikenew',
  good: 'verygood gentlyused used preowned preloved secondhand usedgood usedverygood',
  fair: 'acceptable worn wellworn usedfair usedacceptable',
  poor: 'forparts parts repair damaged broken asis salvage forpartsornotworking',
}

const wordKey = (text: string) => searchKey(text).replace(/[^\p{L}\p{N}]/gu, '')

/** Reads a condition in any of its words; '' for an empty text, undefined for a text that names none. */
export function conditionIn(text: string): Condition | '' | undefined {
  const key = wordKey(text)
  if (key === '') return ''
  return CONDITIONS.find((one) => [wordKey(one), wordKey(CONDITION_WORDS[one]), ...SYNONYMS[one].split(' ')].includes(key))
}

/** Writes a condition for people; '' for none. */
export const conditionWords = (condition: string | undefined): string => CONDITION_WORDS[condition as Condition] ?? ''
