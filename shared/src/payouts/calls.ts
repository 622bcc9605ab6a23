import * as z from 'zod/mini'
import { accountRefusals } from '../accounts/errors.ts'
import { secondFactorRefusals } from '../accounts/second-factor-errors.ts'
import { defineCall } from '../kernel/define-call.ts'
import { dollarsSchema } from '../kernel/dollars.ts'
import { kernelRefusals } from '../kernel/errors.ts'
import { idSchema } from '../kernel/ids.ts'
import { payoutRefusals } from './errors.ts'
import { AMOUNT_INVALID, typedHandleSchema } from './rules/payout-form.ts'
import { payoutMethodSchema } from './schema.ts'

const { PAYOUT_NOT_FOUND, PAYOUT_EXISTS, TOO_MANY_PAYOUTS, BALANCE_TOO_LOW, PAYOUT_PAID, PAYOUT_DELETED } = payoutRefusals
const { PAYOUTS_CLOSED, PROOF_NEEDED } = kernelRefusals
const { SECOND_FACTOR_DEMANDED } = secondFactorRefusals
const { ACCOUNT_NOT_FOUND } = accountRefusals

/** Maximum number of payouts in one list. */
export const PAYOUT_LIST_LIMIT = 5_000

/** A payout in a REST body, with its amount in dollars. */
export const restPayoutSchema = z.object({
  id: z.string(),
  amount: z.number(),
  method: payoutMethodSchema,
  paid: z.boolean(),
  date: z.string(),
  timestamp: z.string(),
  paymentUsername: z.string(),
})
/** A payout in a REST body. */
export type RestPayout = z.infer<typeof restPayoutSchema>

const ownerPath = z.object({ userId: z.string() })
const payoutPath = z.object({ userId: z.string(), id: z.string() })
const historyPath = z.object({ id: z.string() })
const messageAnswer = z.object({ message: z.string() })

/** Requests a payout, for callers without an outbox. */
export const requestPayoutCall = defineCall({
  name: 'payouts.askForPayout',
  method: 'POST',
  path: '/payouts/{userId}/request',
  access: { ownerParam: 'userId' },
  summary:
    'Requests a payout: its amount leaves the available balance at once. To a handle that differs from the last one, or for somebody else, this needs a sign-in or proof in the last 15 minutes.',
  params: ownerPath,
  body: z.object({
    id: z.optional(idSchema),
    // in the order of the form, because the first missing field gives the message
    method: payoutMethodSchema,
    amount: z.pipe(z.number(AMOUNT_INVALID).check(z.refine((dollars) => dollars >= 0.005, AMOUNT_INVALID)), dollarsSchema),
    // a missing handle passes here, because the command's rule says which kind of handle is missing
    paymentUsername: z.pipe(
      z.nullish(typedHandleSchema),
      z.transform((typed) => typed ?? ''),
    ),
  }),
  output: z.object({ message: z.string(), payout: restPayoutSchema }),
  refusals: { BALANCE_TOO_LOW, PAYOUT_EXISTS, TOO_MANY_PAYOUTS, PAYOUTS_CLOSED, PROOF_NEEDED, SECOND_FACTOR_DEMANDED, ACCOUNT_NOT_FOUND },
})

/** Gets the handles of a consignor's last payout requests. */
export const getPaymentInfoCall = defineCall({
  name: 'payouts.getPaymentInfo',
  method: 'GET',
  path: '/payouts/{userId}/payment-info',
  access: { ownerParam: 'userId' },
  summary: 'Returns the payment handles that a user’s last requests saved.',
  params: ownerPath,
  output: z.object({ cashtag: z.string(), venmoUsername: z.string() }),
  refusals: { ACCOUNT_NOT_FOUND },
})

/** Lists payouts that wait to be paid. */
export const listPendingPayoutsCall = defineCall({
  name: 'payouts.listPendingPayouts',
  method: 'GET',
  path: '/payouts/pending',
  access: 'admin',
  summary: `Lists pending payout requests, oldest first; at most ${PAYOUT_LIST_LIMIT}.`,
  output: z.object({
    payouts: z.array(
      z.extend(restPayoutSchema, {
        consignorID: z.string(),
        displayName: z.string(),
        cashAppLink: z.string(),
        venmoUsername: z.string(),
      }),
    ),
  }),
})

/** Marks a payout as paid. */
export const markPayoutPaidCall = defineCall({
  name: 'payouts.payPayout',
  method: 'PATCH',
  path: '/payouts/{userId}/{id}/paid',
  access: 'admin',
  summary: 'Marks a payout as paid. Repeating the call changes nothing more.',
  params: payoutPath,
  output: messageAnswer,
  refusals: { PAYOUT_NOT_FOUND, PAYOUT_DELETED, PAYOUTS_CLOSED },
})

/** Deletes a payout request. */
export const removePayoutCall = defineCall({
  name: 'payouts.deletePayout',
  method: 'DELETE',
  path: '/payouts/{userId}/{id}',
  access: 'admin',
  summary: 'Deletes a payout request and gives its amount back. Repeating the call changes nothing more.',
  params: payoutPath,
  output: messageAnswer,
  refusals: { PAYOUT_NOT_FOUND, PAYOUT_PAID, PAYOUTS_CLOSED },
})

/** Lists one consignor's payouts, for the sales history. */
export const listPayoutsCall = defineCall({
  name: 'payouts.listPayouts',
  method: 'GET',
  path: '/sales/payouts/{id}',
  access: { ownerParam: 'id' },
  summary: 'Lists one user’s payouts, pending and paid, newest first.',
  params: historyPath,
  output: z.object({ payouts: z.array(restPayoutSchema) }),
  refusals: { ACCOUNT_NOT_FOUND },
})

/** Gets the sum of a consignor's paid payouts. */
export const getTotalPayoutsCall = defineCall({
  name: 'payouts.getTotalPayouts',
  method: 'GET',
  path: '/sales/total-payouts/{id}',
  access: { ownerParam: 'id' },
  summary: 'Returns the sum of all paid payouts, in dollars.',
  params: historyPath,
  output: z.object({ totalPayouts: z.number() }),
  refusals: { ACCOUNT_NOT_FOUND },
})
