import { createHash } from 'node:crypto'
import { storableText } from '@shop/shared/kernel/text.ts'

/** Maximum depth of a command's arguments. Deeper arguments are refused before other code walks them. */
export const MAX_ARGS_DEPTH = 64

/** False for a text with NUL or a lone surrogate, which JSON can hold but the database's jsonb and text cannot. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

/** Writes a value as JSON text. Makes all its strings storable, including keys. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return isStorable(part) ? part : storableText(part)
    if (part === null || typeof part !== 'object' || Array.isArray(part) || Object.keys(part).every(isStorable)) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [storableText(key), inner]))
  })
}

/** A maximum size: the number of values including keys, the number of characters in texts and keys, and the levels of nesting. */
export type Size = { readonly values: number; readonly characters: number; readonly depth: number }

/** True when a parsed JSON value is no larger than `most`. Walks level by level, because recursion over a hostile value would overflow the stack.
 *  Stops as soon as the value is too large. */
export function fitsInto(value: unknown, most: Size): boolean {
  let level: unknown[] = [value]
  let values = 1
  let characters = 0
  for (let depth = 0; depth <= most.depth; depth++) {
    const next: unknown[] = []
    for (const part of level) {
      if (typeof part === 'string') characters += part.length
      else if (part !== null && typeof part === 'object') {
        const isList = Array.isArray(part)
        for (const key in part) {
          if (!isList) characters += key.length
          next.push((part as Record<string, unknown>)[key])
          if (++values > most.values || characters > most.characters) return false
        }
      }
    }
    if (characters > most.characters) return false
    if (next.length === 0) return true
    level = next
  }
  return false
}

/** True when a parsed JSON value nests no deeper than `depth`. */
export const nestsAtMost = (value: unknown, depth: number): boolean =>
  fitsInto(value, { values: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY, depth })

/** Computes the fingerprint of a command's content, which is independent of the order of keys. */
export function fingerprint(name: string, version: number, args: unknown): string {
  const sorted = JSON.stringify(args, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : part,
  )
  return createHash('sha256').update(`${name}\n${version}\n${sorted}`).digest('base64url')
}
