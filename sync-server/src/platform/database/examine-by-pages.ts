import type { Examined } from '../kernel/examined.ts'
import { type Db, inTransaction, type Tx } from './database.ts'
import { alongIndexes } from './planner.ts'

/** Maximum number of mismatches that one examination lists. It stops after the page on which it reaches this number. */
const MAX_LISTED = 100

/** The findings of one page of rows. The next page starts after the id `last`, which is null at the end. */
export type ExaminedPage<Mismatch> = { last: string | null; count: number; mismatches: Mismatch[] }

/** Examines rows in the order of their ids, one page in each statement, because the embedded database answers nothing else during a statement. Each
 *  statement sees whole transactions, so the rows that it compares belong together. */
export async function examineByPages<Mismatch>(
  db: Db,
  pageAfter: (tx: Tx, after: string) => Promise<ExaminedPage<Mismatch> | undefined>,
): Promise<Examined<Mismatch>> {
  const mismatches: Mismatch[] = []
  let count = 0
  let after = ''
  for (;;) {
    const page = await inTransaction(
      db,
      async (tx) => {
        await alongIndexes(tx, true)
        return pageAfter(tx, after)
      },
      { access: 'read only' },
    )
    count += page?.count ?? 0
    mismatches.push(...(page?.mismatches ?? []))
    if (!page || page.last === null || mismatches.length >= MAX_LISTED) return { count, mismatches: mismatches.slice(0, MAX_LISTED) }
    after = page.last
    await new Promise((resolve) => setImmediate(resolve))
  }
}
