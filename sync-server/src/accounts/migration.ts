import { migrateAccount } from '@shop/shared/accounts/commands/migrate-account.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { type Db, sql } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'

/** An earlier account and the one that takes over. */
export type Pair = { readonly fromUid: string; readonly toUid: string }

/** Tries of one migration while sales of the earlier account keep coming in. */
const MAX_TRIES = 5

/** Condition: `earlier` is an earlier account of the person who signs in as `present`; closed when it was migrated to them before. */
const SAME_PERSON = sql`earlier.is_earlier and earlier.email <> '' and earlier.email = present.email and not present.is_earlier
  and present.closed_at_ms is null and (earlier.closed_at_ms is null or present.migrated_from ->> 'uid' = earlier.id)`

/** What can be migrated for a person, named by either of their accounts. Open earlier accounts first. */
export async function pairsOf(db: Db, uid: string): Promise<Pair[]> {
  const { rows } = await sql<Pair>`select earlier.id as "fromUid", present.id as "toUid"
    from users earlier join users present on ${SAME_PERSON}
    where earlier.id = ${uid} or present.id = ${uid} order by earlier.closed_at_ms nulls first, earlier.id`.execute(db)
  return rows
}

/** Moves one earlier account. Throws the command's refusals. */
export async function migrate(platform: Platform, actor: Actor, { fromUid, toUid }: Pair): Promise<void> {
  for (let left = MAX_TRIES; ; left--) {
    const sold = platform.db.selectFrom('sales').where('consignor_id', '=', fromUid)
    const rows = await sold
      .select('pos_sale_id as id')
      .distinct()
      .where('pos_sale_id', 'is not', null)
      .$narrowType<{ id: string }>()
      .execute()
    try {
      await platform.runCommand(actor, migrateAccount, { fromUid, toUid, posSaleIds: rows.map(({ id }) => id) })
      return
    } catch (thrown) {
      if (left === 1 || !(thrown instanceof Refusal) || thrown.code !== 'ACCOUNT_CHANGED') throw thrown
    }
  }
}

/** A person of a bulk migration: what is to be moved, or why nothing is. */
export type Person = { readonly uid: string; readonly email: string } & (
  | { readonly pair: Pair; readonly reason?: undefined }
  | { readonly pair: null; readonly reason: string }
)

/** Everybody, each once: who signs in, and the earlier accounts of those who have not joined. */
export async function everybody(db: Db): Promise<Person[]> {
  const { rows } = await sql<{
    uid: string
    email: string
    fromUid: string | null
    wasMigrated: boolean
    isEarlier: boolean
  }>`
    select present.id as uid, present.email, present.is_earlier as "isEarlier", present.migrated_from is not null as "wasMigrated",
      (select earlier.id from users earlier where ${SAME_PERSON} and (earlier.closed_at_ms is null or ${somethingLeft('earlier.id')})
        order by earlier.closed_at_ms nulls first, earlier.id limit 1) as "fromUid"
    from users present where present.closed_at_ms is null
      and not (present.is_earlier and exists (select 1 from users joined where joined.email = present.email and present.email <> ''
        and not joined.is_earlier and joined.closed_at_ms is null))
    order by present.email, present.id`.execute(db)
  return rows.map(({ uid, email, fromUid, wasMigrated, isEarlier }) =>
    fromUid === null
      ? { uid, email, pair: null, reason: reasonOf(email, isEarlier, wasMigrated) }
      : { uid, email, pair: { fromUid, toUid: uid } },
  )
}

function reasonOf(email: string, isEarlier: boolean, wasMigrated: boolean): string {
  if (isEarlier) return email === '' ? 'No e-mail' : 'Has not joined yet'
  return wasMigrated ? 'Already migrated' : 'No earlier account'
}

/** Condition: something reached this account after it was migrated. */
const somethingLeft = (id: string) => sql`(exists (select 1 from items where consignor_id = ${sql.ref(id)})
  or exists (select 1 from sales where consignor_id = ${sql.ref(id)}) or exists (select 1 from shipments where uid = ${sql.ref(id)})
  or exists (select 1 from balances where id = ${sql.ref(id)} and (available_cents <> 0 or held_cents <> 0)))`
