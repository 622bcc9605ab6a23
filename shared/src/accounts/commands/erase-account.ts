import * as z from 'zod/mini'
import { items } from '../../inventory/schema.ts'
import { byField, byId, type CommandContext, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { paymentInfos, payouts } from '../../payouts/schema.ts'
import { emptyBalance } from '../../sales/rules/ledger.ts'
import { balances } from '../../sales/schema.ts'
import { audit } from '../../settings/rules/audit.ts'
import { postalLabels } from '../../shipments/label-schema.ts'
import { shipments } from '../../shipments/schema.ts'
import { autoPrices, offers, type Trade, trades } from '../../trades/schema.ts'
import { accountRefusals } from '../errors.ts'
import { privacyRefusals } from '../privacy-errors.ts'
import { isOpen } from '../rules/closed-account.ts'
import { erased, isErased, unsettledOf, unsettledWords } from '../rules/erasure.ts'
import { addresses, type User, users } from '../schema.ts'

/** Erases a person's data and gives the profile a made-up name; sales and postings stay. Refuses ACCOUNT_NOT_FOUND, LAST_ADMIN, FORBIDDEN and, when a
 *  person runs it, NOT_SETTLED. */
export const eraseAccount = defineCommand({
  name: 'accounts.erase',
  args: z.object({
    uid: idSchema,
    /** Accounts that were migrated to this person, whose money and goods have to be settled too. */
    earlierUids: z._default(z.array(idSchema), []),
    // no index finds suspended sales by whom they pay, so the server counts them
    waitingSales: z._default(z.int().check(z.minimum(0)), 0),
  }),
  roles: ['user', 'admin', 'system'],
  channel: 'server',
  refusals: ['ACCOUNT_NOT_FOUND', 'LAST_ADMIN', 'NOT_SETTLED', 'FORBIDDEN'],
  touches: ({ uid, earlierUids }) => [
    byId(users, uid),
    byField(users, 'role', 'admin'),
    byId(paymentInfos, uid),
    ...[uid, ...earlierUids].flatMap((one) => [
      byId(balances, one),
      byField(items, 'consignorId', one),
      byField(trades, 'buyerUid', one),
      byField(offers, 'sellerUid', one),
      byField(payouts, 'uid', one),
    ]),
    byField(addresses, 'uid', uid),
    byField(autoPrices, 'uid', uid),
    byField(shipments, 'uid', uid),
    byField(postalLabels, 'uid', uid),
  ],
  run(tx, { uid, earlierUids, waitingSales }, ctx) {
    const user = tx.get(users, uid)
    if (!user || isErased(user)) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
    const isPerson = ctx.actor.role !== 'system'
    if (isPerson) requireAllowed(tx, ctx, user)
    requireAnotherAdmin(tx, user)
    if (isPerson) requireSettled(tx, [uid, ...earlierUids], waitingSales)
    for (const collection of [addresses, autoPrices, shipments, postalLabels] as const)
      for (const row of tx.where(collection, 'uid', uid)) tx.remove(collection, row.id)
    if (tx.get(paymentInfos, uid)) tx.remove(paymentInfos, uid)
    for (const payout of tx.where(payouts, 'uid', uid)) if (payout.handle !== '') tx.put(payouts, { ...payout, handle: '' })
    for (const trade of tx.where(trades, 'buyerUid', uid)) tx.put(trades, { ...trade, ...NO_DESTINATION })
    const anonymous = erased(user, ctx.nowMs)
    tx.put(users, anonymous)
    audit(tx, ctx, { action: 'accounts.erase', subject: uid, after: { displayName: anonymous.displayName } })
  },
})

const NO_DESTINATION = {
  shippingAddress: { name: '', street: '', city: '', state: '', zip: '', country: '' },
  trackingNumber: '',
  label: null,
  cancelReason: '',
} as const satisfies Partial<Trade>

/** Without earlier accounts, because nobody signs in to them. */
const adminsOf = (tx: CommandTx) => tx.where(users, 'role', 'admin').filter((user) => isOpen(user) && !user.isEarlier)

function requireAllowed(tx: CommandTx, ctx: CommandContext, user: User): void {
  if (ctx.actor.uid !== user.id && !adminsOf(tx).some(({ id }) => id === ctx.actor.uid)) throw refusal(kernelRefusals, 'FORBIDDEN')
}

/** Refuses the server too, which repeats erasures after a restore. */
function requireAnotherAdmin(tx: CommandTx, user: User): void {
  if (user.role === 'admin' && !adminsOf(tx).some(({ id }) => id !== user.id)) throw refusal(accountRefusals, 'LAST_ADMIN')
}

function requireSettled(tx: CommandTx, uids: readonly string[], waitingSales: number): void {
  const left = unsettledWords(
    unsettledOf({
      balances: uids.map((uid) => tx.get(balances, uid) ?? emptyBalance(uid)),
      items: uids.flatMap((uid) => tx.where(items, 'consignorId', uid)),
      trades: uids.flatMap((uid) => tx.where(trades, 'buyerUid', uid)),
      offers: uids.flatMap((uid) => tx.where(offers, 'sellerUid', uid)),
      payouts: uids.flatMap((uid) => tx.where(payouts, 'uid', uid)),
      waitingSales,
    }),
  )
  if (left.length > 0) throw refusal(privacyRefusals, 'NOT_SETTLED', { message: `To be settled first: ${left.join(', ')}.` })
}
