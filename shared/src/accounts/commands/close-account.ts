import * as z from 'zod/mini'
import { byField, byId, defineCommand } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { balances } from '../../sales/schema.ts'
import { audit } from '../../settings/rules/audit.ts'
import { administrationRefusals } from '../administration-errors.ts'
import { accountRefusals } from '../errors.ts'
import { closed, isOpen } from '../rules/closed-account.ts'
import { addresses, users } from '../schema.ts'

/** Closes an account and deletes its addresses; items, sales and balance stay, because the books need them (decision 0010). Refuses OWN_ACCOUNT,
 *  ACCOUNT_NOT_FOUND (also for a closed account), and FORBIDDEN to a former admin. */
export const closeAccount = defineCommand({
  name: 'accounts.close',
  args: z.object({ uid: idSchema }),
  roles: ['admin'],
  channel: 'server',
  assurance: 'second',
  refusals: ['ACCOUNT_NOT_FOUND', 'OWN_ACCOUNT', 'FORBIDDEN'],
  touches: ({ uid }) => [byId(users, uid), byField(users, 'role', 'admin'), byField(addresses, 'uid', uid), byId(balances, uid, false)],
  run(tx, { uid }, ctx) {
    if (uid === ctx.actor.uid) throw refusal(administrationRefusals, 'OWN_ACCOUNT')
    const isStillAdmin = tx.where(users, 'role', 'admin').some((admin) => admin.id === ctx.actor.uid && isOpen(admin))
    if (!isStillAdmin) throw refusal(kernelRefusals, 'FORBIDDEN')
    const user = tx.get(users, uid)
    if (!user || !isOpen(user)) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
    for (const address of tx.where(addresses, 'uid', uid)) tx.remove(addresses, address.id)
    tx.put(users, closed(user, ctx.nowMs))
    audit(tx, ctx, {
      action: 'accounts.close',
      subject: uid,
      before: { email: user.email, displayName: user.displayName, username: user.username, role: user.role },
      after: { availableCents: tx.get(balances, uid)?.availableCents ?? 0 },
    })
  },
})
