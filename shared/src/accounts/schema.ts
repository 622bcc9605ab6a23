import * as z from 'zod/mini'
import { defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'

/** Roles of spec §6. */
export const roleSchema = z.enum(['user', 'admin'])
/** A role. */
export type Role = z.infer<typeof roleSchema>

/** The earlier account whose goods and money were moved to a user (design §9). */
export const migratedFromSchema = z.object({ uid: z.string(), displayName: z.string(), username: z.nullable(z.string()) })

/** A person: profile and role (spec §3 User). The sign-in itself (password, sessions) belongs to the identity provider. */
export const userSchema = z.object({
  id: idSchema,
  email: z.string(),
  displayName: z.string(),
  /** Lower-cased; null until chosen. */
  username: z.nullable(z.string()),
  role: roleSchema,
  /** When an admin's role was withdrawn, milliseconds since 1970; null for those who never lost it. Facts of such a device are still recorded, flagged. */
  adminUntilMs: z.nullable(z.number()),
  /** Address of the profile picture; '' for none. */
  photoUrl: z.string(),
  /** Chat user id as linked by sign-in or typed by the person; '' for none. */
  discordId: z.string(),
  /** Chat name as the provider said it; '' when the id was only typed. */
  discordUsername: z.string(),
  /** When the chat account was linked, milliseconds since 1970; null for never. */
  discordLinkedAtMs: z.nullable(z.number()),
  discordNotificationsEnabled: z.boolean(),
  /** Whether the person wants the shop's news by e-mail, too. */
  emailNotificationsEnabled: z.boolean(),
  /** An admin waived the membership of the paid variant (spec §1). */
  whopBypass: z.boolean(),
  /** Host name of the only variant this user may use; '' for any (design §9). */
  registeredDomain: z.string(),
  migratedFrom: z.nullable(migratedFromSchema),
  /** Made without a sign-in, by an admin or an import: the earlier account of whoever joins with the same e-mail (design §9). Never changes. */
  isEarlier: z.boolean(),
  /** When the account was closed (deleted, or migrated to another), milliseconds since 1970; null while it is open. Nobody signs in to a closed account;
   *  it stays as the name on sales and postings. */
  closedAtMs: z.nullable(z.number()),
  createdAtMs: z.number(),
})
/** A person. */
export type User = z.infer<typeof userSchema>

/** The profile of somebody who just joined, but for who it is. */
export const EMPTY_PROFILE = {
  username: null,
  role: 'user',
  adminUntilMs: null,
  photoUrl: '',
  discordId: '',
  discordUsername: '',
  discordLinkedAtMs: null,
  discordNotificationsEnabled: true,
  emailNotificationsEnabled: false,
  whopBypass: false,
  registeredDomain: '',
  migratedFrom: null,
  isEarlier: false,
  closedAtMs: null,
} as const satisfies Omit<User, 'id' | 'email' | 'displayName' | 'createdAtMs'>

/** Users: admins see all, everyone sees oneself. */
export const users = defineCollection({
  name: 'users',
  schema: userSchema,
  indexes: ['email', 'username', 'role'],
  audience: (user) => ['admins', `user:${user.id}`],
  userFields: 'all',
})

/** How a screen names a person: display name, else username, else e-mail. */
export function nameOf(user: Pick<User, 'displayName' | 'username' | 'email'>): string {
  return user.displayName || user.username || user.email
}

/** Most characters of one line of an address. */
export const MAX_ADDRESS_LINE = 200

/** A shipping address (spec §3). Each person has at most one default; the first one added becomes it. */
export const addressSchema = z.object({
  id: idSchema,
  uid: idSchema,
  name: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  isDefault: z.boolean(),
  createdAtMs: z.number(),
})
/** A shipping address. */
export type Address = z.infer<typeof addressSchema>

/** Shipping addresses: each person sees the own ones alone. Whoever ships gets a copy with the order. */
export const addresses = defineCollection({
  name: 'addresses',
  schema: addressSchema,
  indexes: ['uid'],
  audience: (address) => [`user:${address.uid}`],
  userFields: 'all',
})
