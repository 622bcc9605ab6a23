import { z } from 'zod'

/** Version of the format. Raise it when a program that knows only the old version cannot read the new one. */
export const BACKUP_FORMAT = 1

/** First word of every backup. */
export const MAGIC = 'shop-backup'

/** Number of rows that are fetched from the database at a time, and the length in characters at which a line of rows ends. */
export const FETCH_ROWS = 250
export const LINE_CHARACTERS = 256 * 1024

/** Maximum bytes of a picture in one line. */
export const PICTURE_CHUNK_BYTES = 512 * 1024

/** Maximum bytes of a line of a backup. Only a line with one very large row comes near this maximum. */
export const MAX_LINE_BYTES = 256 * 1024 * 1024

/** First line of a backup. `tables` counts the rows of each table; `pictures` tells if the pictures are in this file or in a bucket. */
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
export type BackupHeader = z.infer<typeof backupHeaderSchema>

/** Part of a backup after its header. In the file, a line `table` is followed by lines `rows`, which have lists of texts in PostgreSQL's spelling. A
 *  line `picture` is followed by lines `data` in base64. The last line, `end`, has the SHA-256 of everything before it. */
export type BackupEntry =
  | { readonly kind: 'table'; readonly name: string; readonly columns: readonly string[] }
  | { readonly kind: 'rows'; readonly count: number; readonly json: string }
  | { readonly kind: 'picture'; readonly name: string; readonly bytes: Buffer }

/** Failure of a backup or restore, with a message for the person who asked for it. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem'
}

/** Receives the progress: the number done, and the total. */
export type Progress = (done: number, of: number) => void
