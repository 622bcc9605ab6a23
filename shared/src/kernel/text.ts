import * as z from 'zod/mini'

// Zero-width, bidirectional-control, and C0/C1 control characters, except tab and line breaks.
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g

/** Strips zero-width, bidirectional-control and control characters; keeps tab and line breaks. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** Normalises text for search: NFKC, without zero-width and control characters, trimmed. */
export function normaliseSearchText(text: string): string {
  return withoutInvisible(text.normalize('NFKC'))
    .replace(/[\t\n\r]/g, ' ')
    .trim()
}

// Unicode's embeddings, overrides and isolates, which reverse all text that follows
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** A name made safe inside a sentence: without the characters that would reverse the text after it. */
export const unturned = (name: string): string => name.replace(TURNING, '')

/** Text for case-insensitive comparison: `normaliseSearchText`, in lower case. */
export function searchKey(text: string): string {
  // Greek sigma is written ς at the end of a word: a search text that ends in ς would not find the longer words that it begins
  return normaliseSearchText(text).toLowerCase().replaceAll('ς', 'σ')
}

/** Makes text storable and leaves the rest as typed: replaces lone surrogates, which UTF-8 cannot encode, and drops NUL, which PostgreSQL refuses.
 *  Drops a leading U+FEFF too, because UTF-8 readers such as the embedded database drop it as a byte order mark. */
export function storableText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\u0000', '')
    .replace(/^\ufeff+/, '')
}

/** Text on one line: control characters and line breaks become spaces, so that no part of it can start a line or a header. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** Text kept as it came, except for what no database can store; at most `max` code points, as zod counts. For snapshots and machine-written text. */
export const snapshotText = (max: number) =>
  z.pipe(z.string().check(z.maxLength(max, `At most ${max} characters`)), z.transform(storableText))

/** Optional text field, trimmed: absent, null and '' all become ''. At most `max` code points, as zod counts. */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullish(z.string().check(z.maxLength(max, `At most ${max} characters`))),
    z.transform((text) => storableText(text ?? '').trim()),
  )

/** Required text field, with the sentence shown when it is empty. */
export const requiredText = (max: number, message: string) =>
  z
    .pipe(
      z.string(message).check(z.maxLength(max, `At most ${max} characters`)),
      z.transform((text) => storableText(text).trim()),
    )
    .check(z.refine((text) => text.length > 0, message))
