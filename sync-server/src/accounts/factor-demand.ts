import type { Db, Tx } from '../platform/database/sql.ts'

const NAME = 'secondFactor'

export async function isFactorDemanded(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('shop_demands').select('name').where('name', '=', NAME).executeTakeFirst()) !== undefined
}

export async function writeFactorDemand(tx: Tx, isDemanded: boolean): Promise<void> {
  if (isDemanded)
    await tx
      .insertInto('shop_demands')
      .values({ name: NAME })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  else await tx.deleteFrom('shop_demands').where('name', '=', NAME).execute()
}

export async function countAdminsWithout(db: Db): Promise<number> {
  const found = await db
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('closed_at_ms', 'is', null)
    .where('is_earlier', '=', false)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('code_factors')
            .select('code_factors.uid')
            .whereRef('code_factors.uid', '=', 'users.id')
            .where('confirmed_at', 'is not', null),
        ),
      ),
    )
    .where((eb) => eb.not(eb.exists(eb.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.uid', '=', 'users.id'))))
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .executeTakeFirst()
  return Number(found?.count ?? 0)
}
