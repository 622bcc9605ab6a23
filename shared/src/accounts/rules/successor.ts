import { byId, byReference, type CommandTx, type Touch } from '../../kernel/define-command.ts'
import { balances } from '../../sales/schema.ts'
import { type User, users } from '../schema.ts'

/** Refers to the account to which this one was migrated, for `byReference`. */
export const successorOf = (uid: string) => ({ of: users, id: uid, field: 'migratedTo' }) as const

/** Names a consignor, and the account to which the consignor's was migrated: what a device queued before the migration still names the earlier
 *  account. */
export function touchesOfAccount(uid: string): Touch[] {
  return [byId(users, uid, false), byReference(users, successorOf(uid), false)]
}

/** Names the rows of `touchesOfAccount` and their balances. */
export function touchesOfConsignor(uid: string): Touch[] {
  return [...touchesOfAccount(uid), byId(balances, uid), byReference(balances, successorOf(uid))]
}

/** True when `uid` is the owner, or an earlier account that was migrated to the owner; `touchesOfConsignor` has to name `uid`. */
export const isOwner = (tx: CommandTx, ownerUid: string | null, uid: string | null): boolean =>
  uid === ownerUid || (uid !== null && ownerUid !== null && tx.get(users, uid)?.migratedTo === ownerUid)

/** Gets the consignor, or the account to which the consignor's was migrated; `touchesOfAccount` or `touchesOfConsignor` has to name `uid`. */
export function presentConsignor(tx: CommandTx, uid: string): User | undefined {
  const user = tx.get(users, uid)
  return user?.migratedTo ? tx.get(users, user.migratedTo) : user
}
