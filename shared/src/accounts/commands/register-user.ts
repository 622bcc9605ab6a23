import { byId, defineCommand } from '../../kernel/define-command.ts'
import { balances } from '../../sales/schema.ts'
import { users } from '../schema.ts'
import { addUser, joiningSchema } from './new-user.ts'

/** Gives a new sign-in its profile with role user and a zero balance. An existing profile stays unchanged. */
export const registerUser = defineCommand({
  name: 'accounts.register',
  args: joiningSchema,
  roles: ['system'],
  channel: 'server',
  touches: ({ uid }) => [byId(users, uid), byId(balances, uid)],
  run(tx, person, ctx) {
    if (!tx.get(users, person.uid)) addUser(tx, person, 'user', ctx)
  },
})
