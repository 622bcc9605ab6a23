import { readFileSync } from 'node:fs'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'

/** Reads strings that often break programs: a few of the project, and the JSON list in the file that NAUGHTY_STRINGS names. */
export const naughtyStrings = (): readonly string[] => {
  const path = process.env.NAUGHTY_STRINGS
  if (path === undefined) return HOSTILE_STRINGS
  const list: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(list) || !list.every((text) => typeof text === 'string')) throw new Error(`${path} is no list of texts`)
  return [...HOSTILE_STRINGS, ...list]
}
