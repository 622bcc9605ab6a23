/** Shortest words that may be misspelt in one place, and in two. A short word is one edit away from too many others. */
const MIN_LENGTH = { oneEdit: 4, twoEdits: 8 }
/** Maximum number of similar words. */
const MAX_WORDS = 20
/** Maximum length of a word, so that a text without spaces costs little. */
const MAX_LENGTH = 40

const WORDS = /\p{L}+/gu
const ONLY_LETTERS = /^\p{L}+$/u

export const isOfLetters = (word: string): boolean => word.length <= MAX_LENGTH && ONLY_LETTERS.test(word)

/** Returns the number of edits that a word of this length forgives. Numbers forgive none, because another number is another product. */
export function forgivenEdits(word: string): number {
  if (word.length < MIN_LENGTH.oneEdit || !isOfLetters(word)) return 0
  return word.length < MIN_LENGTH.twoEdits ? 1 : 2
}

/** The different words of many texts, and the ids of the texts that have each. */
export class SimilarWords {
  private readonly idsByWord = new Map<string, string[]>()

  take(id: string, text: string): void {
    for (const [word] of text.matchAll(WORDS)) {
      if (word.length > MAX_LENGTH) continue
      const ids = this.idsByWord.get(word)
      if (!ids) this.idsByWord.set(word, [id])
      else if (ids.at(-1) !== id) ids.push(id)
    }
  }

  /** True for a word, or a part of one. */
  has(part: string): boolean {
    if (this.idsByWord.has(part)) return true
    for (const word of this.idsByWord.keys()) if (word.includes(part)) return true
    return false
  }

  /** Ids of texts that had this word when they were taken. */
  idsOf(word: string): readonly string[] {
    return this.idsByWord.get(word) ?? []
  }

  /** Words that begin much like `word`, those with the fewest edits first. Words with two edits count only if there is none with one. */
  like(word: string): string[] {
    const most = forgivenEdits(word)
    if (most === 0) return []
    const found: { readonly word: string; readonly edits: number; readonly rest: number }[] = []
    let fewest = most
    for (const other of this.idsByWord.keys()) {
      if (other.length < word.length - fewest) continue
      const edits = editsToBegin(word, other, fewest)
      if (edits > fewest || edits === 0) continue
      fewest = Math.max(1, edits)
      found.push({ word: other, edits, rest: Math.abs(other.length - word.length) })
    }
    return found
      .filter(({ edits }) => edits === fewest)
      .sort((a, b) => a.rest - b.rest || (a.word < b.word ? -1 : 1))
      .map((one) => one.word)
      .slice(0, MAX_WORDS)
  }
}

// three columns of the table of edits, kept between words because a search fills them many thousand times
const columns = [new Uint8Array(MAX_LENGTH + 1), new Uint8Array(MAX_LENGTH + 1), new Uint8Array(MAX_LENGTH + 1)] as const

/** Returns the fewest edits that turn `word` into the beginning of `other`: letters left out, added, replaced, or two neighbours swapped. Any number
 *  above `most` means more than `most`. */
export function editsToBegin(word: string, other: string, most: number): number {
  const { length } = word
  let [before, last, next]: [Uint8Array, Uint8Array, Uint8Array] = [columns[0], columns[1], columns[2]]
  for (let i = 0; i <= length; i++) last[i] = i
  let fewest = last[length] as number
  for (let j = 1; j <= Math.min(other.length, length + most); j++) {
    const letter = other.charCodeAt(j - 1)
    // cells further from the diagonal have more edits than count
    const [low, high] = [Math.max(1, j - most), Math.min(length, j + most)]
    next[low - 1] = low === 1 ? j : most + 1
    if (high === j + most) last[high] = most + 1
    let least = next[low - 1] as number
    for (let i = low; i <= high; i++) {
      const own = word.charCodeAt(i - 1)
      let edits = Math.min((last[i] as number) + 1, (next[i - 1] as number) + 1, (last[i - 1] as number) + (own === letter ? 0 : 1))
      const isSwap = i > 1 && j > 1 && own === other.charCodeAt(j - 2) && word.charCodeAt(i - 2) === letter
      if (isSwap) edits = Math.min(edits, (before[i - 2] as number) + 1)
      next[i] = edits
      if (edits < least) least = edits
    }
    if (least > most) return fewest
    if (high === length) fewest = Math.min(fewest, next[length] as number)
    ;[before, last, next] = [last, next, before]
  }
  return fewest
}
