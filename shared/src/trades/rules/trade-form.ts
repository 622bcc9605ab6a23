import * as z from 'zod/mini'
import { newAddressSchema } from '../../accounts/rules/address.ts'
import { centsSchema, positiveCentsSchema } from '../../kernel/money.ts'
import { requiredText } from '../../kernel/text.ts'
import { type FileRule, fileOf, MEBIBYTE } from '../../kernel/upload.ts'
import { plainTrackingNumber } from '../../shipments/rules/tracking.ts'
import { TRADE_CARRIERS } from '../schema.ts'

/** Sentences of the trade's forms. */
export const ADDRESS_MISSING = 'Please add a shipping address in your profile before requesting a trade'
export const PRICE_MISSING = 'Price per item must be greater than 0'
export const BUYER_COUNTER_MISSING = 'Counter price must be greater than 0'
export const SELLER_COUNTER_MISSING = 'Invalid counter price'
export const SHIPPING_INCOMPLETE = 'Please fill in all shipping information'
export const TRACKING_MISSING = 'Please enter tracking number'

/** Error message for a quantity out of range; `max`: pieces that others offer. */
export const quantityRange = (max: number): string => `Quantity must be between 1 and ${max}`

/** A price in cents, above 0, with the sentence for any other value. */
export const priceSchema = (message: string) =>
  z.pipe(z.number(message).check(z.refine((price) => Number.isInteger(price) && price > 0, message)), positiveCentsSchema)

/** Optional: a total in cents, as the buyer saw it. */
export const shownTotalSchema = z.nullish(centsSchema)

/** Address of a request: the buyer's default address as it is now. */
export const tradeAddressSchema = z.object(newAddressSchema.shape, ADDRESS_MISSING)

/** Most characters of a buyer's reason to cancel, which is optional. */
export const MAX_REASON = 500

/** Most characters typed for a trade's tracking number, spaces included. */
export const MAX_TRACKING = 80
/** Most characters without spaces and hyphens; the longest known number has 38. */
const MAX_PLAIN_TRACKING = 40

/** A ZIP in front of the number, as in a label's barcode: it would reveal to the sellers where the buyer lives. */
const WITH_ZIP = /^420(?:\d{5}|\d{9})(?=9[1-5](?:\d{20}|\d{24})$)/
/** Beginning of a UPS number, whose six sender characters may all be letters. No other carrier's number has more than four letters in a row. */
const UPS_SENDER = /^1Z[0-9A-Z]{6}(?=[0-9A-Z]{2}\d{8}$)/

const isNoMessage = (number: string) => /\d/.test(number) && !/[A-Z]{5}/.test(number.replace(UPS_SENDER, ''))

/** A tracking number as trades store it and carriers compare it: letters and digits only. Words are refused, because sellers read it and it must
 *  carry no message. */
export const tradeTrackingSchema = (missing: string) =>
  z
    .pipe(
      requiredText(MAX_TRACKING, missing),
      z.transform((number) => plainTrackingNumber(number).replace(WITH_ZIP, '')),
    )
    .check(
      z.refine((number) => number !== '', missing),
      z.refine((number) => number.length <= MAX_PLAIN_TRACKING, `At most ${MAX_PLAIN_TRACKING} characters`),
      z.refine((number) => /^[A-Z0-9]*$/.test(number), 'A tracking number has letters and digits only'),
      z.refine(isNoMessage, 'A tracking number has digits, and no more than four letters in a row. Please compare it with the label.'),
    )

/** A carrier of a trade, in its official spelling whatever the case. */
export const tradeCarrierSchema = z
  .pipe(
    z.string(SHIPPING_INCOMPLETE),
    z.transform((carrier) => TRADE_CARRIERS.find((known) => known.toUpperCase() === carrier.trim().toUpperCase()) ?? ''),
  )
  .check(z.refine((carrier) => carrier !== '', 'Please choose USPS, UPS or FedEx'))

/** Limits of a shipping label: a PDF or a picture. */
export const LABEL_FILE: FileRule = {
  maxBytes: 10 * MEBIBYTE,
  types: ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/webp'],
  missing: SHIPPING_INCOMPLETE,
  tooLarge: 'The label must be at most 10 MB',
  wrongType: 'Only PDF files and images are allowed',
}

/** The label upload, all fields required. */
export const labelFormSchema = z.object({
  trackingNumber: tradeTrackingSchema(SHIPPING_INCOMPLETE),
  carrier: tradeCarrierSchema,
  labelFile: fileOf(LABEL_FILE),
})
