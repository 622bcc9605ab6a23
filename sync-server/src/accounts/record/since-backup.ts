import { randomBytes } from 'node:crypto'
import type { SecurityKind } from '@shop/shared/accounts/rules/security-record.ts'
import { CHANGED_SINCE_BACKUP } from '@shop/shared/accounts/rules/security-record.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { anyOf } from '../../platform/database/expressions.ts'
import type { Db, Tx } from '../../platform/database/sql.ts'
import { serverSecret } from '../secrets.ts'
import { readRecordFiles } from './record-files.ts'
import { removeFactorsAgain } from './removed-factors.ts'
import { insertSecurityRow, RECORD_SECRET } from './security-record.ts'
import type { SecurityRow } from './security-row.ts'

/** Entries up to this long before the backup are read too, because the clocks of the backup and of the record may differ. */
const MARGIN_MS = 3_600_000
/** Acts that set a new password. After such an act the backup holds the old password. */
const NEW_PASSWORD: ReadonlySet<SecurityKind> = new Set(['passwordReset', 'passwordChanged'])

/** Acts between a backup and its restore, as far as the security record knows them. */
export type SinceBackup = {
  /** Changes of sign-ins and roles, the oldest first, with the account's e-mail as the backup has it. */
  readonly changes: readonly (SecurityRow & { readonly email: string | undefined })[]
  /** E-mails of the admins whose role the restore gave back. */
  readonly adminsAgain: readonly string[]
  /** Number of accounts that have to set a new password. */
  readonly renewalCount: number
  /** Number of those accounts whose second step changed. */
  readonly factorCount: number
  /** The period from the backup to the first line of the files, or to now without any line; null when the files began before the backup. */
  readonly lost: { readonly fromMs: number; readonly toMs: number } | null
}

/** Adds to a restored database the entries that the files in `dirs` hold from the time since the backup. Removes again the factors that were removed
 *  since, and blocks the passwords of accounts whose password or second step changed since. Runs in the restore's transaction. */
export async function takeUpRecord(
  tx: Tx,
  { dirs, madeAtMs, nowMs }: { dirs: Iterable<string>; madeAtMs: number; nowMs: number },
): Promise<SinceBackup> {
  const found = await readRecordFiles(dirs, await serverSecret(tx, RECORD_SECRET), madeAtMs - MARGIN_MS)
  for (const row of found.rows) await insertSecurityRow(tx, row, null)
  const since = found.rows.filter(({ atMs, kind, result }) => atMs >= madeAtMs && result === 'done' && CHANGED_SINCE_BACKUP.includes(kind))
  const uids = new Set(since.flatMap(({ uid }) => (uid === null ? [] : [uid])))
  const known = await tx.selectFrom('identity_users').select(['id', 'email']).where('id', '=', anyOf(uids)).execute()
  const emails = new Map(known.map(({ id, email }) => [id, email]))
  const renewed = new Set(since.flatMap(({ uid, kind }) => (uid !== null && emails.has(uid) && NEW_PASSWORD.has(kind) ? [uid] : [])))
  const factored = await removeFactorsAgain(tx, since, (uid) => emails.has(uid))
  // a factor that was set up since the backup is lost, and the old password alone must not open an account that had two steps
  const closed = new Set([...renewed, ...factored])
  for (const uid of closed)
    await tx
      .insertInto('password_renewals')
      .values({ uid })
      .onConflict((conflict) => conflict.column('uid').doNothing())
      .execute()
  const { firstMs } = found
  const lost = firstMs !== null && firstMs <= madeAtMs ? null : { fromMs: madeAtMs, toMs: firstMs ?? nowMs }
  await noteRestore(tx, madeAtMs, nowMs, lost)
  const changes = since.map((row) => ({ ...row, email: emails.get(row.uid ?? '') }))
  const adminsAgain = (await readAdminsAgain(tx, madeAtMs)).map((uid) => emails.get(uid) ?? uid)
  return { changes, adminsAgain, renewalCount: closed.size, factorCount: factored.size, lost }
}

/** Finds the admins who had lost that role, or whose account was closed, between `sinceMs` and the entry `beforeId`, so that a restore made them
 *  admins again. */
export async function readAdminsAgain(db: Db | Tx, sinceMs: number, beforeId?: string): Promise<string[]> {
  const acts = db.selectFrom('security_events').select(['uid', 'kind', 'detail']).where('kind', 'in', ['roleChanged', 'accountClosed'])
  const since = acts.where('result', '=', 'done').where('at_ms', '>=', sinceMs)
  const found = await (beforeId === undefined ? since : since.where('id', '<', beforeId)).orderBy('id').execute()
  // the last act counts: somebody may have been demoted and promoted again
  const lost = new Map(found.map(({ uid, kind, detail }) => [uid ?? '', kind === 'accountClosed' || detail.to !== 'admin']))
  const admins = db.selectFrom('users').select('id').where('role', '=', 'admin').where('closed_at_ms', 'is', null)
  const again = await admins
    .where('id', '=', anyOf([...lost].flatMap(([uid, isLost]) => (isLost ? [uid] : []))))
    .orderBy('id')
    .execute()
  return again.map(({ id }) => id)
}

/** Records the restore itself, for the notice that admins see. */
async function noteRestore(tx: Tx, madeAtMs: number, nowMs: number, lost: SinceBackup['lost']): Promise<void> {
  const iso = (ms: number) => new Date(ms).toISOString()
  const detail = { madeAt: iso(madeAtMs), ...(lost && { lostFrom: iso(lost.fromMs), lostTo: iso(lost.toMs) }) }
  const id = uuidv7(nowMs, randomBytes(10))
  const act = { kind: 'backupRestored', result: 'done', uid: null, byUid: null, client: '', count: 1 } as const
  await insertSecurityRow(tx, { id, atMs: nowMs, detail, ...act }, null)
}
