import { migrateUserDomain } from '@shop/shared/accounts/calls/administration.ts'
import { editUser } from '@shop/shared/accounts/commands/edit-user.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { demandUser } from '../people.ts'

/** POST /auth/users/{id}/migrate-domain. */
export const migrateUserDomainCall = implementCall(migrateUserDomain, async ({ params, body, actor, platform }) => {
  const { uid } = await demandUser(platform.db, params.id)
  await platform.runCommand(actor, editUser, { uid, changes: { registeredDomain: body.targetDomain } })
  return { message: 'Migration completed' }
})
