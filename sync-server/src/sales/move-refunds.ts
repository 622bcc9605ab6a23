import type { PosSale } from '@shop/shared/pos/schema.ts'
import { moveRefund } from '@shop/shared/sales/commands/move-refund.ts'
import type { Refund } from '@shop/shared/sales/refund-schema.ts'
import { unknownSaleIdOf } from '@shop/shared/sales/rules/book-refund.ts'
import { isMovable, salesMeantBy } from '@shop/shared/sales/rules/move-refund.ts'
import { saleReferenceOf } from '@shop/shared/sales/rules/sale-reference.ts'
import type { Db } from '../platform/database/database.ts'
import { scheduleJob } from '../platform/jobs/job-store.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import type { Platform } from '../platform/platform.ts'

const JOB = 'sales.moveRefunds'
/** Seconds between two looks for returns whose sale has arrived. */
const EVERY_SECONDS = 60
/** Number of open questions read at once. */
const BATCH = 500

/** Schedules the job that moves returns to their sales. It looks at what is there and not at what has just arrived, so that no order, no crash and no
 *  restore can make it miss a sale. */
export async function scheduleRefundMoving(platform: Platform): Promise<void> {
  platform.jobs.handle(JOB, () => moveRefunds(platform))
  await scheduleJob(platform.db, JOB, EVERY_SECONDS, 5)
}

/** Moves each return that waits, and whose sale is there. One that fails does not stop the others, but the job fails at the end. */
export async function moveRefunds(platform: Platform): Promise<void> {
  const failures: unknown[] = []
  let after = ''
  for (;;) {
    const questions = await readQuestions(platform.db, after)
    for (const args of await readMovable(platform.db, questions))
      await platform.runCommand(SYSTEM, moveRefund, args).catch((error: unknown) => failures.push(error))
    if (questions.length < BATCH) break
    after = questions.at(-1)?.id ?? ''
  }
  if (failures.length > 0) throw failures[0]
}

type Question = { readonly id: string; readonly saleId: string }

async function readQuestions(db: Db, after: string): Promise<readonly Question[]> {
  const rows = await db
    .selectFrom('discrepancies')
    .select(['id', 'sale_id as saleId'])
    .where('kind', '=', 'refund_without_sale')
    .where('settled_at_ms', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  return rows.flatMap(({ id, saleId }) => (saleId === null ? [] : [{ id, saleId }]))
}

/** Reads the returns of these questions whose sale has arrived, with what `sales.moveRefund` has to name. */
async function readMovable(db: Db, questions: readonly Question[]) {
  if (questions.length === 0) return []
  const named = [...new Set(questions.map(({ saleId }) => saleId))]
  const arrived = await db
    .selectFrom('pos_sales')
    .select(['id', 'lines'])
    .where(
      'id',
      'in',
      named.flatMap((saleId) => salesMeantBy({ saleId })),
    )
    .execute()
  if (arrived.length === 0) return []
  const sales = new Map(arrived.map(({ id, lines }) => [id, saleReferenceOf({ id, lines: lines as PosSale['lines'] })]))
  const waiting = new Set(questions.map(({ id }) => id))
  const back = db.selectFrom('refunds').select(['id', 'sale_id as saleId', 'lines']).where('sale_id', 'in', named)
  const rows = await back.orderBy('id').execute()
  return rows.flatMap(({ id: refundId, saleId, lines }) => {
    if (!isMovable({ lines: lines as Refund['lines'] })) return []
    const sale = salesMeantBy({ saleId }).flatMap((id) => sales.get(id) ?? [])[0]
    return sale && waiting.has(unknownSaleIdOf(refundId)) ? [{ ...sale, refundId }] : []
  })
}
