import { randomBytes } from 'node:crypto'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { MAX_BOOKS_CHECKS, MAX_BOOKS_MISMATCHES, noteBooksCheck } from '@shop/shared/sales/commands/note-books-check.ts'
import type { BooksCheck } from '@shop/shared/sales/schema.ts'
import { DAY_SECONDS, secondsUntilNight } from '../platform/jobs/housekeeping.ts'
import { scheduleJob } from '../platform/jobs/job-store.ts'
import type { ExamineItems, PromisedMismatch, StockMismatch } from '../platform/kernel/examined.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import type { Platform } from '../platform/platform.ts'
import { type BooksMismatch, examineBalances, examineClearing, examinePostings, examineShifts } from './examine-books.ts'

const JOB = 'sales.checkBooks'

/** Checks the books each night, and on an admin's request (law *Books*). */
export class BooksChecker {
  private underWay: Promise<BooksCheck> | undefined

  constructor(
    private readonly platform: Platform,
    private readonly examineItems: ExamineItems,
  ) {}

  async schedule(): Promise<void> {
    const { db, jobs } = this.platform
    jobs.handle(JOB, async () => {
      await this.checkAndNote(SYSTEM, this.platform.runCommand)
    })
    await scheduleJob(db, JOB, DAY_SECONDS, secondsUntilNight(new Date()))
  }

  /** Runs a check that an admin asked for. The request's `runCommand` records it, so that a repeated request records it once. Concurrent requests
   *  share one check, because a check reads the whole books. */
  check(actor: Actor, runCommand: Platform['runCommand']): Promise<BooksCheck> {
    this.underWay ??= this.checkAndNote(actor, runCommand).finally(() => {
      this.underWay = undefined
    })
    return this.underWay
  }

  /** Checks the books, records the result for every admin's device, and reports mismatches in the log and the metrics. */
  private async checkAndNote(actor: Actor, runCommand: Platform['runCommand']): Promise<BooksCheck> {
    const { db, metrics, log, nowMs } = this.platform
    const atMs = nowMs()
    const startedAt = performance.now()
    const [postings, balances, stock] = [await examinePostings(db), await examineBalances(db), await this.examineItems.stock()]
    const [clearing, shifts, promised] = [await examineClearing(db), await examineShifts(db), await this.examineItems.promised()]
    const books = [...balances.mismatches, ...postings.mismatches, ...clearing.mismatches, ...shifts.mismatches]
    metrics.booksMismatches.set(books.length)
    metrics.stockMismatches.set(stock.mismatches.length + promised.mismatches.length)
    if (books.length > 0) log.error({ mismatches: books }, 'the books do not add up')
    if (stock.mismatches.length > 0) log.error({ mismatches: stock.mismatches }, 'stock is not the sum of its movements')
    if (promised.mismatches.length > 0)
      log.error({ mismatches: promised.mismatches }, 'promised pieces are not those that waiting orders hold')
    const check: BooksCheck = {
      id: uuidv7(atMs, randomBytes(10)),
      atMs,
      tookMs: Math.round(performance.now() - startedAt),
      byUid: actor.role === 'system' ? null : actor.uid,
      postingsCount: postings.count,
      balancesCount: balances.count,
      itemsCount: stock.count,
      mismatches: [...books.map(ofBooks), ...stock.mismatches.map(ofStock), ...promised.mismatches.map(ofPromised)].slice(
        0,
        MAX_BOOKS_MISMATCHES,
      ),
    }
    await runCommand(actor, noteBooksCheck, { check, forget: await tooOld(this.platform) })
    return check
  }
}

/** Lists the ids of the oldest checks, which are deleted to make room for one more. */
async function tooOld({ db }: Platform): Promise<string[]> {
  const latest = db.selectFrom('books_checks').select('id').orderBy('at_ms', 'desc').orderBy('id', 'desc')
  const rows = await latest
    .offset(MAX_BOOKS_CHECKS - 1)
    .limit(1_000)
    .execute()
  return rows.map(({ id }) => id)
}

function ofBooks(mismatch: BooksMismatch): BooksCheck['mismatches'][number] {
  switch (mismatch.kind) {
    case 'posting':
      return { kind: 'posting', subjectId: mismatch.postingId, account: null, expected: 0, found: mismatch.sumCents }
    case 'clearing':
      return { kind: 'posting', subjectId: mismatch.saleId, account: 'sales_clearing', expected: 0, found: mismatch.sumCents }
    case 'shift': {
      const { shiftId: subjectId, factsCents: expected, keptCents: found } = mismatch
      return { kind: 'posting', subjectId, account: 'cash_drawer', expected, found }
    }
    case 'balance': {
      const { uid: subjectId, account, ledgerCents: expected, balanceCents: found } = mismatch
      return { kind: 'balance', subjectId, account, expected, found }
    }
  }
}

const ofStock = ({ itemId, stockCount, movementsCount }: StockMismatch): BooksCheck['mismatches'][number] => ({
  kind: 'stock',
  subjectId: itemId,
  account: null,
  expected: movementsCount,
  found: stockCount,
})

const ofPromised = ({ itemId, promisedCount, ordersCount }: PromisedMismatch): BooksCheck['mismatches'][number] => ({
  kind: 'promised',
  subjectId: itemId,
  account: null,
  expected: ordersCount,
  found: promisedCount,
})
