import { byField, byId, type CommandContext, type CommandTx, type Touch } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { accountRefusals } from '../errors.ts'
import { profileRefusals } from '../profile-errors.ts'
import { type Address, addresses, type User, users } from '../schema.ts'
import { isErased } from './erasure.ts'

/** Refuses FORBIDDEN unless the command is about the caller, even to admins: a person's own data is theirs to edit. */
export function requireSelf(ctx: CommandContext, uid: string): void {
  if (ctx.actor.uid !== uid) throw refusal(kernelRefusals, 'FORBIDDEN')
}

/** The caller's own profile. Refuses FORBIDDEN for somebody else's. */
export function ownProfile(tx: CommandTx, ctx: CommandContext, uid: string): User {
  requireSelf(ctx, uid)
  const user = tx.get(users, uid)
  if (!user || isErased(user)) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
  return user
}

/** One of the caller's own addresses. Refuses ADDRESS_NOT_FOUND, and FORBIDDEN for somebody else's. */
export function ownAddress(tx: CommandTx, ctx: CommandContext, id: string): Address {
  const address = tx.get(addresses, id)
  if (address && address.uid !== ctx.actor.uid) throw refusal(kernelRefusals, 'FORBIDDEN')
  if (!address) throw refusal(profileRefusals, 'ADDRESS_NOT_FOUND')
  return address
}

/** All addresses of a person, and one by its id. Locks the person's own row too, so that two devices that both add a first address run one after
 *  the other. */
export function addressTouches({ id, uid }: { id: string; uid: string }): readonly Touch[] {
  return [byId(users, uid), byId(addresses, id), byField(addresses, 'uid', uid)]
}
