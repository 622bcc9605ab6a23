import * as z from 'zod/mini'
import { defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'
import { centsSchema } from '../kernel/money.ts'

/** Methods to send a payout. */
export const payoutMethodSchema = z.enum(['cashapp', 'venmo'], 'Please select a payment method')
/** Method to send a payout. */
export type PayoutMethod = z.infer<typeof payoutMethodSchema>

/** A consignor's payout request. Its amount is held at once (law *Hold*). */
export const payoutSchema = z.object({
  id: idSchema,
  /** The consignor. */
  uid: idSchema,
  amountCents: centsSchema,
  method: payoutMethodSchema,
  /** Recipient with its prefix: `$cashtag` or `@venmo`; '' when it was removed. */
  handle: z.string(),
  /** A deleted payout has released its amount. */
  status: z.enum(['pending', 'paid', 'deleted']),
  requestedAtMs: z.number(),
  /** Time of the payment or deletion; null while pending. */
  settledAtMs: z.nullable(z.number()),
  /** The admin who paid or deleted the payout; null while pending. */
  settledByUid: z.nullable(z.string()),
})
/** A consignor's request to be paid. */
export type Payout = z.infer<typeof payoutSchema>

/** Maximum number of pending payouts of one consignor. Only admins may request more for the consignor. */
export const MAX_PENDING_PAYOUTS = 20

/** Payouts: admins see all, consignors see their own without the admin who settled them. */
export const payouts = defineCollection({
  name: 'payouts',
  schema: payoutSchema,
  indexes: ['uid'],
  audience: (payout) => ['admins', `user:${payout.uid}`],
  userFields: ['uid', 'amountCents', 'method', 'handle', 'status', 'requestedAtMs', 'settledAtMs'],
})

/** Handles of a consignor's last payout requests; '' for none. The id is the uid. */
export const paymentInfoSchema = z.object({ id: idSchema, cashtag: z.string(), venmoUsername: z.string() })
/** Handles of a consignor's last payout requests. */
export type PaymentInfo = z.infer<typeof paymentInfoSchema>

/** Saved handles: each person sees their own, admins see all. */
export const paymentInfos = defineCollection({
  name: 'paymentInfos',
  schema: paymentInfoSchema,
  audience: (info) => ['admins', `user:${info.id}`],
  userFields: 'all',
})
