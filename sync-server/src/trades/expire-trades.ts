import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { expireTrade, leaveTrade, remindOfTrade } from '@shop/shared/trades/commands/end-trade.ts'
import { REMIND_BEFORE_MS } from '@shop/shared/trades/rules/limits.ts'
import type { TradeReference } from '@shop/shared/trades/rules/working-trade.ts'
import { scheduleJob } from '../platform/jobs/job-store.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import type { Platform } from '../platform/platform.ts'

const JOB = 'trades.tidy'
/** Seconds between two checks for expired trades. A deadline takes effect when it passes, even before this job records it. */
const EVERY_SECONDS = 60
/** Number of trades in a batch. The next batch follows at once while there are more. */
const BATCH = 200

/** Schedules the job that reminds people of trades that end soon, ends trades whose time has run out, and takes closed accounts out of open trades.
 *  Servers share the job. If two servers end a trade at the same time, the first one counts. */
export async function scheduleTradeTidying(platform: Platform): Promise<void> {
  platform.jobs.handle(JOB, () => tidyTrades(platform))
  await scheduleJob(platform.db, JOB, EVERY_SECONDS, 5)
}

/** Does what is due: ends trades, takes closed accounts out of them, and sends reminders. A trade that fails does not stop the others, but the job
 *  fails at the end. */
export async function tidyTrades(platform: Platform): Promise<void> {
  const failed = new Map<string, unknown>()
  const runEach = async (command: AnyCommand, references: readonly TradeReference[]): Promise<number> => {
    for (const reference of references)
      await platform.runCommand(SYSTEM, command, reference).catch((error: unknown) => failed.set(reference.tradeId, error))
    return references.filter(({ tradeId }) => !failed.has(tradeId)).length
  }
  for (;;) {
    const [due, left, ending] = [await readDue(platform), await readLeft(platform), await readEnding(platform)]
    const doneCount = (await runEach(expireTrade, due)) + (await runEach(leaveTrade, left)) + (await runEach(remindOfTrade, ending))
    if (doneCount === 0 || [due, left, ending].every(({ length }) => length < BATCH)) break
  }
  const [failure] = failed.values()
  if (failure) throw failure
}

const REFERENCE = ['trades.id as tradeId', 'trades.buyer_uid as buyerUid', 'trades.item_barcode as barcode'] as const

const selectOpen = ({ db }: Platform) => db.selectFrom('trades').select(REFERENCE).where('trades.status', 'in', ['pending', 'partial'])

function readDue(platform: Platform): Promise<TradeReference[]> {
  return selectOpen(platform).where('expires_at_ms', '<=', platform.nowMs()).orderBy('expires_at_ms').limit(BATCH).execute()
}

/** Reads open trades that end soon and have had no reminder for this deadline. */
function readEnding(platform: Platform): Promise<TradeReference[]> {
  const nowMs = platform.nowMs()
  return selectOpen(platform)
    .where('expires_at_ms', '>', nowMs)
    .where('expires_at_ms', '<=', nowMs + REMIND_BEFORE_MS)
    .whereRef('reminded_of_ms', 'is distinct from', 'expires_at_ms')
    .orderBy('expires_at_ms')
    .limit(BATCH)
    .execute()
}

/** Reads open trades in which the buyer, or a seller who has not answered yet, has a closed account. */
function readLeft(platform: Platform): Promise<(TradeReference & { uid: string })[]> {
  const asBuyer = selectOpen(platform)
    .innerJoin('users', 'users.id', 'trades.buyer_uid')
    .select('users.id as uid')
    .where('users.closed_at_ms', 'is not', null)
  const asSeller = selectOpen(platform)
    .innerJoin('offers', 'offers.trade_id', 'trades.id')
    .innerJoin('users', 'users.id', 'offers.seller_uid')
    .select('users.id as uid')
    .where('offers.status', 'in', ['pending', 'countered'])
    .where('users.closed_at_ms', 'is not', null)
  return asBuyer.unionAll(asSeller).limit(BATCH).execute()
}
