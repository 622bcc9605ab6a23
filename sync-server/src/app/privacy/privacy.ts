import type { Privacy } from '../../accounts/privacy.ts'
import type { Platform } from '../../platform/platform.ts'
import { EraseAgain } from './erase-again.ts'
import { erasePerson, readUnsettled, scheduleErasing } from './erase-person.ts'
import { ErasureList } from './erasure-list.ts'
import { exportPerson, type Uploads } from './export-person.ts'
import { scheduleForgetting } from './forget-old.ts'

/** Folders of the data and of the backups; the latter is undefined if there are no backups. */
export type PrivacyParts = { readonly dataDir: string; readonly backupDir: string | undefined; readonly uploads: Uploads }

/** Opens export and erasure. Erases again the people whom a restore brought back, before the shop answers a request. */
export async function openPrivacy(platform: Platform, { dataDir, backupDir, uploads }: PrivacyParts): Promise<Privacy> {
  const list = new ErasureList({ dataDir, backupDir })
  await scheduleErasing(platform, list)
  await scheduleForgetting(platform)
  const again = new EraseAgain(platform, list)
  await again.run()
  await again.schedule()
  return {
    export: (uid) => exportPerson(platform.db, uploads, uid),
    unsettled: (uid) => readUnsettled(platform.db, uid),
    erase: (through, actor, uid) => erasePerson(through, list, actor, uid),
  }
}
