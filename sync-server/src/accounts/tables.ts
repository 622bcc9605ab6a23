import { users } from '@shop/shared/accounts/schema.ts'
import { defineTable } from '../platform/collection-table.ts'

/** Table of users. */
export const usersTable = defineTable(users, {
  email: 'text',
  displayName: 'text',
  username: 'text',
  role: 'text',
  adminUntilMs: 'bigint',
  photoUrl: 'text',
  createdAtMs: 'bigint',
})
