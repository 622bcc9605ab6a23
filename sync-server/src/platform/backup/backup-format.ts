import { z } from 'zod'

/** Raised when a program that knows this form only could not read what is written. */
export const BACKUP_FORMAT = 1

/** The first word of a backup, by which it is known. */
export const MAGIC = 'shop-backup'

/** Rows are read and written so many at a time, and a line ends when it has grown to so many characters. */
export const FETCH_ROWS = 250
export const LINE_CHARACTERS = 256 * 1024

/** Bytes of a picture in one line. */
export const PICTURE_CHUNK_BYTES = 512 * 1024

/** No line of a backup is longer; the longest hold a single row. */
export const MAX_LINE_BYTES = 256 * 1024 * 1024

/** What a backup says of itself, in its first line. `tables` counts the rows of each. `pictures`: in this file, or left in the bucket they are kept in. */
export const backupHeaderSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  madeAtMs: z.number(),
  database: z.enum(['pglite', 'postgres']),
  migrations: z.array(z.string()).min(1),
  tables: z.record(z.string(), z.int().min(0)),
  pictures: z.discriminatedUnion('where', [
    z.object({ where: z.literal('here') }),
    z.object({ where: z.literal('bucket'), bucket: z.string() }),
  ]),
})
/** What a backup says of itself. */
export type BackupHeader = z.infer<typeof backupHeaderSchema>

/** What follows the first line, a line each: `table` names a table and its columns, `rows` are rows of the table named last, as a JSON list of lists of texts in
 *  PostgreSQL's own spelling; `picture` names a picture, `data` is the next part of it in base64. The last line is `end` with the SHA-256 of all before it. */
export type BackupEntry =
  | { readonly kind: 'table'; readonly name: string; readonly columns: readonly string[] }
  | { readonly kind: 'rows'; readonly count: number; readonly json: string }
  | { readonly kind: 'picture'; readonly name: string; readonly bytes: Buffer }

/** A backup cannot be made or restored. The message is for whoever asked for it. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem'
}

/** Hears how far something has come, of how much. */
export type Progress = (done: number, of: number) => void
