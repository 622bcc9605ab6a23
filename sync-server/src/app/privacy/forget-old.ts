import { ADDRESS_KEEP_DAYS } from '@shop/shared/accounts/rules/security-record.ts'
import { forgetEmailProofs } from '../../accounts/email-proofs.ts'
import { forgetInvitations } from '../../accounts/invitations.ts'
import { forgetFaults } from '../../faults/fault-rows.ts'
import { daysFromNow } from '../../platform/database/expressions.ts'
import { DAY_SECONDS, secondsUntilNight } from '../../platform/jobs/housekeeping.ts'
import { scheduleJob } from '../../platform/jobs/job-store.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetOldArguments } from './command-log-traces.ts'

const JOB = 'privacy.forgetOld'
const DAY_MS = DAY_SECONDS * 1_000
export const FAILED_JOB_DAYS = 90
/** Days after which an answer of the membership provider is deleted if nobody has asked for it again. */
export const MEMBERSHIP_KEEP_DAYS = 400

/** Schedules the nightly removal of old arguments and answers, addresses of sessions, invitations, secrets of mails that confirm an e-mail,
 *  faults of devices, failed jobs, and memberships that nobody asks for. */
export async function scheduleForgetting(platform: Platform): Promise<void> {
  const { db } = platform
  platform.jobs.handle(JOB, async () => {
    await forgetOldArguments(db)
    const old = daysFromNow(-ADDRESS_KEEP_DAYS)
    await db
      .updateTable('identity_sessions')
      .set({ ipAddress: null })
      .where('ipAddress', 'is not', null)
      .where('createdAt', '<', old)
      .execute()
    await forgetInvitations(db)
    await forgetEmailProofs(db)
    await forgetFaults(db, platform.nowMs())
    await db.deleteFrom('jobs').where('status', '=', 'failed').where('created_at', '<', daysFromNow(-FAILED_JOB_DAYS)).execute()
    await db
      .deleteFrom('memberships')
      .where('checked_at_ms', '<', platform.nowMs() - MEMBERSHIP_KEEP_DAYS * DAY_MS)
      .execute()
  })
  await scheduleJob(db, JOB, DAY_SECONDS, secondsUntilNight(new Date()) + 240)
}
