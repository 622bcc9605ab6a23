import type { SignUpRule } from '@shop/shared/accounts/rules/sign-up.ts'
import type { Db, Tx } from '../platform/database/sql.ts'

/** The names under which the database keeps each rule except `open`, which needs no row. */
const NAMES = { invited: 'signUpInvited', off: 'signUpOff' } as const

export async function signUpRuleOf(db: Db | Tx): Promise<SignUpRule> {
  const demands = await db.selectFrom('shop_demands').select('name').where('name', 'in', Object.values(NAMES)).execute()
  const names = demands.map(({ name }) => name)
  if (names.includes(NAMES.off)) return 'off'
  return names.includes(NAMES.invited) ? 'invited' : 'open'
}

export async function writeSignUpRule(tx: Tx, rule: SignUpRule): Promise<void> {
  await tx.deleteFrom('shop_demands').where('name', 'in', Object.values(NAMES)).execute()
  if (rule !== 'open') await tx.insertInto('shop_demands').values({ name: NAMES[rule] }).execute()
}
