import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { kernelRefusals } from '../../kernel/errors.ts'
import { optionalText } from '../../kernel/text.ts'
import { tradeRefusals } from '../errors.ts'
import { TRADE_LIST_LIMIT } from '../rules/limits.ts'
import { LABEL_FILE, labelFormSchema, MAX_REASON } from '../rules/trade-form.ts'
import { restTradeSchema } from './rest.ts'

const { TRADE_NOT_FOUND, TRADE_CHANGED, TRADE_MOVED_ON, NOT_OWN_SHIPPING, LABEL_NOT_FOUND, LABEL_UNREADABLE } = tradeRefusals
const { TOO_LARGE } = kernelRefusals

const path = z.object({ id: z.string() })

/** Lists the caller's trade requests. */
export const listMyTradesCall = defineCall({
  name: 'trades.listMyTrades',
  method: 'GET',
  path: '/trades/my-trades',
  access: 'user',
  summary: `Lists the trades the caller asked for, newest first; at most ${TRADE_LIST_LIMIT}.`,
  output: z.object({ trades: z.array(restTradeSchema) }),
})

/** Cancels a trade request. */
export const cancelTradeCall = defineCall({
  name: 'trades.cancelTrade',
  method: 'POST',
  path: '/trades/{id}/cancel',
  access: 'user',
  summary: 'Cancels a trade as its buyer while no seller has accepted it; the whole hold becomes available again.',
  params: path,
  body: z.object({ reason: optionalText(MAX_REASON) }),
  output: z.object({ message: z.string() }),
  refusals: { TRADE_NOT_FOUND, TRADE_CHANGED, TRADE_MOVED_ON },
})

/** Gets the shipping state of a trade. */
export const getTradeShippingCall = defineCall({
  name: 'trades.getTradeShipping',
  method: 'GET',
  path: '/trades/{id}/shipping',
  access: 'user',
  summary: 'Returns a trade’s tracking to its buyer, to admins and to the sellers who accepted; only the buyer and admins see the address.',
  params: path,
  output: z.object({
    trackingNumber: z.nullable(z.string()),
    carrier: z.nullable(z.string()),
    shippingAddress: z.nullable(
      z.object({
        name: z.string(),
        street: z.string(),
        city: z.string(),
        state: z.string(),
        zip: z.string(),
        zipCode: z.string(),
        country: z.string(),
      }),
    ),
  }),
  refusals: { TRADE_NOT_FOUND },
})

/** Attaches the buyer's own label. */
export const attachLabelCall = defineCall({
  name: 'trades.uploadShippingLabel',
  method: 'POST',
  path: '/trades/{id}/shipping-label',
  access: 'user',
  assurance: 'recent',
  summary: 'Uploads the label of a buyer who provides the shipping: a PDF, or a picture, of which only the pixels are kept.',
  params: path,
  multipart: { files: { labelFile: LABEL_FILE } },
  cost: 'upload',
  body: labelFormSchema,
  output: z.object({ message: z.string() }),
  refusals: { TRADE_NOT_FOUND, TRADE_CHANGED, TRADE_MOVED_ON, NOT_OWN_SHIPPING, LABEL_UNREADABLE, TOO_LARGE },
})

/** Downloads the buyer's own label. Returns the file itself. */
export const downloadLabelCall = defineCall({
  name: 'trades.downloadShippingLabel',
  method: 'GET',
  path: '/trades/{id}/shipping-label',
  access: 'user',
  summary: 'Returns the label’s file to the trade’s buyer and to admins.',
  params: path,
  output: z.unknown(),
  refusals: { TRADE_NOT_FOUND, LABEL_NOT_FOUND },
})
