import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { accountRefusals } from '../errors.ts'
import { type User, users } from '../schema.ts'
import { isErased } from './erasure.ts'

/** Lets only the person and admins act for a person; `touches` has to name the person's row. Refuses FORBIDDEN, and ACCOUNT_NOT_FOUND when an admin
 *  names nobody. */
export function requireActingFor(tx: CommandTx, { actor }: CommandContext, uid: string): void {
  if (actor.uid === uid) return
  if (actor.role !== 'admin') throw refusal(kernelRefusals, 'FORBIDDEN')
  if (!tx.get(users, uid)) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
}

/** Refuses FORBIDDEN when the person's data was erased. */
export function requireNotErased(owner: User | undefined): void {
  if (owner && isErased(owner)) throw refusal(kernelRefusals, 'FORBIDDEN')
}
