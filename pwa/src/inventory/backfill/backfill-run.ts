import * as z from 'zod/mini'

/** Lines of the log that are kept. */
const MAX_LOG = 100

const entrySchema = z.object({
  atMs: z.number(),
  itemName: z.string(),
  isDone: z.boolean(),
  text: z.string(),
  /** The picture found; '' when none was. */
  imageUrl: z.string(),
})
/** A line of the processing log. */
export type LogEntry = z.infer<typeof entrySchema>

const runSchema = z.object({
  isRunning: z.boolean(),
  successCount: z.int(),
  /** Items that got no picture: they stay in the shop's list of missing pictures, and are not tried again in this run. */
  failedUids: z.array(z.string()),
  /** Newest first. */
  log: z.array(entrySchema),
})
/** How far a backfill of pictures has come. */
export type BackfillRun = z.infer<typeof runSchema>

/** A backfill that has not begun. */
export const NOT_BEGUN: BackfillRun = { isRunning: false, successCount: 0, failedUids: [], log: [] }

/** The run with what became of one more item. */
export function noted(run: BackfillRun, itemUID: string, entry: LogEntry): BackfillRun {
  return {
    ...run,
    successCount: run.successCount + (entry.isDone ? 1 : 0),
    failedUids: entry.isDone ? run.failedUids : [...run.failedUids, itemUID],
    log: [entry, ...run.log].slice(0, MAX_LOG),
  }
}

/** What is still to do. */
export function waiting<Item extends { readonly itemUID: string }>(run: BackfillRun, items: readonly Item[]): Item[] {
  const failed = new Set(run.failedUids)
  return items.filter(({ itemUID }) => !failed.has(itemUID))
}

const keyOf = (uid: string) => `image-backfill ${uid}`

/** The run this tab was in before it was loaded anew. */
export function storedRun(uid: string): BackfillRun {
  try {
    return runSchema.safeParse(JSON.parse(sessionStorage.getItem(keyOf(uid)) ?? 'null')).data ?? NOT_BEGUN
  } catch {
    return NOT_BEGUN
  }
}

/** Keeps the run for when this tab is loaded anew. */
export function storeRun(uid: string, run: BackfillRun): void {
  try {
    sessionStorage.setItem(keyOf(uid), JSON.stringify(run))
  } catch {
    // a browser without room goes on; only a reload would begin from the front
  }
}
