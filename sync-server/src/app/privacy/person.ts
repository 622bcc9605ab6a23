import type { User } from '@shop/shared/accounts/schema.ts'
import { usersTable } from '../../accounts/tables.ts'
import { namedColumns } from '../../platform/database/collection-table.ts'
import type { Db, Tx } from '../../platform/database/sql.ts'

/** A person before the erasure: the profile, the e-mails, and the values (names, handles, streets, tracking numbers) by which other rows can name the
 *  person. An e-mail is also searched inside texts. A value counts only as a whole field, because a person can choose a common word. */
export type Person = { readonly user: User; readonly emails: readonly string[]; readonly values: readonly string[] }

/** Maximum number of values to search for. Tracking numbers beyond it stay in the log of commands until the log forgets its texts. */
const MAX_VALUES = 300

/** Reads a person; undefined for an unknown uid. */
export async function readPerson(db: Db | Tx, uid: string): Promise<Person | undefined> {
  const user = await db.selectFrom('users').select(namedColumns(usersTable)).where('id', '=', uid).executeTakeFirst()
  if (!user) return undefined
  const signIn = await db.selectFrom('identity_users').select(['email', 'name', 'emailVerified']).where('id', '=', uid).executeTakeFirst()
  // an unconfirmed e-mail may belong to somebody else, whose mails this person must not get
  const emails = signIn?.emailVerified === false ? [] : distinct([user.email, signIn?.email ?? ''])
  const names = [user.displayName, signIn?.name ?? '', user.username ?? '', user.discordId, user.discordUsername]
  const values = [...names, ...(await handlesOf(db, uid)), ...(await placesOf(db, uid)), ...(await trackingOf(db, uid))]
  return { user, emails, values: distinct(values).slice(0, MAX_VALUES) }
}

const distinct = (texts: readonly string[]) => [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '')

async function handlesOf(db: Db | Tx, uid: string): Promise<string[]> {
  const paid = await db.selectFrom('payouts').select('handle').distinct().where('uid', '=', uid).execute()
  const saved = await db.selectFrom('payment_infos').select(['cashtag', 'venmo_username']).where('id', '=', uid).execute()
  return [...paid.map(({ handle }) => handle), ...saved.flatMap(({ cashtag, venmo_username }) => [cashtag, venmo_username])]
}

/** Reads names and streets. A city would be found in too many rows. */
async function placesOf(db: Db | Tx, uid: string): Promise<string[]> {
  const own = await db.selectFrom('addresses').select(['name', 'street']).where('uid', '=', uid).execute()
  const sent = await db.selectFrom('trades').select('shipping_address as address').where('buyer_uid', '=', uid).execute()
  return [...own, ...sent.map(({ address }) => address)].flatMap(({ name, street }) => [name, street])
}

async function trackingOf(db: Db | Tx, uid: string): Promise<string[]> {
  const boxes = await db.selectFrom('shipments').select('tracking_number as number').where('uid', '=', uid).execute()
  const trades = await db.selectFrom('trades').select('tracking_number as number').where('buyer_uid', '=', uid).execute()
  return [...boxes, ...trades].map(({ number }) => number)
}
