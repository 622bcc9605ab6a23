import * as z from 'zod/mini'
import { newAddressSchema } from '../../accounts/rules/address.ts'
import { centsSchema, positiveCentsSchema } from '../../kernel/money.ts'
import { requiredText } from '../../kernel/text.ts'
import { type FileRule, fileOf, MEBIBYTE } from '../../kernel/upload.ts'
import { plainTrackingNumber, withoutZip } from '../../shipments/rules/tracking.ts'
import { TRADE_CARRIERS } from '../schema.ts'

/** Sentences of the trade's forms. */
export const ADDRESS_MISSING = 'Please add a shipping address in your profile before requesting a trade'
export const PRICE_MISSING = 'Price per item must be greater than 0'
export const BUYER_COUNTER_MISSING = 'Counter price must be greater than 0'
export const SELLER_COUNTER_MISSING = 'Invalid counter price'
export const SHIPPING_INCOMPLETE = 'Please fill in all shipping information'
export const TRACKING_MISSING = 'Please enter tracking number'

/** Error message for a quantity out of range. `max`: number of pieces that other people offer. */
export const quantityRange = (max: number): string => `Quantity must be between 1 and ${max}`

/** A price in cents, above 0. `message`: the sentence for any other value. */
export const priceSchema = (message: string) =>
  z.pipe(z.number(message).check(z.refine((price) => Number.isInteger(price) && price > 0, message)), positiveCentsSchema)

/** The total that the buyer saw, in cents; optional. */
export const shownTotalSchema = z.nullish(centsSchema)

/** Shipping address in a request. */
export const tradeAddressSchema = z.object(newAddressSchema.shape, ADDRESS_MISSING)

/** Maximum length of a buyer's reason to cancel, in characters. */
export const MAX_REASON = 500

/** Maximum length of a tracking number as typed, in characters. */
export const MAX_TRACKING = 80
/** Maximum length of a tracking number without spaces and hyphens, in characters. The longest known number has 38. */
const MAX_PLAIN_TRACKING = 40

/** Beginning of a UPS number: six characters of the sender may be letters. No other carrier's number has more than four letters in a row. */
const UPS_SENDER = /^1Z[0-9A-Z]{6}(?=[0-9A-Z]{2}\d{8}$)/

const isNoMessage = (number: string) => /\d/.test(number) && !/[A-Z]{5}/.test(number.replace(UPS_SENDER, ''))

/** A tracking number of a trade, with letters and digits only. Refuses long words and numbers without digits, because sellers read the number and it
 *  must contain no message. */
export const tradeTrackingSchema = (missing: string) =>
  z
    .pipe(
      requiredText(MAX_TRACKING, missing),
      // the buyer's ZIP in front of the number would tell the sellers where the buyer lives
      z.transform((number) => withoutZip(plainTrackingNumber(number))),
    )
    .check(
      z.refine((number) => number !== '', missing),
      z.refine((number) => number.length <= MAX_PLAIN_TRACKING, `At most ${MAX_PLAIN_TRACKING} characters`),
      z.refine((number) => /^[A-Z0-9]*$/.test(number), 'A tracking number has letters and digits only'),
      z.refine(isNoMessage, 'A tracking number has digits, and no more than four letters in a row. Please compare it with the label.'),
    )

/** A carrier of a trade, typed in any case and changed to its official spelling. */
export const tradeCarrierSchema = z
  .pipe(
    z.string(SHIPPING_INCOMPLETE),
    z.transform((carrier) => TRADE_CARRIERS.find((known) => known.toUpperCase() === carrier.trim().toUpperCase()) ?? ''),
  )
  .check(z.refine((carrier) => carrier !== '', 'Please choose USPS, UPS or FedEx'))

/** Limits of a shipping label, which is a PDF or a picture. */
export const LABEL_FILE: FileRule = {
  maxBytes: 10 * MEBIBYTE,
  types: ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/webp'],
  missing: SHIPPING_INCOMPLETE,
  tooLarge: 'The label must be at most 10 MB',
  wrongType: 'Only PDF files and images are allowed',
}

/** The form to upload a label. All fields are required. */
export const labelFormSchema = z.object({
  trackingNumber: tradeTrackingSchema(SHIPPING_INCOMPLETE),
  carrier: tradeCarrierSchema,
  labelFile: fileOf(LABEL_FILE),
})
