import { MAX_ENDED_CARTS, removeEndedCarts } from '@shop/shared/pos/commands/remove-ended-carts.ts'
import { ENDED_CART_DAYS } from '@shop/shared/pos/schema.ts'
import { DAY_SECONDS, secondsUntilNight } from '../platform/jobs/housekeeping.ts'
import { scheduleJob } from '../platform/jobs/job-store.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import type { Platform } from '../platform/platform.ts'

const JOB = 'pos.tidyCarts'

/** Schedules a nightly job that removes carts that ended long ago. Devices get the removal by their next pull. */
export async function scheduleCartTidying(platform: Platform): Promise<void> {
  platform.jobs.handle(JOB, () => tidyCarts(platform))
  await scheduleJob(platform.db, JOB, DAY_SECONDS, secondsUntilNight(new Date()) + 180)
}

async function tidyCarts(platform: Platform): Promise<void> {
  for (;;) {
    const endedMs = platform.nowMs() - ENDED_CART_DAYS * DAY_SECONDS * 1_000
    const ended = platform.db.selectFrom('carts').select('id').where('status', 'in', ['completed', 'discarded'])
    const rows = await ended.where('updated_at_ms', '<', endedMs).orderBy('updated_at_ms').limit(MAX_ENDED_CARTS).execute()
    if (rows.length === 0) return
    await platform.runCommand(SYSTEM, removeEndedCarts, { cartIds: rows.map(({ id }) => id) })
  }
}
