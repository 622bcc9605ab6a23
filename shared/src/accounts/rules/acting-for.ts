import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { accountRefusals } from '../errors.ts'
import { users } from '../schema.ts'
import { isErased } from './erasure.ts'

/** Lets only the person and admins act for a person, and nobody for an erased one unless `evenErased`; `touches` has to name the person's row.
 *  Refuses FORBIDDEN, and ACCOUNT_NOT_FOUND when an admin names nobody. */
export function requireActingFor(tx: CommandTx, { actor }: CommandContext, uid: string, evenErased = false): void {
  const isOwn = actor.uid === uid
  if (!isOwn && actor.role !== 'admin') throw refusal(kernelRefusals, 'FORBIDDEN')
  const owner = tx.get(users, uid)
  if (!isOwn && !owner) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
  if (owner && isErased(owner) && !evenErased) throw refusal(kernelRefusals, 'FORBIDDEN')
}
