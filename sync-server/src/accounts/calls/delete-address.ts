import { deleteAddress } from '@shop/shared/accounts/calls/profile.ts'
import { removeAddress } from '@shop/shared/accounts/commands/remove-address.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { demandAddressId, readAddresses } from '../own-user.ts'

/** DELETE /auth/addresses/{id}. */
export const deleteAddressCall = implementCall(deleteAddress, async ({ params, actor, platform }) => {
  await platform.runCommand(actor, removeAddress, { id: demandAddressId(params.id), uid: actor.uid })
  return { success: true as const, addresses: await readAddresses(platform.db, actor.uid) }
})
