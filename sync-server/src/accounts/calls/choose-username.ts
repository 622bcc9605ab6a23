import { chooseUsername } from '@shop/shared/accounts/calls/profile.ts'
import { setUsername } from '@shop/shared/accounts/commands/set-username.ts'
import { implementCall } from '../../platform/http/implement-call.ts'

/** POST /auth/set-username. */
export const chooseUsernameCall = implementCall(chooseUsername, async ({ body: { username }, actor, platform }) => {
  await platform.runCommand(actor, setUsername, { uid: actor.uid, username })
  return { username }
})
