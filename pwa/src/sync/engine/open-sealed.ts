import { ServerProblem } from '../ports/ports.ts'
import type { SealedRecord } from '../ports/records.ts'
import { openPieces } from '../ports/sealing.ts'
import { type PersonalRecords, readSealed, refuseSealed, restoreSealed } from '../store/sealed.ts'
import { datedEarlier } from './earlier-work.ts'
import type { SyncEngine } from './engine.ts'

/** Lets the server open the work that was sealed when this person signed out. Runs before anything is sent or fetched, because a first sync hands the
 *  journal back to a restored server (law *Lost futures*). Rejects with ServerProblem when the server gives no answer. */
export async function openSealed(engine: SyncEngine): Promise<void> {
  for (const { key, value } of await readSealed(engine.ports.database)) {
    if (value.refused === undefined && !(await openPart(engine, key, value))) return
  }
}

/** Answers false when the server cannot open this part now (an older server never can). Sync then continues without the sealed work. */
async function openPart(engine: SyncEngine, key: string, sealed: SealedRecord): Promise<boolean> {
  const { database, server, log } = engine.ports
  let records: PersonalRecords
  try {
    records = (await openPieces<{ records: PersonalRecords }>(sealed, (part) => server.openSealed(part, engine.ending))).records
  } catch (thrown) {
    if (!(thrown instanceof ServerProblem) || thrown.kind !== 'refused') throw thrown
    log('the server does not open work of an earlier sign-in', thrown)
    const { code, status } = thrown.details
    // any other refusal means that the server can open no part now
    if (code !== 'SEALED_WORK_UNREADABLE' && status !== 400 && status !== 413) return false
    await refuseSealed(database, key, thrown.message)
    await engine.catchUp()
    return true
  }
  await engine.registry.prepareFor?.(records.outbox ?? [])
  const left = { ...records, outbox: datedEarlier(engine, records.outbox ?? []) }
  await engine.exclusive(async () => engine.absorb(await restoreSealed(database, engine.replica.position, key, left)))
  for (const setting of records.settings ?? []) void engine.settings.refresh(setting.key)
  engine.noteQueued()
  return true
}
