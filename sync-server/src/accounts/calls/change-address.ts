import { changeAddress } from '@shop/shared/accounts/calls/profile.ts'
import { editAddress } from '@shop/shared/accounts/commands/edit-address.ts'
import { setDefaultAddress } from '@shop/shared/accounts/commands/set-default-address.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { demandAddressId, writtenAddress } from '../own-user.ts'

/** PUT /auth/addresses/{id}. */
export const changeAddressCall = implementCall(changeAddress, async ({ params, body: { isDefault, ...changes }, actor, platform }) => {
  const id = demandAddressId(params.id)
  await platform.runCommand(actor, editAddress, { id, changes })
  if (isDefault) await platform.runCommand(actor, setDefaultAddress, { id, uid: actor.uid })
  return writtenAddress(platform.db, actor.uid, id)
})
