import { addAddress } from '@shop/shared/accounts/commands/add-address.ts'
import type { User } from '@shop/shared/accounts/schema.ts'
import { submitShipment } from '@shop/shared/shipments/commands/submit-shipment.ts'
import { takeLabel } from '@shop/shared/shipments/commands/take-label.ts'
import { usersTable } from '../../accounts/tables.ts'
import { namedColumns } from '../../platform/database/collection-table.ts'
import { type Db, sql, type Tx } from '../../platform/database/sql.ts'

/** A person before the erasure: the profile, their e-mails, the ids of their boxes and addresses, and the values (names, handles, streets, tracking
 *  numbers) by which notes and labels can name them. An e-mail is also searched inside texts. A value counts only as a whole text that nobody else has,
 *  because a person can choose a common word. */
export type Person = {
  readonly user: User
  readonly emails: readonly string[]
  readonly thingIds: readonly string[]
  readonly values: readonly string[]
}

/** Maximum number of values to search for. Tracking numbers beyond it stay in notes. */
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
  const own = await unshared(db, uid, distinct(values).slice(0, MAX_VALUES))
  return { user, emails, thingIds: await thingsOf(db, uid), values: own }
}

const distinct = (texts: readonly string[]) => [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '')

/** Leaves out the values that another person has too. An earlier account and the account that it was migrated into belong to one person. */
async function unshared(db: Db | Tx, uid: string, values: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`with person as (select coalesce(migrated_to, id) as id from users where id = ${uid}),
      others as (select id from users where coalesce(migrated_to, id) not in (select id from person))
    select value from unnest(${[...values]}::text[]) as value where not exists (
      select 1 from users join others using (id) where value in (display_name, username, discord_id, discord_username))
    and not exists (select 1 from addresses join others on others.id = uid where value in (name, street))
    and not exists (select 1 from payouts join others on others.id = uid where handle = value)
    and not exists (select 1 from payment_infos join others using (id) where value in (cashtag, venmo_username))
    and not exists (select 1 from shipments join others on others.id = uid where tracking_number = value)`.execute(db)
  return rows.map(({ value }) => value)
}

/** Reads the ids of the person's boxes and addresses, also of removed ones: commands that change one name only its id. */
async function thingsOf(db: Db | Tx, uid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from shipments where uid = ${uid} union select id from addresses where uid = ${uid}
    union select args->>'id' from command_log where name in (${submitShipment.name}, ${takeLabel.name}, ${addAddress.name})
      and args->>'uid' = ${uid}`.execute(db)
  return rows.map(({ id }) => id)
}

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
