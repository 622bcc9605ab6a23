import { byId, byReference, type CommandTx, type Touch } from '../../kernel/define-command.ts'
import { balances } from '../../sales/schema.ts'
import { type User, users } from '../schema.ts'

/** Names a consignor and the balance, and those of the account to which the consignor's was migrated: what a device queued before the migration
 *  still names the earlier account. */
export function touchesOfConsignor(uid: string): Touch[] {
  const successor = { of: users, id: uid, field: 'migratedTo' } as const
  return [byId(users, uid, false), byId(balances, uid), byReference(users, successor, false), byReference(balances, successor)]
}

/** True when `uid` is the owner, or an earlier account that was migrated to the owner; `touchesOfConsignor` has to name `uid`. */
export const isOwner = (tx: CommandTx, ownerUid: string | null, uid: string | null): boolean =>
  uid === ownerUid || (uid !== null && ownerUid !== null && tx.get(users, uid)?.migratedTo === ownerUid)

/** Gets the consignor, or the account to which the consignor's was migrated; `touchesOfConsignor` has to name `uid`. */
export function presentConsignor(tx: CommandTx, uid: string): User | undefined {
  const user = tx.get(users, uid)
  return user?.migratedTo ? tx.get(users, user.migratedTo) : user
}
