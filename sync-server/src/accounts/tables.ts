import { addresses, users } from '@shop/shared/accounts/schema.ts'
import { defineTable } from '../platform/database/collection-table.ts'

/** Table of users. */
export const usersTable = defineTable(users, {
  email: 'text',
  displayName: 'text',
  username: 'text',
  role: 'text',
  adminUntilMs: 'bigint',
  photoUrl: 'text',
  discordId: 'text',
  discordUsername: 'text',
  discordLinkedAtMs: 'bigint',
  discordNotificationsEnabled: 'boolean',
  emailNotificationsEnabled: 'boolean',
  whopBypass: 'boolean',
  registeredDomain: 'text',
  migratedFrom: 'jsonb',
  isEarlier: 'boolean',
  closedAtMs: 'bigint',
  createdAtMs: 'bigint',
})

/** Table of shipping addresses. */
export const addressesTable = defineTable(addresses, {
  uid: 'text',
  name: 'text',
  street: 'text',
  city: 'text',
  state: 'text',
  zip: 'text',
  country: 'text',
  isDefault: 'boolean',
  createdAtMs: 'bigint',
})
