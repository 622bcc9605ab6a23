import * as z from 'zod/mini'

const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g

/** Strips zero-width characters, controls of the writing direction, and control characters except tab and line breaks. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** Normalises text for search: NFKC, without invisible characters, on one line, trimmed. */
export function normaliseSearchText(text: string): string {
  return withoutInvisible(text.normalize('NFKC'))
    .replace(/[\t\n\r]/g, ' ')
    .trim()
}

// Unicode's embeddings, overrides and isolates, which can reverse the text that follows
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** Makes a name safe inside a sentence: drops the characters that would reverse the text after the name. */
export const unturned = (name: string): string => name.replace(TURNING, '')

/** Normalises text for a case-insensitive search. */
export function searchKey(text: string): string {
  // a Greek word ends in ς where a longer word has σ, so a search text that ends in ς would not find the longer word
  return normaliseSearchText(text).toLowerCase().replaceAll('ς', 'σ')
}

/** Makes text storable: replaces lone surrogates, which UTF-8 cannot encode, and drops NUL, which PostgreSQL refuses. Drops a leading U+FEFF too,
 *  because the embedded database would drop it as a byte order mark. */
export function storableText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\u0000', '')
    .replace(/^\ufeff+/, '')
}

/** Puts text on one line: control characters and line breaks become spaces, so that no part of the text can start a header. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** A text that is stored untrimmed, of at most `max` characters. For snapshots and texts that programs write. */
export const snapshotText = (max: number) =>
  z.pipe(z.string().check(z.maxLength(max, `At most ${max} characters`)), z.transform(storableText))

/** An optional text field, trimmed, of at most `max` characters. Absent and null become ''. */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullish(z.string().check(z.maxLength(max, `At most ${max} characters`))),
    z.transform((text) => storableText(text ?? '').trim()),
  )

/** A required text field, trimmed, of at most `max` characters. `message`: the sentence shown when it is empty. */
export const requiredText = (max: number, message: string) =>
  z
    .pipe(
      z.string(message).check(z.maxLength(max, `At most ${max} characters`)),
      z.transform((text) => storableText(text).trim()),
    )
    .check(z.refine((text) => text.length > 0, message))
