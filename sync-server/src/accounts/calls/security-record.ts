import {
  listOwnSecurityRecordCall,
  listSecurityRecordCall,
  SECURITY_PAGE_SIZE,
  type SecurityEntry,
} from '@shop/shared/accounts/calls/security-record.ts'
import type { SecurityKind } from '@shop/shared/accounts/rules/security-record.ts'
import type { Db } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'

/** GET /admin/security-record. */
export const handleListSecurityRecord = implementCall(listSecurityRecordCall, ({ query, platform }) => pageOf(platform.db, query))

/** GET /identity/security-record. */
export const handleListOwnSecurityRecord = implementCall(listOwnSecurityRecordCall, async ({ query, actor, platform }) => {
  const { entries, hasMore } = await pageOf(platform.db, { ...query, uid: actor.uid })
  // where an admin was is not theirs to know
  return { entries: entries.map((entry) => (entry.byUid === null ? entry : { ...entry, address: '', client: '' })), hasMore }
})

type Wanted = { readonly uid?: string | undefined; readonly kind?: SecurityKind | undefined; readonly before?: string | undefined }

/** Reads one page. Ids begin with their time, so the newest come first. */
async function pageOf(db: Db, { uid, kind, before }: Wanted): Promise<{ entries: SecurityEntry[]; hasMore: boolean }> {
  let events = db.selectFrom('security_events').selectAll()
  if (uid !== undefined) events = events.where('uid', '=', uid)
  if (kind !== undefined) events = events.where('kind', '=', kind)
  if (before !== undefined) events = events.where('id', '<', before)
  // reads one row beyond the page, to know whether there are more
  const found = await events
    .orderBy('id', 'desc')
    .limit(SECURITY_PAGE_SIZE + 1)
    .execute()
  const entries = found.slice(0, SECURITY_PAGE_SIZE).map(({ at_ms, by_uid, address, ...entry }) => ({
    ...entry,
    at: new Date(at_ms).toISOString(),
    byUid: by_uid,
    address: address ?? '',
  }))
  return { entries, hasMore: found.length > SECURITY_PAGE_SIZE }
}
