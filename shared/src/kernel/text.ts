import * as z from 'zod/mini'

// Zero-width, bidirectional-control, and C0/C1 control characters; tab and line breaks are handled apart.
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g

/** A text without zero-width, bidirectional-control and control characters; tab and line breaks stay. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** Text as a search compares it: compatibility-normalised (NFKC), without zero-width and control characters, trimmed (spec §5 Search inputs). */
export function normaliseSearchText(text: string): string {
  return withoutInvisible(text.normalize('NFKC'))
    .replace(/[\t\n\r]/g, ' ')
    .trim()
}

// embeddings, overrides and isolates: they turn all that stands behind them
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** A name as a sentence may carry it: without the characters that would turn the rest of the sentence around. */
export const unturned = (name: string): string => name.replace(TURNING, '')

/** The form in which texts are compared regardless of case: `normaliseSearchText`, lower-cased. */
export function searchKey(text: string): string {
  // a sigma at the end of a word has a form of its own, so that part of a word would not be found in it
  return normaliseSearchText(text).toLowerCase().replaceAll('ς', 'σ')
}

/** Replaces lone surrogates, which no database and no UTF-8 stream can hold, and takes away NUL, which PostgreSQL refuses, and U+FEFF at the beginning: who reads
 *  bytes as UTF-8 takes it for the mark of their order and drops it, as the embedded database does. Everything else stays as typed. */
export function storableText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\u0000', '')
    .replace(/^\ufeff+/, '')
}

/** A text of one line: control characters and line breaks of every kind become spaces, so that none begins a line or a header of its own. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** A text that is kept as it came, but for what no database can hold; at most `max` characters (code points, as zod counts). For snapshots and what a machine wrote. */
export const snapshotText = (max: number) =>
  z.pipe(z.string().check(z.maxLength(max, `At most ${max} characters`)), z.transform(storableText))

/** An optional text field: absent, null and '' are the same and become ''; at most `max` characters (code points, as zod counts); stored as typed but trimmed (design §9). */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullish(z.string().check(z.maxLength(max, `At most ${max} characters`))),
    z.transform((text) => storableText(text ?? '').trim()),
  )

/** A required text field with the sentence shown when it is empty. */
export const requiredText = (max: number, message: string) =>
  z
    .pipe(
      z.string(message).check(z.maxLength(max, `At most ${max} characters`)),
      z.transform((text) => storableText(text).trim()),
    )
    .check(z.refine((text) => text.length > 0, message))
