import * as z from 'zod/mini'
import { requireActingFor, requireNotErased } from '../../accounts/rules/acting-for.ts'
import { isErased } from '../../accounts/rules/erasure.ts'
import { presentConsignor, successorOf, touchesOfConsignor } from '../../accounts/rules/successor.ts'
import { byField, byId, byReference, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import { emptyBalance, post } from '../../sales/rules/ledger.ts'
import { balances } from '../../sales/schema.ts'
import { payoutRefusals } from '../errors.ts'
import { handleOf, handleProblem, payoutAmountSchema, tooMuch, typedHandleSchema } from '../rules/payout-form.ts'
import { MAX_PENDING_PAYOUTS, type PaymentInfo, type PayoutMethod, paymentInfos, payoutMethodSchema, payouts } from '../schema.ts'

const lastHandle = (info: PaymentInfo | undefined, method: PayoutMethod) => (method === 'cashapp' ? info?.cashtag : info?.venmoUsername)

const countPending = (tx: CommandTx, uid: string) => tx.where(payouts, 'uid', uid).filter(({ status }) => status === 'pending').length

/** Requests a payout: holds its amount at once (law *Hold*) and saves the handle; a new handle, or an admin's request for another person, needs a
 *  proof (decision 0041). Refuses BALANCE_TOO_LOW, PAYOUT_EXISTS, TOO_MANY_PAYOUTS (not to an admin), INVALID (handle missing or too long),
 *  FORBIDDEN, ACCOUNT_NOT_FOUND. */
export const requestPayout = defineCommand({
  name: 'payouts.request',
  args: z.object({
    payoutId: idSchema,
    uid: idSchema,
    amountCents: payoutAmountSchema,
    method: payoutMethodSchema,
    handle: typedHandleSchema,
  }),
  roles: ['user', 'admin'],
  paysOut: true,
  assurance: 'recent',
  // otherwise anybody at a tablet left unlocked could send the money to another account
  proofIf(tx, { uid, method, handle: typed }, actor) {
    if (actor.uid !== uid) return actor.role === 'admin'
    const handle = handleOf(method, typed)
    return handleProblem(method, handle) === null && handle !== lastHandle(tx.get(paymentInfos, uid), method)
  },
  refusals: ['BALANCE_TOO_LOW', 'PAYOUT_EXISTS', 'TOO_MANY_PAYOUTS', 'INVALID', 'FORBIDDEN', 'ACCOUNT_NOT_FOUND'],
  // locks the consignor's balance, so that of two simultaneous requests the second one counts the first as pending
  touches: ({ payoutId, uid }) => [
    byId(payouts, payoutId),
    ...touchesOfConsignor(uid),
    byId(paymentInfos, uid),
    byReference(paymentInfos, successorOf(uid)),
    byField(payouts, 'uid', uid, false),
  ],
  run(tx, { payoutId, uid: namedUid, amountCents, method, handle: typed }, ctx) {
    requireActingFor(tx, ctx, namedUid)
    const owner = presentConsignor(tx, namedUid)
    const uid = owner?.id ?? namedUid
    // a payout that the shop acknowledged before a restore may be paid, although its person is erased again meanwhile
    if (!ctx.isReturned) requireNotErased(owner)
    const forgetsHandle = owner !== undefined && isErased(owner)
    if (forgetsHandle) tx.forgetArgs()
    if (tx.get(payouts, payoutId)) throw refusal(payoutRefusals, 'PAYOUT_EXISTS')
    const handle = handleOf(method, typed)
    const wrong = handleProblem(method, handle)
    if (wrong !== null) throw refusal(kernelRefusals, 'INVALID', { message: wrong, fields: { paymentUsername: wrong } })
    const { availableCents } = tx.get(balances, uid) ?? emptyBalance(uid)
    if (amountCents > availableCents) {
      const message = tooMuch(availableCents)
      throw refusal(payoutRefusals, 'BALANCE_TOO_LOW', { message, fields: { amount: message } })
    }
    // a returned request is not limited, because some of the pending payouts may be paid already
    if (ctx.actor.role === 'user' && !ctx.isReturned && countPending(tx, namedUid) >= MAX_PENDING_PAYOUTS)
      throw refusal(payoutRefusals, 'TOO_MANY_PAYOUTS')
    tx.put(payouts, {
      id: payoutId,
      uid,
      amountCents,
      method,
      handle: forgetsHandle ? '' : handle,
      status: 'pending',
      requestedAtMs: ctx.nowMs,
      settledAtMs: null,
      settledByUid: null,
    })
    const info = tx.get(paymentInfos, uid) ?? { id: uid, cashtag: '', venmoUsername: '' }
    // the handle that a person has saved since a migration is newer than the one of an earlier account
    const keepsHandle = forgetsHandle || (uid !== namedUid && Boolean(lastHandle(info, method)))
    if (!keepsHandle && lastHandle(info, method) !== handle)
      tx.put(paymentInfos, { ...info, ...(method === 'cashapp' ? { cashtag: handle } : { venmoUsername: handle }) })
    post(tx, ctx, {
      kind: 'payout_request',
      sourceId: payoutId,
      sides: [
        { account: 'consignor_available', uid, amountCents: cents(-amountCents) },
        { account: 'consignor_held', uid, amountCents },
      ],
    })
  },
})
