import type { Item } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import type { ItemSearchOptions } from './search-options.ts'
import { isOfLetters, SimilarWords } from './similar-words.ts'

/** Number of items whose words one task collects, so that a key that is pressed meanwhile does not wait. */
const ROWS_AT_ONCE = 1_000
/** More letters than a word has. */
const MOST_LETTERS = 1_000
/** Maximum number of items that one search looks at. */
const MAX_LOOKED_AT = 2_000

/** The exact search that this one rests on. */
export type ExactSearch = {
  readonly textOf: (item: Item) => string
  readonly get: (id: string) => Item | undefined
  /** Passes to `take` the items whose text contains `wanted`, until `take` answers false. */
  readonly find: (wanted: string, take: (item: Item) => boolean) => void
}

/** Search for texts that no item contains as they are typed: their words may be misspelt, or stand in another order. */
export class SimilarItems {
  private readonly words = new SimilarWords()
  private isComplete = false

  constructor(private readonly exact: ExactSearch) {}

  /** Collects the words of all items, in many short tasks. */
  async collect(rows: readonly Item[]): Promise<void> {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      for (const item of rows.slice(from, from + ROWS_AT_ONCE)) this.take(item)
      await new Promise((resolve) => setTimeout(resolve))
    }
    this.isComplete = true
  }

  /** Adds the words of a new or changed item. Words of texts that items no longer have stay, and lead to nothing. */
  take(item: Item): void {
    this.words.take(item.id, this.exact.textOf(item))
  }

  /** Items that have each word of `text`, or one much like it; the items with the closest words first. */
  search(text: string, { limit, filter, first }: ItemSearchOptions): Item[] {
    // half of the words would answer with a worse spelling
    if (!this.isComplete) return []
    const words = searchKey(text).split(/\s+/).filter(Boolean)
    const wanted = words.map((word) => ({ word, spellings: words.length > 1 && this.isKnown(word) ? [word] : this.words.like(word) }))
    // a misspelt word stands in few items, and of known words the longest one does
    const [rarest] = [...wanted].sort((a, b) => rarity(b) - rarity(a))
    if (!rarest) return []
    const found = new Map<string, Item>()
    const others = new Map<string, Item>()
    let lookedAt = 0
    const take = (item: Item) => {
      lookedAt += 1
      const itsText = this.exact.textOf(item)
      const hasAll = wanted.every(({ spellings }) => spellings.some((spelling) => itsText.includes(spelling)))
      if (hasAll && (!filter || filter(item))) (!first || first(item) ? found : others).set(item.id, item)
      return found.size < limit && lookedAt < MAX_LOOKED_AT
    }
    if (isRight(rarest)) this.exact.find(rarest.word, take)
    else
      for (const id of rarest.spellings.flatMap((spelling) => this.words.idsOf(spelling))) {
        const item = this.exact.get(id)
        if (item && !take(item)) break
      }
    return [...found.values(), ...others.values()].slice(0, limit)
  }

  private isKnown(word: string): boolean {
    if (isOfLetters(word)) return this.words.has(word)
    let isKnown = false
    this.exact.find(word, () => {
      isKnown = true
      return false
    })
    return isKnown
  }
}

type Wanted = { readonly word: string; readonly spellings: readonly string[] }

const isRight = ({ word, spellings }: Wanted) => spellings.includes(word)
const rarity = (wanted: Wanted) => (isRight(wanted) ? 0 : MOST_LETTERS) + wanted.word.length
