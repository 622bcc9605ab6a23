import { createHash } from 'node:crypto'
import type { ListedFault } from '@shop/shared/faults/calls.ts'
import { FAULT_KEEP_DAYS, FAULTS_MAX, type Fault } from '@shop/shared/faults/schema.ts'
import type { Db } from '../platform/database/sql.ts'

const DAY_MS = 86_400_000

/** Identifies a kind of fault. The browser is not part of it, because one mistake fails in most browsers. */
const idOf = ({ kind, name, places, screen }: Fault) =>
  createHash('sha256')
    .update(JSON.stringify([kind, name, places, screen]))
    .digest('base64url')
    .slice(0, 22)

/** Adds reported faults to the shop's list, and drops those beyond its limit. `tx`: a transaction. */
export async function addFaults(tx: Db, faults: readonly Fault[], nowMs: number): Promise<void> {
  // in the order of their ids, so that two reports at once do not wait for each other
  const rows = faults.map((fault) => ({ ...fault, id: idOf(fault) })).sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const { places, ...row } of rows)
    await tx
      .insertInto('device_faults')
      .values({ ...row, places: JSON.stringify(places), first_at_ms: nowMs, last_at_ms: nowMs })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          browser: row.browser,
          times: eb('device_faults.times', '+', row.times),
          last_at_ms: nowMs,
        })),
      )
      .execute()
  const beyond = tx.selectFrom('device_faults').select('id').orderBy('last_at_ms', 'desc').orderBy('id').offset(FAULTS_MAX)
  await tx.deleteFrom('device_faults').where('id', 'in', beyond).execute()
}

/** Reads the shop's list of faults, the last reported first. */
export async function readFaults(db: Db): Promise<ListedFault[]> {
  const rows = await db.selectFrom('device_faults').selectAll().orderBy('last_at_ms', 'desc').orderBy('id').limit(FAULTS_MAX).execute()
  return rows.map(({ first_at_ms, last_at_ms, ...row }) => ({
    ...row,
    places: [...row.places],
    firstAt: new Date(first_at_ms).toISOString(),
    lastAt: new Date(last_at_ms).toISOString(),
  }))
}

/** Removes the faults that no device has reported for FAULT_KEEP_DAYS. */
export async function forgetFaults(db: Db, nowMs: number): Promise<void> {
  const oldMs = nowMs - FAULT_KEEP_DAYS * DAY_MS
  await db.deleteFrom('device_faults').where('last_at_ms', '<', oldMs).execute()
}
