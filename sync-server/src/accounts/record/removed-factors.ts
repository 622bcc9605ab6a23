import type { Tx } from '../../platform/database/sql.ts'
import { dropFactors } from '../second-factors.ts'
import { FACTOR_CHANGES } from './factor-changes.ts'
import type { SecurityRow } from './security-row.ts'

/** Removes from a restored database the factors and recovery codes that were removed or replaced since the backup. Answers the accounts whose second
 *  step changed. The record does not name a removed passkey, so all passkeys of its person are removed. */
export async function removeFactorsAgain(tx: Tx, since: readonly SecurityRow[], isKnown: (uid: string) => boolean): Promise<Set<string>> {
  const changed = new Set<string>()
  for (const { uid, kind, detail } of since) {
    if (kind !== 'factorChanged' || uid === null || !isKnown(uid)) continue
    changed.add(uid)
    await removeAgain(tx, uid, detail.change)
  }
  return changed
}

async function removeAgain(tx: Tx, uid: string, change: string | undefined): Promise<void> {
  if (change === FACTOR_CHANGES.codesOn || change === FACTOR_CHANGES.passkeyAdded) return
  if (change === FACTOR_CHANGES.newRecoveryCodes) await tx.deleteFrom('recovery_codes').where('uid', '=', uid).execute()
  else if (change === FACTOR_CHANGES.codesOff) await tx.deleteFrom('code_factors').where('uid', '=', uid).execute()
  else if (change === FACTOR_CHANGES.passkeyRemoved) await tx.deleteFrom('passkeys').where('uid', '=', uid).execute()
  else await dropFactors(tx, uid)
}
