import * as z from 'zod/mini'

/** Number of bytes in a MB of a file size. */
export const MEBIBYTE = 1024 * 1024

/** Limits of a file in a multipart body, and the sentences shown at the field when the file breaks them. */
export type FileRule = {
  readonly maxBytes: number
  /** Media types that the sender may declare. The handler checks the bytes themselves. */
  readonly types: readonly string[]
  readonly missing: string
  readonly tooLarge: string
  readonly wrongType: string
}

/** Schema of a file in a call's `body`. */
export const fileOf = ({ maxBytes, types, missing, tooLarge, wrongType }: FileRule) =>
  z.file(missing).check(z.minSize(1, missing), z.maxSize(maxBytes, tooLarge), z.mime([...types] as z.core.util.MimeTypes[], wrongType))
