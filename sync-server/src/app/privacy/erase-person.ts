import { eraseAccount } from '@shop/shared/accounts/commands/erase-account.ts'
import { unsettledOf } from '@shop/shared/accounts/rules/erasure.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { z } from 'zod'
import { dropAllTickets } from '../../accounts/tickets.ts'
import { itemsTable } from '../../inventory/tables.ts'
import { payoutsTable } from '../../payouts/tables.ts'
import { namedColumns } from '../../platform/database/collection-table.ts'
import { anyOf } from '../../platform/database/expressions.ts'
import type { Db, Tx } from '../../platform/database/sql.ts'
import { DAY_SECONDS, secondsUntilNight } from '../../platform/jobs/housekeeping.ts'
import { enqueueJobs, scheduleJob } from '../../platform/jobs/job-store.ts'
import { SYSTEM } from '../../platform/kernel/system-actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { balancesTable } from '../../sales/tables.ts'
import { offersTable, tradesTable } from '../../trades/tables.ts'
import type { Naming } from './command-log-traces.ts'
import { readAuthor } from './erasure-author.ts'
import type { ErasureList } from './erasure-list.ts'
import { type Person, readPerson } from './person.ts'
import { sweepLateLines, sweepTraces } from './traces.ts'

/** The job that removes an erased person from other people's rows. Its payload has the words to look for, and is deleted with the job. */
const SWEEP = 'privacy.sweep'
/** The nightly job that removes the names of erased people from sales that arrived late, and ends erasures that stopped halfway. */
const SWEEP_LATE = 'privacy.sweepLate'

const namingSchema = z.object({
  uid: z.string(),
  emails: z.array(z.string()),
  thingIds: z.array(z.string()).default([]),
  values: z.array(z.string()),
})

export async function scheduleErasing(platform: Platform, list: ErasureList): Promise<void> {
  platform.jobs.handle(SWEEP, async (payload) => {
    const naming = namingSchema.parse(payload)
    await list.add(await readAuthor(platform), [{ uid: naming.uid, atMs: platform.nowMs() }])
    await sweepTraces(platform, naming)
  })
  platform.jobs.handle(SWEEP_LATE, async () => {
    const erased = await platform.db.selectFrom('users').select('id').where('erased_at_ms', 'is not', null).execute()
    for (const { id } of erased) await sweepLateLines(platform, id)
    // last, because it may fail: the list of erasures is outside the database
    await eraseEach(platform, list, await unfinishedUids(platform.db))
  })
  await scheduleJob(platform.db, SWEEP_LATE, DAY_SECONDS, secondsUntilNight(new Date()) + 180)
}

/** Erases a person, and the earlier accounts that were migrated to theirs. One transaction for each removes the person's own rows and queues a job for the
 *  rows of other people. The list outside the database contains the erasure before the caller gets an answer. */
export async function erasePerson(platform: Platform, list: ErasureList, actor: Actor, uid: string): Promise<void> {
  await eraseOne(platform, list, actor, uid, await readPerson(platform.db, uid))
  // read afterwards, because only now nobody can migrate another account to this person
  await eraseEach(platform, list, await earlierUidsOf(platform.db, uid))
}

/** Erases accounts, also those that somebody else erases at the same moment: the nightly job may meet the erasure that a person asked for. */
async function eraseEach(platform: Platform, list: ErasureList, uids: readonly string[]): Promise<void> {
  for (const uid of uids) {
    try {
      await eraseOne(platform, list, SYSTEM, uid, await readPerson(platform.db, uid))
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || thrown.code !== 'ACCOUNT_NOT_FOUND') throw thrown
    }
  }
}

/** Lists the accounts that were migrated to a person who is erased, and are not erased: the server stopped between the two. */
async function unfinishedUids(db: Db): Promise<string[]> {
  const left = db.selectFrom('users as earlier').innerJoin('users as person', 'person.id', 'earlier.migrated_to').select('earlier.id')
  const rows = await left.where('person.erased_at_ms', 'is not', null).where('earlier.erased_at_ms', 'is', null).execute()
  return rows.map(({ id }) => id)
}

/** Lists the accounts that were migrated to this person and are not erased. */
async function earlierUidsOf(db: Db, uid: string): Promise<string[]> {
  const earlier = await db.selectFrom('users').select('id').where('migrated_to', '=', uid).where('erased_at_ms', 'is', null).execute()
  return earlier.map(({ id }) => id)
}

