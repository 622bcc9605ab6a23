import { z } from 'zod'
import { defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'

/** Roles of spec §6. */
export const roleSchema = z.enum(['user', 'admin'])
/** A role. */
export type Role = z.infer<typeof roleSchema>

/** A person: profile and role (spec §3 User). The sign-in itself (password, sessions) belongs to the identity provider. */
export const userSchema = z.object({
  id: idSchema,
  email: z.string(),
  displayName: z.string(),
  /** Lower-cased; null until chosen. */
  username: z.string().nullable(),
  role: roleSchema,
  /** When an admin's role was withdrawn, milliseconds since 1970; null for those who never lost it. Facts of such a device are still recorded, flagged. */
  adminUntilMs: z.number().nullable(),
  photoUrl: z.string(),
  createdAtMs: z.number(),
})
/** A person. */
export type User = z.infer<typeof userSchema>

/** Users: admins see all, everyone sees oneself. */
export const users = defineCollection({
  name: 'users',
  schema: userSchema,
  indexes: ['email', 'username'],
  audience: (user) => ['admins', `user:${user.id}`],
  userFields: 'all',
})

/** How a screen names a person: display name, else username, else e-mail. */
export function nameOf(user: Pick<User, 'displayName' | 'username' | 'email'>): string {
  return user.displayName || user.username || user.email
}
