import * as z from 'zod/mini'
import { byField, byId, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { paymentInfos, payouts } from '../../payouts/schema.ts'
import { accountRefusals } from '../errors.ts'
import { addresses, isEmailProved, users } from '../schema.ts'

/** Records that the person has proved the account's e-mail; `isTakenOver` also removes what a stranger may have typed to get the person's messages,
 *  goods and money: chat, addresses, payout handles. `endsLinks` removes the linked Discord account, and no typed id; refuses ACCOUNT_NOT_FOUND. */
export const proveEmail = defineCommand({
  name: 'accounts.proveEmail',
  args: z.object({ uid: idSchema, isTakenOver: z.optional(z.boolean()), endsLinks: z.optional(z.boolean()) }),
  roles: ['system'],
  channel: 'server',
  refusals: ['ACCOUNT_NOT_FOUND'],
  touches: ({ uid, isTakenOver }) => [
    byId(users, uid),
    ...(isTakenOver ? [byId(paymentInfos, uid), byField(addresses, 'uid', uid), byField(payouts, 'uid', uid)] : []),
  ],
  run(tx, { uid, isTakenOver = false, endsLinks = false }, ctx) {
    const user = tx.get(users, uid)
    if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
    const losesTyped = isTakenOver && !isEmailProved(user)
    const losesChat = losesTyped || (endsLinks && user.discordLinkedAtMs !== null)
    if (isEmailProved(user) && !losesChat) return
    if (losesTyped) removeTyped(tx, uid)
    const chat = losesChat ? { discordId: '', discordUsername: '', discordLinkedAtMs: null } : {}
    tx.put(users, { ...user, ...chat, emailProvedAtMs: user.emailProvedAtMs ?? ctx.nowMs })
  },
})

/** A pending payout keeps its amount, but an admin has to ask where to send it. */
function removeTyped(tx: CommandTx, uid: string): void {
  for (const address of tx.where(addresses, 'uid', uid)) tx.remove(addresses, address.id)
  if (tx.get(paymentInfos, uid)) tx.remove(paymentInfos, uid)
  for (const payout of tx.where(payouts, 'uid', uid)) if (payout.status === 'pending') tx.put(payouts, { ...payout, handle: '' })
}