/** Erases one account. Refuses as the command does. */
export async function eraseOne(
  platform: Platform,
  list: ErasureList,
  actor: Actor,
  uid: string,
  person: Person | undefined,
): Promise<void> {
  const job = { kind: SWEEP, payload: namingOf(uid, person) }
  const earlierUids = await earlierUidsOf(platform.db, uid)
  await platform.runCommand(
    actor,
    eraseAccount,
    { uid, earlierUids, waitingSales: await countWaitingSales(platform.db, [uid, ...earlierUids]) },
    {
      also: async (tx) => {
        await removeOwn(tx, uid, person)
        await enqueueJobs(tx, [job])
      },
    },
  )
  await list.add(await readAuthor(platform), [{ uid, atMs: platform.nowMs() }])
  platform.jobs.wake()
  platform.log.info({ uid, byUid: actor.uid }, 'a person’s data was erased')
}

/** Collects the ids and words by which other people's rows name a person. */
export const namingOf = (uid: string, person: Person | undefined): Naming => ({
  uid,
  emails: person?.emails ?? [],
  thingIds: person?.thingIds ?? [],
  values: person?.values ?? [],
})

/** Removes the person's own rows outside the collections, and the network addresses and devices from the security record. */
async function removeOwn(tx: Tx, uid: string, person: Person | undefined): Promise<void> {
  const emails = person?.emails ?? []
  await dropAllTickets(tx, uid)
  const devices = tx.selectFrom('push_subscriptions').select('id').where('uid', '=', uid)
  await tx
    .deleteFrom('notices')
    .where((eb) => eb.or([eb('reader', '=', `user:${uid}`), eb('target', '=', uid), eb('target', 'in', devices)]))
    .execute()
  await tx.deleteFrom('push_subscriptions').where('uid', '=', uid).execute()
  await tx
    .deleteFrom('identity_verifications')
    .where((eb) => eb.or([eb('value', '=', uid), eb('identifier', '=', anyOf(emails))]))
    .execute()
  await tx.deleteFrom('identity_users').where('id', '=', uid).execute()
  await tx
    .deleteFrom('mails')
    .where((eb) => eb.or([eb('to_address', '=', anyOf(emails)), eb('by_uid', '=', uid)]))
    .execute()
  await tx
    .deleteFrom('invitations')
    .where((eb) => eb.or([eb('email', '=', anyOf(emails)), eb('used_by', '=', uid)]))
    .execute()
  await tx.deleteFrom('memberships').where('email', '=', anyOf(emails)).execute()
  // entries of the security record stay, because they show who had access to money; network address and device are removed
  await tx.updateTable('security_events').set({ address: null, client: '' }).where('uid', '=', uid).execute()
  await tx.deleteFrom('import_chunks').where('uid', '=', uid).execute()
  await tx.deleteFrom('command_acks').where('uid', '=', uid).execute()
  await tx.deleteFrom('waiting_replays').where('uid', '=', uid).execute()
}

/** Counts the suspended sales that wait for an admin and pay one of these accounts. */
async function countWaitingSales(db: Db, uids: readonly string[]): Promise<number> {
  const waiting = await db.selectFrom('suspended_sales').select('lines').where('settlement', 'is', null).execute()
  return waiting.filter(({ lines }) => lines.some(({ consignorId }) => consignorId !== null && uids.includes(consignorId))).length
}

/** Reads what has to be settled before a person can be erased, by the rules of `eraseAccount`. */
export async function readUnsettled(db: Db, uid: string) {
  const uids = [uid, ...(await earlierUidsOf(db, uid))]
  const [items, trades, offers, payouts] = await Promise.all([
    db.selectFrom('items').select(namedColumns(itemsTable)).where('consignor_id', 'in', uids).execute(),
    db.selectFrom('trades').select(namedColumns(tradesTable)).where('buyer_uid', 'in', uids).execute(),
    db.selectFrom('offers').select(namedColumns(offersTable)).where('seller_uid', 'in', uids).execute(),
    db.selectFrom('payouts').select(namedColumns(payoutsTable)).where('uid', 'in', uids).execute(),
  ])
  const balances = await db.selectFrom('balances').select(namedColumns(balancesTable)).where('id', 'in', uids).orderBy('id').execute()
  return unsettledOf({ balances, items, trades, offers, payouts, waitingSales: await countWaitingSales(db, uids) })
}
