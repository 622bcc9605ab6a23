import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import type { Platform } from '../platform.ts'

/** Answers the stored form of a person's id that an admin put into a path. Refuses ACCOUNT_NOT_FOUND, so that a mistyped id is not answered like a
 *  person without anything. */
export async function requirePerson({ db }: Platform, actor: Actor, typed: string): Promise<string> {
  const id = typed.toLowerCase()
  if (id === actor.uid) return id
  const found = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
  return id
}
