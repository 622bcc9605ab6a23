import { changeMe } from '@shop/shared/accounts/calls/profile.ts'
import { editProfile } from '@shop/shared/accounts/commands/edit-profile.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readOwnUser } from '../own-user.ts'

/** PUT /auth/me. */
export const changeMeCall = implementCall(changeMe, async ({ body: { discord, photoURL, ...changes }, actor, platform }) => {
  const all = {
    ...changes,
    ...(discord === undefined ? {} : { discordId: discord }),
    ...(photoURL === undefined ? {} : { photoUrl: photoURL }),
  }
  if (Object.keys(all).length > 0) await platform.runCommand(actor, editProfile, { uid: actor.uid, changes: all })
  return readOwnUser(platform.db, actor.uid)
})
