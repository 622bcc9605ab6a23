import * as z from 'zod/mini'
import { defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'
import { centsSchema } from '../kernel/money.ts'

/** Ways a payout is sent (spec §3 Payout). */
export const payoutMethodSchema = z.enum(['cashapp', 'venmo'], 'Please select a payment method')
/** A way a payout is sent. */
export type PayoutMethod = z.infer<typeof payoutMethodSchema>

/** A consignor's request to be paid (spec §3). What it asks for is held from the moment of the request. */
export const payoutSchema = z.object({
  id: idSchema,
  /** The consignor. */
  uid: idSchema,
  amountCents: centsSchema,
  method: payoutMethodSchema,
  /** Where the money goes, with its prefix: `$cashtag` or `@venmo`. */
  handle: z.string(),
  /** Spec §4: pending, then paid, or deleted (which gives the amount back). */
  status: z.enum(['pending', 'paid', 'deleted']),
  requestedAtMs: z.number(),
  /** When it was paid or deleted; null while it is pending. */
  settledAtMs: z.nullable(z.number()),
  /** The admin who paid or deleted it; null while it is pending. */
  settledByUid: z.nullable(z.string()),
})
/** A consignor's request to be paid. */
export type Payout = z.infer<typeof payoutSchema>

/** Payouts: admins see all, a consignor sees the own ones without who handled them. */
export const payouts = defineCollection({
  name: 'payouts',
  schema: payoutSchema,
  indexes: ['uid'],
  audience: (payout) => ['admins', `user:${payout.uid}`],
  userFields: ['uid', 'amountCents', 'method', 'handle', 'status', 'requestedAtMs', 'settledAtMs'],
})

/** Where a consignor was last paid (spec §3 Saved payment info). The id is the uid; '' for none. */
export const paymentInfoSchema = z.object({ id: idSchema, cashtag: z.string(), venmoUsername: z.string() })
/** Where a consignor was last paid. */
export type PaymentInfo = z.infer<typeof paymentInfoSchema>

/** Saved payment info: each person sees the own one, admins all. */
export const paymentInfos = defineCollection({
  name: 'paymentInfos',
  schema: paymentInfoSchema,
  audience: (info) => ['admins', `user:${info.id}`],
  userFields: 'all',
})
