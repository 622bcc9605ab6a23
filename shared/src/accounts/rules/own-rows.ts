import { byField, byId, type CommandContext, type CommandTx, type Touch } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { accountRefusals } from '../errors.ts'
import { profileRefusals } from '../profile-errors.ts'
import { type Address, addresses, type User, users } from '../schema.ts'
import { isErased } from './erasure.ts'

/** Refuses FORBIDDEN unless `uid` is the caller, even for admins. */
export function requireSelf(ctx: CommandContext, uid: string): void {
  if (ctx.actor.uid !== uid) throw refusal(kernelRefusals, 'FORBIDDEN')
}

/** Gets the caller's own profile. Refuses ACCOUNT_NOT_FOUND, and FORBIDDEN for another person's profile. */
export function ownProfile(tx: CommandTx, ctx: CommandContext, uid: string): User {
  requireSelf(ctx, uid)
  const user = tx.get(users, uid)
  if (!user || isErased(user)) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
  return user
}

/** Gets one of the caller's own addresses. Refuses ADDRESS_NOT_FOUND, and FORBIDDEN for another person's address. */
export function ownAddress(tx: CommandTx, ctx: CommandContext, id: string): Address {
  const address = tx.get(addresses, id)
  if (address && address.uid !== ctx.actor.uid) throw refusal(kernelRefusals, 'FORBIDDEN')
  if (!address) throw refusal(profileRefusals, 'ADDRESS_NOT_FOUND')
  return address
}

/** Names all addresses of a person, and the address with this id. Locks the person's row too, because two first addresses added at the same time
 *  would otherwise both become the default. */
export function addressTouches({ id, uid }: { id: string; uid: string }): readonly Touch[] {
  return [byId(users, uid), byId(addresses, id), byField(addresses, 'uid', uid)]
}
