import { createAddress } from '@shop/shared/accounts/calls/profile.ts'
import { addAddress } from '@shop/shared/accounts/commands/add-address.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { writtenAddress } from '../own-user.ts'

/** POST /auth/addresses. */
export const createAddressCall = implementCall(createAddress, async ({ body, actor, platform, newId }) => {
  const { id = newId(), isDefault = false, ...fields } = body
  await platform.runCommand(actor, addAddress, { id, uid: actor.uid, fields, isDefault })
  return writtenAddress(platform.db, actor.uid, id)
})
