import {
  addAddressCall,
  checkUsernameCall,
  editAddressCall,
  editProfileCall,
  removeAddressCall,
  setPhotoCall,
  setUsernameCall,
} from '@shop/shared/accounts/calls/profile.ts'
import { addAddress } from '@shop/shared/accounts/commands/add-address.ts'
import { editAddress } from '@shop/shared/accounts/commands/edit-address.ts'
import { editProfile } from '@shop/shared/accounts/commands/edit-profile.ts'
import { removeAddress } from '@shop/shared/accounts/commands/remove-address.ts'
import { setDefaultAddress } from '@shop/shared/accounts/commands/set-default-address.ts'
import { setPhoto } from '@shop/shared/accounts/commands/set-photo.ts'
import { setUsername } from '@shop/shared/accounts/commands/set-username.ts'
import { profileRefusals } from '@shop/shared/accounts/profile-errors.ts'
import { USERNAME_INVALID, usernameSchema } from '@shop/shared/accounts/rules/username.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Pictures } from '../../platform/kernel/pictures.ts'
import { readAddresses, readOwnUser, requireAddressId, writtenAddress } from '../own-user.ts'

/** PUT /auth/me. */
export const handleEditProfile = implementCall(editProfileCall, async ({ body: { discord, photoURL, ...changes }, actor, platform }) => {
  const all = {
    ...changes,
    ...(discord === undefined ? {} : { discordId: discord }),
    ...(photoURL === undefined ? {} : { photoUrl: photoURL }),
  }
  if (Object.keys(all).length > 0) await platform.runCommand(actor, editProfile, { uid: actor.uid, changes: all })
  return readOwnUser(platform.db, actor.uid)
})

/** POST /auth/set-username. */
export const handleSetUsername = implementCall(setUsernameCall, async ({ body: { username }, actor, platform }) => {
  await platform.runCommand(actor, setUsername, { uid: actor.uid, username })
  return { username }
})

/** GET /auth/check-username. */
export const handleCheckUsername = implementCall(checkUsernameCall, async ({ query, actor, platform }) => {
  const username = usernameSchema.safeParse(query.username)
  if (!username.success) return { available: false, status: 'invalid' as const, message: USERNAME_INVALID }
  const owner = await platform.db.selectFrom('users').select('id').where('username', '=', username.data).executeTakeFirst()
  if (owner?.id === actor.uid) return { available: true, status: 'own' as const, message: '' }
  if (owner) return { available: false, status: 'taken' as const, message: profileRefusals.USERNAME_TAKEN.message }
  return { available: true, status: 'available' as const, message: '' }
})

/** POST /auth/upload-profile-image. Stores the picture before the profile shows it, and removes that of a repeated upload that a later one replaced.
 *  After a failure the picture stays for a day: a copy of this request may be about to use it. */
export const handleSetPhoto = (pictures: Pictures) =>
  implementCall(setPhotoCall, async ({ body, actor, platform, newId }) => {
    const bytes = new Uint8Array(await body.profileImage.arrayBuffer())
    const kept = await pictures.keepProfilePicture({ bytes, id: newId() })
    await platform.runCommand(actor, setPhoto, { uid: actor.uid, photoUrl: kept })
    // a repeated upload does not replace a later upload
    const { photoURL } = await readOwnUser(platform.db, actor.uid)
    if (photoURL !== kept) await pictures.discard(kept)
    return { imageUrl: photoURL }
  })

/** POST /auth/addresses. */
export const handleAddAddress = implementCall(addAddressCall, async ({ body, actor, platform, newId }) => {
  const { id = newId(), isDefault = false, ...fields } = body
  await platform.runCommand(actor, addAddress, { id, uid: actor.uid, fields, isDefault })
  return writtenAddress(platform.db, actor.uid, id)
})

/** PUT /auth/addresses/{id}. */
export const handleEditAddress = implementCall(editAddressCall, async ({ params, body: { isDefault, ...changes }, actor, platform }) => {
  const id = requireAddressId(params.id)
  await platform.runCommand(actor, editAddress, { id, changes })
  if (isDefault) await platform.runCommand(actor, setDefaultAddress, { id, uid: actor.uid })
  return writtenAddress(platform.db, actor.uid, id)
})

/** DELETE /auth/addresses/{id}. */
export const handleRemoveAddress = implementCall(removeAddressCall, async ({ params, actor, platform }) => {
  await platform.runCommand(actor, removeAddress, { id: requireAddressId(params.id), uid: actor.uid })
  return { success: true as const, addresses: await readAddresses(platform.db, actor.uid) }
})
