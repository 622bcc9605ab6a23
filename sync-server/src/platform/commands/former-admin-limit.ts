import type { Catalog } from '../database/catalog.ts'
import type { Tx } from '../database/database.ts'
import { lockNamed } from '../database/expressions.ts'
import { TooMany } from '../kernel/too-many.ts'

/** Facts that the server takes from one former admin within a day: sales (which wait for an admin), voids and carts. A busy till sends less in a
 *  week. */
export const FORMER_ADMIN_FACTS_PER_DAY = 1_000

const DAY_MS = 86_400_000
const RETRY_SECONDS = 3_600
const DAY_IS_FULL = `The shop’s server takes ${FORMER_ADMIN_FACTS_PER_DAY.toLocaleString('en-US')} entries a day from somebody who is no admin any more. The rest stays on this device and is sent later.`

/** Refuses the push with TOO_MANY_REQUESTS when a former admin would record more facts than allowed; the device keeps them and sends them later. */
export async function requireRoomForFacts(
  tx: Tx,
  catalog: Catalog,
  { uid, newCount, receivedAtMs }: { readonly uid: string; readonly newCount: number; readonly receivedAtMs: number },
): Promise<void> {
  if (newCount === 0) return
  // pushes at the same moment count one after the other; no rows are locked yet, so nobody waits in a circle
  await tx.selectNoFrom(lockNamed(`former admin ${uid}`).as('locked')).execute()
  const facts = [...catalog.commands.values()].filter(({ isFact }) => isFact).map(({ name }) => name)
  const { count } = await tx
    .selectFrom('command_log')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('uid', '=', uid)
    .where('by_role', '=', 'user')
    .where('received_at', '>', new Date(receivedAtMs - DAY_MS))
    .where('name', 'in', facts)
    .executeTakeFirstOrThrow()
  if (Number(count) + newCount > FORMER_ADMIN_FACTS_PER_DAY) throw new TooMany('TOO_MANY_REQUESTS', DAY_IS_FULL, RETRY_SECONDS)
}
