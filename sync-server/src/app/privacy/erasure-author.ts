import { clusterIdentity } from '../../platform/database/boots.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ListAuthor } from './erasure-list.ts'

/** This shop as the author of the list of erasures. It counts as restored until it has obeyed the whole list on this database, and while a detected
 *  restore waits for an admin's confirmation. */
export type ShopAuthor = ListAuthor & { readonly isRestored: boolean; readonly detectedAtMs: number | null }

/** Reads the author anew each time, because a database may be restored under the running server. */
export const readAuthor = ({ transaction }: Platform): Promise<ShopAuthor> =>
  transaction(async (tx) => {
    const identity = await clusterIdentity(tx)
    const { secret, followedOn, detectedAtMs } = await tx
      .selectFrom('cluster')
      .select(['cursor_secret as secret', 'erasures_followed_on as followedOn', 'restore_detected_at_ms as detectedAtMs'])
      .executeTakeFirstOrThrow()
    return { secret, identity, detectedAtMs, isRestored: followedOn !== identity || detectedAtMs !== null }
  })
