import { createHash } from 'node:crypto'
import { storableText } from '@shop/shared/kernel/text.ts'

/** Deepest nesting of a command's arguments. Deeper ones are refused before any code walks them. */
export const MAX_ARGS_DEPTH = 64

/** False for NUL and lone surrogates, which JSON can carry and the database's jsonb and text cannot. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

/** JSON text of a value with all strings made storable, keys included. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return isStorable(part) ? part : storableText(part)
    if (part === null || typeof part !== 'object' || Array.isArray(part) || Object.keys(part).every(isStorable)) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [storableText(key), inner]))
  })
}

/** True when a parsed JSON value nests no deeper than `max`. Walks level by level, because recursion over a hostile value would overflow the stack. */
export function nestsAtMost(value: unknown, max: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= max; depth++) {
    const next: unknown[] = []
    for (const part of level) if (part !== null && typeof part === 'object') for (const inner of Object.values(part)) next.push(inner)
    if (next.length === 0) return true
    level = next
  }
  return false
}

/** Fingerprint of a command's content, independent of the order of keys. */
export function fingerprint(name: string, version: number, args: unknown): string {
  const sorted = JSON.stringify(args, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : part,
  )
  return createHash('sha256').update(`${name}\n${version}\n${sorted}`).digest('base64url')
}
