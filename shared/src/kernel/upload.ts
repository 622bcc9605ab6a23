import * as z from 'zod/mini'

/** Bytes of a MB, as sizes of files are shown. */
export const MEBIBYTE = 1024 * 1024

/** What a file of a multipart body may be. The sentences are a person's, at that field. */
export type FileRule = {
  readonly maxBytes: number
  /** Media types as the sender declares them. What the bytes really are is for the handler to find out. */
  readonly types: readonly string[]
  readonly missing: string
  readonly tooLarge: string
  readonly wrongType: string
}

/** The field of a file in a call's `body`. */
export const fileOf = ({ maxBytes, types, missing, tooLarge, wrongType }: FileRule) =>
  z.file(missing).check(z.minSize(1, missing), z.maxSize(maxBytes, tooLarge), z.mime([...types] as z.core.util.MimeTypes[], wrongType))

/** Bytes of all texts of one multipart body together. */
export const MAX_FORM_TEXT_BYTES = 64_000
