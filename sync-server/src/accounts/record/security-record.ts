import { randomBytes } from 'node:crypto'
import { deviceOf } from '@shop/shared/accounts/rules/device-name.ts'
import { ADDRESS_KEEP_DAYS, type SecurityKind, type SecurityResult, type WrongAnswer } from '@shop/shared/accounts/rules/security-record.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import type { Db, Tx } from '../../platform/database/sql.ts'
import { DAY_SECONDS, secondsUntilNight } from '../../platform/jobs/housekeeping.ts'
import { scheduleJob } from '../../platform/jobs/job-store.ts'
import type { Platform } from '../../platform/platform.ts'
import { serverSecret } from '../secrets.ts'
import { RecordFiles } from './record-files.ts'
import { Repetitions } from './repetitions.ts'
import type { SecurityRow } from './security-row.ts'

const FORGET_JOB = 'accounts.forgetAddresses'
const DAY_MS = DAY_SECONDS * 1_000
/** Name of the secret that seals the files. Backups of earlier releases contain this secret too. */
export const RECORD_SECRET = 'identity'

export type SecurityEvent = {
  readonly kind: SecurityKind
  /** `refused` if there is a `why`, else `done` by default. */
  readonly result?: SecurityResult
  /** The kind of wrong answer for which the act was refused. */
  readonly why?: WrongAnswer
  /** Account concerned; null when there is none. */
  readonly uid: string | null
  /** The person who acted, if the account is somebody else's. */
  readonly byUid?: string
  /** Time of the act, if it is recorded later. */
  readonly atMs?: number
  /** The request of the act; absent when the server itself or its command line acts. */
  readonly caller?: { readonly request: Request; readonly clientAddress: string }
  /** Further details of the act, such as the provider. Never an e-mail or a secret, because they also go to the log. */
  readonly detail?: Readonly<Record<string, string>>
}

/** Records an act, in `tx` if it is given. Of many repetitions of a refused or frequent act, most get no entry. */
export type RecordSecurity = (event: SecurityEvent, tx?: Tx) => Promise<void>

export type SecurityRecord = {
  readonly recordSecurity: RecordSecurity
  /** Waits until every entry is in the files. */
  readonly flush: () => Promise<void>
}

/** Opens the security record, which is also written into files in `dirs`. A job removes old addresses from it every night. */
export async function openSecurityRecord(platform: Platform, dirs: readonly string[]): Promise<SecurityRecord> {
  const repetitions = new Repetitions()
  const files = new RecordFiles(dirs, await serverSecret(platform.db, RECORD_SECRET), platform.log)
  files.begin(platform.nowMs())
  platform.jobs.handle(FORGET_JOB, () => forgetAddresses(platform.db, platform.nowMs() - ADDRESS_KEEP_DAYS * DAY_MS))
  await scheduleJob(platform.db, FORGET_JOB, DAY_SECONDS, secondsUntilNight(new Date()) + 180)
  const recordSecurity: RecordSecurity = async (event, tx) => {
    const { kind, why, result = why ? 'refused' : 'done', uid, byUid = null, atMs = platform.nowMs(), caller } = event
    const detail = { ...event.detail, ...(why && { why }) }
    const act = { kind, result, uid, address: caller?.clientAddress }
    const taken = why ? repetitions.takeWrongAnswer(act, atMs) : repetitions.take(act, atMs)
    if (!taken) return
    const { count, isBeyond } = taken
    const whose = isBeyond ? { uid: null, client: '' } : { uid, client: caller ? clientOf(caller.request) : '' }
    const row: SecurityRow = { id: uuidv7(atMs, randomBytes(10)), atMs, kind, result, byUid, detail, count, ...whose }
    await insertSecurityRow(tx ?? platform.db, row, isBeyond ? null : (caller?.clientAddress ?? null))
    files.append(row)
    platform.log.info({ kind, result, uid: row.uid, byUid, count, ...(Object.keys(detail).length > 0 && { about: detail }) }, 'security')
  }
  return { recordSecurity, flush: () => files.flush() }
}

/** Adds an entry, and keeps an existing entry with the same id. */
export async function insertSecurityRow(db: Db | Tx, row: SecurityRow, address: string | null): Promise<void> {
  const { id, atMs, kind, result, uid, byUid, client, detail, count } = row
  await db
    .insertInto('security_events')
    .values({ id, at_ms: atMs, kind, result, uid, by_uid: byUid, address, client, detail: JSON.stringify(detail), count })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

async function forgetAddresses(db: Db, beforeMs: number): Promise<void> {
  await db.updateTable('security_events').set({ address: null }).where('address', 'is not', null).where('at_ms', '<', beforeMs).execute()
}

/** Names the browser and the device of a request. */
export const clientOf = (request: Request): string => deviceOf(request.headers.get('user-agent') ?? '').name
