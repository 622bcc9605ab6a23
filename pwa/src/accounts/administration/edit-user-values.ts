import { userFieldsSchema } from '@shop/shared/accounts/rules/edited-user.ts'
import type { User } from '@shop/shared/accounts/schema.ts'
import { type Cents, parseSignedDollars, plainDollars } from '@shop/shared/kernel/money.ts'
import * as z from 'zod/mini'

/** Form fields as typed. `reason`: the reason for changing the balance. */
export type EditUserValues = { displayName: string; balance: string; reason: string; whopBypass: boolean }

export const valuesOf = (user: User, availableCents: Cents): EditUserValues => ({
  displayName: user.displayName,
  balance: plainDollars(availableCents),
  reason: '',
  whopBypass: user.whopBypass,
})

/** Validates the form. A display name may stay empty, but an existing display name cannot be removed. */
export const editUserSchema = (user: User) =>
  z.object({
    displayName: z.union([z.literal(user.displayName), userFieldsSchema.shape.displayName], 'Please enter a display name'),
    balance: z.string().check(z.refine((text) => parseSignedDollars(text) !== undefined, 'Please enter a valid amount')),
    reason: z.string().check(z.maxLength(500, 'At most 500 characters')),
    whopBypass: z.boolean(),
  })

export const profileChanges = (user: User, values: EditUserValues): { displayName?: string; whopBypass?: boolean } => ({
  ...(values.displayName.trim() === user.displayName ? {} : { displayName: values.displayName }),
  ...(values.whopBypass === user.whopBypass ? {} : { whopBypass: values.whopBypass }),
})
