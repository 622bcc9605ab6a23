import * as z from 'zod/mini'

const MAX_LOG = 100

const entrySchema = z.object({
  atMs: z.number(),
  itemName: z.string(),
  isDone: z.boolean(),
  text: z.string(),
  /** The picture's address; '' if none was found. */
  imageUrl: z.string(),
})
export type LogEntry = z.infer<typeof entrySchema>

const runSchema = z.object({
  isRunning: z.boolean(),
  successCount: z.int(),
  /** Items that failed. They stay in the shop's list of missing pictures, but this run does not retry them. */
  failedUids: z.array(z.string()),
  /** Newest first. */
  log: z.array(entrySchema),
})
export type BackfillRun = z.infer<typeof runSchema>

export const NOT_BEGUN: BackfillRun = { isRunning: false, successCount: 0, failedUids: [], log: [] }

/** The run including the result of one more item. */
export function noted(run: BackfillRun, itemUID: string, entry: LogEntry): BackfillRun {
  return {
    ...run,
    successCount: run.successCount + (entry.isDone ? 1 : 0),
    failedUids: entry.isDone ? run.failedUids : [...run.failedUids, itemUID],
    log: [entry, ...run.log].slice(0, MAX_LOG),
  }
}

/** The items that have not failed in this run. */
export function waiting<Item extends { readonly itemUID: string }>(run: BackfillRun, items: readonly Item[]): Item[] {
  const failed = new Set(run.failedUids)
  return items.filter(({ itemUID }) => !failed.has(itemUID))
}

const keyOf = (uid: string) => `image-backfill ${uid}`

/** The run that this tab stored before a reload, or a new run. */
export function storedRun(uid: string): BackfillRun {
  try {
    return runSchema.safeParse(JSON.parse(sessionStorage.getItem(keyOf(uid)) ?? 'null')).data ?? NOT_BEGUN
  } catch {
    return NOT_BEGUN
  }
}

/** Stores the run, so that it survives a reload. */
export function storeRun(uid: string, run: BackfillRun): void {
  try {
    sessionStorage.setItem(keyOf(uid), JSON.stringify(run))
  } catch {
    // when the storage is full, the run continues, but a reload starts it again
  }
}
