import { migrateAccount } from '@shop/shared/accounts/commands/migrate-account.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import type { Db, ExpressionBuilder, SqlBool, Tables } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { hasProvedEmail } from './email-proofs.ts'

/** An earlier account, and the account to which its goods and money move. */
export type Pair = { readonly fromUid: string; readonly toUid: string }

/** Maximum number of attempts at one migration. An attempt fails when a new sale of the earlier account arrives meanwhile. */
const MAX_TRIES = 5

type People = Tables & { earlier: Tables['users']; present: Tables['users'] }

/** True when `earlier` is an earlier account of the person who signs in as `present`. A closed earlier account counts only if it was migrated to this
 *  person before. */
const isSamePerson = ({ and, eb, or, ref }: ExpressionBuilder<People, 'earlier' | 'present'>) =>
  and([
    eb('earlier.is_earlier', '=', true),
    eb('earlier.email', '<>', ''),
    eb('earlier.email', '=', ref('present.email')),
    eb('present.is_earlier', '=', false),
    eb('present.closed_at_ms', 'is', null),
    or([eb('earlier.closed_at_ms', 'is', null), eb('earlier.migrated_to', '=', ref('present.id'))]),
  ])

/** Lists the migrations that are possible for a person. Earlier accounts that are still open come first. `uid` may be either of the person's two
 *  accounts. */
export function pairsOf(db: Db, uid: string): Promise<Pair[]> {
  return db
    .selectFrom('users as earlier')
    .innerJoin('users as present', (join) => join.on(isSamePerson))
    .select(['earlier.id as fromUid', 'present.id as toUid'])
    .where((eb) => eb.or([eb('earlier.id', '=', uid), eb('present.id', '=', uid)]))
    .orderBy('earlier.closed_at_ms', (order) => order.asc().nullsFirst())
    .orderBy('earlier.id')
    .execute()
}

/** Moves one earlier account. Refuses as the command does. */
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
      const args = { fromUid, toUid, posSaleIds: rows.map(({ id }) => id) }
      await platform.runCommand(actor, migrateAccount, args, { before: () => requireProof(platform.db, fromUid, toUid) })
      return
    } catch (thrown) {
      if (left === 1 || !(thrown instanceof Refusal) || thrown.code !== 'ACCOUNT_CHANGED') throw thrown
    }
  }
}

/** Refuses EMAIL_NOT_PROVED, unless the earlier account moved to this person before. The identity provider's flag decides here; the command checks
 *  the synced copy of it. */
async function requireProof(db: Db, fromUid: string, toUid: string): Promise<void> {
  if (await hasProvedEmail(db, toUid)) return
  const open = db.selectFrom('users').select('id').where('id', '=', fromUid).where('closed_at_ms', 'is', null)
  if (await open.executeTakeFirst()) throw refusal(accountRefusals, 'EMAIL_NOT_PROVED')
}

/** A person of a bulk migration: the pair to migrate, or the reason why there is none. */
export type Person = { readonly uid: string; readonly email: string } & (
  | { readonly pair: Pair; readonly reason?: undefined }
  | { readonly pair: null; readonly reason: string }
)

/** Lists every person once, without closed accounts: those who sign in, and the earlier accounts of those who have not joined. */
export async function everybody(db: Db): Promise<Person[]> {
  const rows = await db
    .selectFrom('users as present')
    .select((eb) => [
      'present.id as uid',
      'present.email',
      'present.is_earlier as isEarlier',
      'present.migrated_from as migratedFrom',
      eb
        .selectFrom('users as earlier')
        .select('earlier.id')
        .where(isSamePerson)
        .where((of) => of.or([of.and([of('earlier.closed_at_ms', 'is', null), isProved(of)]), isLeftOver(of)]))
        .orderBy('earlier.closed_at_ms', (order) => order.asc().nullsFirst())
        .orderBy('earlier.id')
        .limit(1)
        .as('fromUid'),
      eb
        .exists(eb.selectFrom('users as earlier').select('earlier.id').where(isSamePerson).where('earlier.closed_at_ms', 'is', null))
        .as('hasEarlier'),
    ])
    .where('present.closed_at_ms', 'is', null)
    .where((eb) => eb.not(eb.and([eb('present.is_earlier', '=', true), hasJoined(eb)])))
    .orderBy('present.email')
    .orderBy('present.id')
    .execute()
  return rows.map(({ uid, email, fromUid, ...person }) =>
    fromUid === null ? { uid, email, pair: null, reason: reasonOf({ email, ...person }) } : { uid, email, pair: { fromUid, toUid: uid } },
  )
}

type Unmoved = {
  readonly email: string
  readonly isEarlier: boolean
  readonly migratedFrom: unknown
  /** True when an earlier account is still open. Then a missing proof is the only possible reason why that account has not moved. */
  readonly hasEarlier: SqlBool
}

function reasonOf({ email, isEarlier, migratedFrom, hasEarlier }: Unmoved): string {
  if (isEarlier) return email === '' ? 'No e-mail' : 'Has not joined yet'
  if (hasEarlier) return 'E-mail not confirmed'
  return migratedFrom === null ? 'No earlier account' : 'Already migrated'
}

const isProved = ({ exists, selectFrom }: ExpressionBuilder<People, 'earlier' | 'present'>) =>
  exists(
    selectFrom('identity_users')
      .select('identity_users.id')
      .whereRef('identity_users.id', '=', 'present.id')
      .where('emailVerified', '=', true),
  )

/** True when the owner of the earlier account `present` now signs in with another account. */
const hasJoined = ({ exists, selectFrom }: ExpressionBuilder<Tables & { present: Tables['users'] }, 'present'>) =>
  exists(
    selectFrom('users as joined')
      .select('joined.id')
      .whereRef('joined.email', '=', 'present.email')
      .where('present.email', '<>', '')
      .where('joined.is_earlier', '=', false)
      .where('joined.closed_at_ms', 'is', null),
  )

/** True when something reached the account `earlier` after its migration. */
const isLeftOver = (eb: ExpressionBuilder<People, 'earlier' | 'present'>) =>
  eb.and([eb('earlier.closed_at_ms', 'is not', null), isSomethingLeft(eb)])

const isSomethingLeft = ({ exists, or, selectFrom }: ExpressionBuilder<People, 'earlier' | 'present'>) =>
  or([
    exists(selectFrom('items').select('items.id').whereRef('items.consignor_id', '=', 'earlier.id')),
    exists(selectFrom('sales').select('sales.id').whereRef('sales.consignor_id', '=', 'earlier.id')),
    exists(selectFrom('shipments').select('shipments.id').whereRef('shipments.uid', '=', 'earlier.id')),
    exists(
      selectFrom('balances')
        .select('balances.id')
        .whereRef('balances.id', '=', 'earlier.id')
        .where((eb) => eb.or([eb('available_cents', '<>', ZERO_CENTS), eb('held_cents', '<>', ZERO_CENTS)])),
    ),
  ])
