import { changeUser } from '@shop/shared/accounts/calls/administration.ts'
import { editUser } from '@shop/shared/accounts/commands/edit-user.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { demandUser } from '../people.ts'

/** PUT /auth/users/{id}. */
export const changeUserCall = implementCall(changeUser, async ({ params, body, actor, platform }) => {
  const { uid } = await demandUser(platform.db, params.id)
  await platform.runCommand(actor, editUser, { uid, changes: body })
  return { message: 'User updated successfully', ...(await demandUser(platform.db, uid)) }
})
