import * as z from 'zod/mini'

/** Bytes of a MB, as shown for file sizes. */
export const MEBIBYTE = 1024 * 1024

/** Limits of a file in a multipart body. The sentences are shown at that field. */
export type FileRule = {
  readonly maxBytes: number
  /** Media types as the sender declares them; the handler checks the actual bytes. */
  readonly types: readonly string[]
  readonly missing: string
  readonly tooLarge: string
  readonly wrongType: string
}

/** Schema of a file in a call's `body`. */
export const fileOf = ({ maxBytes, types, missing, tooLarge, wrongType }: FileRule) =>
  z.file(missing).check(z.minSize(1, missing), z.maxSize(maxBytes, tooLarge), z.mime([...types] as z.core.util.MimeTypes[], wrongType))
