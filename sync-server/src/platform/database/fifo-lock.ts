import { DatabaseBusy } from './sql-errors.ts'

/** Default maximum milliseconds that a caller waits for a lock. Only a very large import or copy, or a deadlock, holds the embedded database's one
 *  connection longer. */
export const LOCK_WAIT_MAX_MS = 60_000

/** A lock that serves its waiters in order. */
export class FifoLock {
  private held = false
  private readonly waiting: { take: () => void; timer: NodeJS.Timeout }[] = []

  /** `what`: the thing waited for, in the words of the log. */
  async acquire(
    waitMaxMs = LOCK_WAIT_MAX_MS,
    what = 'the embedded database: is the outer handle used inside a transaction?',
  ): Promise<void> {
    if (!this.held) {
      this.held = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const entry = {
        take: () => {
          clearTimeout(entry.timer)
          resolve()
        },
        timer: setTimeout(() => {
          this.waiting.splice(this.waiting.indexOf(entry), 1)
          reject(new DatabaseBusy(`waited ${waitMaxMs} ms for ${what}`))
        }, waitMaxMs),
      }
      this.waiting.push(entry)
    })
  }

  release(): void {
    const next = this.waiting.shift()
    if (next) next.take()
    else this.held = false
  }
}
