import { Refusal } from '@shop/shared/kernel/errors.ts'
import type { Catalog } from '../database/catalog.ts'
import type { Tx } from '../database/database.ts'
import { lockNamed } from '../database/expressions.ts'
import { TooMany } from '../kernel/too-many.ts'

/** Facts of people who are no admin that the server takes from one sender within a day: sales (which wait for an admin), voids and carts. A busy till
 *  sends less in a week. The sender counts, because the author's name in a file that an admin hands in may be made up. */
export const FORMER_ADMIN_FACTS_PER_DAY = 1_000

const DAY_MS = 86_400_000
const RETRY_SECONDS = 3_600
const IN_WORDS = FORMER_ADMIN_FACTS_PER_DAY.toLocaleString('en-US')
const DAY_IS_FULL = `The shop’s server takes ${IN_WORDS} entries a day from somebody who is no admin any more. The rest stays on this device and is sent later.`
const FILE_IS_LONG = `The shop’s server takes ${IN_WORDS} entries a day of people who are no admins. Please send this one again tomorrow.`

type Asking = { readonly uid: string; readonly newCount: number; readonly receivedAtMs: number }

/** Refuses the push with TOO_MANY_REQUESTS when a former admin would record more facts than allowed; the device keeps them and sends them later. */
export async function requireRoomForFacts(tx: Tx, catalog: Catalog, asking: Asking): Promise<void> {
  if ((await roomForFacts(tx, catalog, asking)) < asking.newCount) throw new TooMany('TOO_MANY_REQUESTS', DAY_IS_FULL, RETRY_SECONDS)
}

/** Refusal of one fact that an admin hands in for somebody who is no admin, beyond those of a day. The admin's own work beside it goes on. */
export const fileIsLong = (): Refusal => new Refusal('TOO_MANY_REQUESTS', 429, FILE_IS_LONG)

/** Number of facts of people who are no admin that the server still takes from this sender today, of `newCount`. */
export async function roomForFacts(tx: Tx, catalog: Catalog, { uid, newCount, receivedAtMs }: Asking): Promise<number> {
  if (newCount === 0) return 0
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
    .where((eb) => eb.or([eb('code', 'is', null), eb('code', '<>', 'TOO_MANY_REQUESTS')]))
    .executeTakeFirstOrThrow()
  return Math.max(0, FORMER_ADMIN_FACTS_PER_DAY - Number(count))
}
