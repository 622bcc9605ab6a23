import { z } from 'zod'

/** Version of the format. Raise it when programs that know only the old version cannot read the new one. */
export const BACKUP_FORMAT = 1

/** First word of every backup. */
export const MAGIC = 'shop-backup'

/** Rows fetched from the database at a time, and length in characters at which a line of rows ends. */
export const FETCH_ROWS = 250
export const LINE_CHARACTERS = 256 * 1024

/** Bytes of a picture in one line. */
export const PICTURE_CHUNK_BYTES = 512 * 1024

/** Longest line of a backup; only a line with a single, very large row comes near it. */
export const MAX_LINE_BYTES = 256 * 1024 * 1024

/** First line of a backup. `tables` counts the rows of each table; `pictures` tells whether they are in this file or stay in their bucket. */
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
/** First line of a backup. */
export type BackupHeader = z.infer<typeof backupHeaderSchema>

/** Part of a backup after its header. In the file, `table` opens a table, whose `rows` follow as lists of texts in PostgreSQL's own spelling, and
 *  `picture` opens a picture, whose `data` follows in base64. `end` closes the file with the SHA-256 of everything before it. */
export type BackupEntry =
  | { readonly kind: 'table'; readonly name: string; readonly columns: readonly string[] }
  | { readonly kind: 'rows'; readonly count: number; readonly json: string }
  | { readonly kind: 'picture'; readonly name: string; readonly bytes: Buffer }

/** Failure of a backup or restore, with a message for the person who asked for it. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem'
}

/** Receives the progress, as done of total. */
export type Progress = (done: number, of: number) => void
