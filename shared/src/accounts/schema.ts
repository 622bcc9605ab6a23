import * as z from 'zod/mini'
import { defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'

/** Roles of users. */
export const roleSchema = z.enum(['user', 'admin'])
/** A role. */
export type Role = z.infer<typeof roleSchema>

/** The earlier account whose goods and money moved to a user. */
export const migratedFromSchema = z.object({ uid: z.string(), displayName: z.string(), username: z.nullable(z.string()) })

/** A person: profile and role. The sign-in itself (password, sessions) belongs to the identity provider. */
export const userSchema = z.object({
  id: idSchema,
  email: z.string(),
  displayName: z.string(),
  /** In lower case; null until chosen. */
  username: z.nullable(z.string()),
  role: roleSchema,
  /** Time the role admin was withdrawn, milliseconds since 1970; null for an admin and for somebody who never was one. Sales and voids that the
   *  person's devices send afterwards wait for an admin (law *Facts*). */
  adminUntilMs: z.nullable(z.number()),
  /** Address of the profile picture; '' for none. */
  photoUrl: z.string(),
  /** Chat user id, linked by sign-in or typed by the person; '' for none. */
  discordId: z.string(),
  /** Chat name as the provider gave it; '' for a typed id. */
  discordUsername: z.string(),
  /** Time the chat account was linked, milliseconds since 1970; null for a typed id and for none. */
  discordLinkedAtMs: z.nullable(z.number()),
  discordNotificationsEnabled: z.boolean(),
  /** True when the person also wants the shop's news by e-mail. */
  emailNotificationsEnabled: z.boolean(),
  /** True when an admin waived the membership of the paid variant. */
  whopBypass: z.boolean(),
  /** Host name of the only variant this user may use; '' for any. */
  registeredDomain: z.string(),
  /** The latest of the person's earlier accounts. */
  migratedFrom: z.nullable(migratedFromSchema),
  /** The account to which the goods and money of this earlier account moved; null or absent when they did not move. */
  migratedTo: z.optional(z.nullable(idSchema)),
  /** True for an account that an admin or an import made without a sign-in, for a person who may join later with the same e-mail. Never changes. */
  isEarlier: z.boolean(),
  /** Time the account was closed (deleted or migrated), milliseconds since 1970; null while it is open. Nobody signs in to a closed account; sales
   *  and postings still show its name. */
  closedAtMs: z.nullable(z.number()),
  /** Time the person's data was erased, milliseconds since 1970; null or absent for never. The account is closed and has a made-up name. */
  erasedAtMs: z.optional(z.nullable(z.number())),
  /** Time the e-mail was proved to be this person's, milliseconds since 1970; null or absent while it is not. The server changes this field together
   *  with the identity provider's flag. */
  emailProvedAtMs: z.optional(z.nullable(z.number())),
  createdAtMs: z.number(),
})
/** A person. */
export type User = z.infer<typeof userSchema>

/** Profile of a new user, without id, e-mail, name and time of creation. */
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
  migratedTo: null,
  isEarlier: false,
  closedAtMs: null,
  erasedAtMs: null,
  emailProvedAtMs: null,
} as const satisfies Omit<User, 'id' | 'email' | 'displayName' | 'createdAtMs'>

/** Users: admins see all, everyone sees themselves. */
export const users = defineCollection({
  name: 'users',
  schema: userSchema,
  indexes: ['email', 'username', 'role'],
  audience: (user) => ['admins', `user:${user.id}`],
  userFields: 'all',
})

/** True once the person proved the e-mail of this account, or an admin vouched for it. */
export const isEmailProved = (user: Pick<User, 'emailProvedAtMs'>): boolean => typeof user.emailProvedAtMs === 'number'

/** A person's name on screens: display name, else username, else e-mail. */
export function nameOf(user: Pick<User, 'displayName' | 'username' | 'email'>): string {
  return user.displayName || user.username || user.email
}

/** Maximum length of one line of an address, in characters. */
export const MAX_ADDRESS_LINE = 200

/** A shipping address. Each person has at most one default, initially the first one added. */
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

/** Shipping addresses: each person sees only their own, and an order carries a copy for its shipper. */
export const addresses = defineCollection({
  name: 'addresses',
  schema: addressSchema,
  indexes: ['uid'],
  audience: (address) => [`user:${address.uid}`],
  userFields: 'all',
})
