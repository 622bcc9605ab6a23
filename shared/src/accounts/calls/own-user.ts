import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { addressSchema, migratedFromSchema, roleSchema } from '../schema.ts'

// apart from the calls about other people, because the till loads this at its start

/** A user in a REST body. */
export const restUserSchema = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.string(),
  username: z.nullable(z.string()),
  role: roleSchema,
  photoURL: z.string(),
  /** Available balance, in dollars. */
  balance: z.number(),
  /** True when the user needs no membership in the paid variant. */
  whopBypass: z.boolean(),
  /** The linked chat account; null for none. */
  discord: z.nullable(z.object({ id: z.string(), username: z.string(), linkedAt: z.nullable(z.string()) })),
  discordNotificationsEnabled: z.boolean(),
  emailNotificationsEnabled: z.boolean(),
  /** Host name of the only variant this user may use; '' for any. */
  registeredDomain: z.string(),
  migratedFrom: z.nullable(migratedFromSchema),
  createdAt: z.string(),
})
/** A user in a REST body. */
export type RestUser = z.infer<typeof restUserSchema>

/** A shipping address in a REST body. */
export const restAddressSchema = z.extend(z.omit(addressSchema, { uid: true, createdAtMs: true }), { id: z.string() })
/** A shipping address in a REST body. */
export type RestAddress = z.infer<typeof restAddressSchema>

/** A user in an answer to that user or an admin. The shipping addresses come in the order in which they were added. */
export const ownUserSchema = z.extend(restUserSchema, { addresses: z.array(restAddressSchema) })

/** Gets the caller's own profile. */
export const getMeCall = defineCall({
  name: 'accounts.getMe',
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  summary: 'Returns the signed-in user.',
  /** `offlineDays`: days for which the app works without reaching the server. `sealingKey`: the server's public key for work that stays on a device
   *  after a sign-out, in base64url. */
  output: z.extend(ownUserSchema, { offlineDays: z.int(), sealingKey: z.string() }),
})
