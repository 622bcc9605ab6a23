import * as z from 'zod/mini'
import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { ZERO_CENTS } from '../../kernel/money.ts'
import { balances } from '../../sales/schema.ts'
import { domainSchema } from '../rules/edited-user.ts'
import { displayNameSchema, emailSchema } from '../rules.ts'
import { EMPTY_PROFILE, type Role, type User, users } from '../schema.ts'

/** Person to whom a new account belongs. */
export const personSchema = z.object({ uid: idSchema, email: emailSchema, displayName: displayNameSchema })

/** Person who signs in. `isProved`: true when the e-mail is proved; `registeredDomain`: domain of the only variant of the product that the person may
 *  use, '' for any. */
export const joiningSchema = z.extend(personSchema, { isProved: z.optional(z.boolean()), registeredDomain: z.optional(domainSchema) })

/** Writes the profile and, unless the person has a balance already, a zero balance. */
export function addUser(tx: CommandTx, person: z.infer<typeof joiningSchema>, role: Role, ctx: CommandContext): void {
  const { uid, email, displayName, isProved = false, registeredDomain = '' } = person
  const user: User = {
    ...EMPTY_PROFILE,
    registeredDomain,
    emailProvedAtMs: isProved ? ctx.nowMs : null,
    id: uid,
    email,
    displayName,
    role,
    createdAtMs: ctx.nowMs,
  }
  tx.put(users, user)
  if (!tx.get(balances, uid)) tx.put(balances, { id: uid, availableCents: ZERO_CENTS, heldCents: ZERO_CENTS })
}
