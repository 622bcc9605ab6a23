import { deleteUser } from '@shop/shared/accounts/calls/administration.ts'
import { closeAccount } from '@shop/shared/accounts/commands/close-account.ts'
import { sql, type Tx } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { demandUser } from '../people.ts'
import { dropAllTickets } from '../tickets.ts'

/** DELETE /auth/users/{id}. */
export const deleteUserCall = ({ sessions }: Accounts) =>
  implementCall(deleteUser, async ({ params, actor, platform }) => {
    const { uid } = await demandUser(platform.db, params.id)
    await platform.runCommand(actor, closeAccount, { uid }, { also: (tx) => removeSignIn(tx, uid) })
    sessions.forgetAll()
    platform.log.info({ uid, byUid: actor.uid }, 'an account was closed')
    return { message: 'User deleted successfully' }
  })

/** Sessions and linked providers go with the sign-in, links under way are worthless; its e-mail is free for a new one. */
async function removeSignIn(tx: Tx, uid: string): Promise<void> {
  await dropAllTickets(tx, uid)
  await sql`delete from identity_verifications where value = ${uid}`.execute(tx)
  await sql`delete from identity_users where id = ${uid}`.execute(tx)
}
