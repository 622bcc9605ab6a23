import { userFieldsSchema } from '@shop/shared/accounts/rules/edited-user.ts'
import type { User } from '@shop/shared/accounts/schema.ts'
import { type Cents, parseSignedDollars, plainDollars } from '@shop/shared/kernel/money.ts'
import * as z from 'zod/mini'

/** The form as typed. `reason`: why the balance changes. */
export type EditUserValues = { displayName: string; balance: string; reason: string; whopBypass: boolean }

/** The form for a person who is owed this. */
export const valuesOf = (user: User, availableCents: Cents): EditUserValues => ({
  displayName: user.displayName,
  balance: plainDollars(availableCents),
  reason: '',
  whopBypass: user.whopBypass,
})

/** What the form must fulfil. A name that was never there may stay away; one that was cannot be emptied. */
export const editUserSchema = (user: User) =>
  z.object({
    displayName: z.union([z.literal(user.displayName), userFieldsSchema.shape.displayName], 'Please enter a display name'),
    balance: z.string().check(z.refine((text) => parseSignedDollars(text) !== undefined, 'Please enter a valid amount')),
    reason: z.string().check(z.maxLength(500, 'At most 500 characters')),
    whopBypass: z.boolean(),
  })

/** Which fields of the profile the form changes. */
export const profileChanges = (user: User, values: EditUserValues): { displayName?: string; whopBypass?: boolean } => ({
  ...(values.displayName.trim() === user.displayName ? {} : { displayName: values.displayName }),
  ...(values.whopBypass === user.whopBypass ? {} : { whopBypass: values.whopBypass }),
})
