import { z } from 'zod'

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
  z
    .file(missing)
    .min(1, missing)
    .max(maxBytes, tooLarge)
    .mime([...types] as Parameters<z.ZodFile['mime']>[0], wrongType)

/** Bytes of all texts of one multipart body together. */
export const MAX_FORM_TEXT_BYTES = 64_000
