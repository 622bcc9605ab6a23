import {
  listOwnSecurityRecordCall,
  listRestoreChangesCall,
  listSecurityRecordCall,
  RESTORE_CHANGES_LIMIT,
  SECURITY_PAGE_SIZE,
  type SecurityEntry,
} from '@shop/shared/accounts/calls/security-record.ts'
import { CHANGED_SINCE_BACKUP, type SecurityKind } from '@shop/shared/accounts/rules/security-record.ts'
import type { Db } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readAdminsAgain } from '../record/since-backup.ts'

/** GET /admin/security-record. */
export const handleListSecurityRecord = implementCall(listSecurityRecordCall, ({ query, platform }) => pageOf(platform.db, query))

/** GET /identity/security-record. */
export const handleListOwnSecurityRecord = implementCall(listOwnSecurityRecordCall, async ({ query, actor, platform }) => {
  const { entries, hasMore } = await pageOf(platform.db, { ...query, uid: actor.uid })
  // people may not see the network address and the device of somebody who acted on their account
  return { entries: entries.map((entry) => (entry.byUid === null ? entry : { ...entry, address: '', client: '' })), hasMore }
})

/** GET /admin/restore/changes. */
export const handleListRestoreChanges = implementCall(listRestoreChangesCall, async ({ platform: { db } }) => {
  const restores = selectEntries(db).where('kind', '=', 'backupRestored')
  const newest = await restores.orderBy('id', 'desc').limit(1).executeTakeFirst()
  const { madeAt, lostFrom, lostTo } = newest?.detail ?? {}
  if (!newest || madeAt === undefined) return { entries: [], hasMore: false, adminsAgain: [], lost: null }
  const found = await selectEntries(db)
    .where('kind', 'in', CHANGED_SINCE_BACKUP)
    .where('result', '=', 'done')
    .where('at_ms', '>=', Date.parse(madeAt))
    .where('id', '<', newest.id)
    // the list of erasures repeats these by itself
    .where((eb) =>
      eb.or([
        eb('kind', '<>', 'dataErased'),
        eb('uid', 'not in', eb.selectFrom('users').select('id').where('erased_at_ms', 'is not', null)),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(RESTORE_CHANGES_LIMIT + 1)
    .execute()
  const lost = lostFrom === undefined || lostTo === undefined ? null : { from: lostFrom, to: lostTo }
  const adminsAgain = await readAdminsAgain(db, Date.parse(madeAt), newest.id)
  return { entries: found.slice(0, RESTORE_CHANGES_LIMIT).map(entryOf), hasMore: found.length > RESTORE_CHANGES_LIMIT, adminsAgain, lost }
})

type Wanted = { readonly uid?: string | undefined; readonly kind?: SecurityKind | undefined; readonly before?: string | undefined }

/** Reads one page. Ids begin with their time, so the newest come first. */
async function pageOf(db: Db, { uid, kind, before }: Wanted): Promise<{ entries: SecurityEntry[]; hasMore: boolean }> {
  let events = selectEntries(db)
  if (uid !== undefined) events = events.where('uid', '=', uid)
  if (kind !== undefined) events = events.where('kind', '=', kind)
  if (before !== undefined) events = events.where('id', '<', before)
  // reads one row beyond the page, to know whether there are more
  const found = await events
    .orderBy('id', 'desc')
    .limit(SECURITY_PAGE_SIZE + 1)
    .execute()
  return { entries: found.slice(0, SECURITY_PAGE_SIZE).map(entryOf), hasMore: found.length > SECURITY_PAGE_SIZE }
}

const selectEntries = (db: Db) =>
  db
    .selectFrom('security_events')
    .select(['id', 'at_ms as atMs', 'kind', 'result', 'uid', 'by_uid as byUid', 'address', 'client', 'detail', 'count'])

type Row = Omit<SecurityEntry, 'at' | 'address'> & { readonly atMs: number; readonly address: string | null }

/** Converts a row of the record to the form in which the calls answer it. */
const entryOf = ({ atMs, address, ...entry }: Row): SecurityEntry => ({
  ...entry,
  at: new Date(atMs).toISOString(),
  address: address ?? '',
})
