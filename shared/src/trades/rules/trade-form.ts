import * as z from 'zod/mini'
import { newAddressSchema } from '../../accounts/rules/address.ts'
import { centsSchema, positiveCentsSchema } from '../../kernel/money.ts'
import { requiredText } from '../../kernel/text.ts'
import { type FileRule, fileOf, MEBIBYTE } from '../../kernel/upload.ts'
import { plainTrackingNumber } from '../../shipments/rules/tracking.ts'
import { TRADE_CARRIERS } from '../schema.ts'

/** Sentences of the trade's forms (spec §5). */
export const ADDRESS_MISSING = 'Please add a shipping address in your profile before requesting a trade'
export const PRICE_MISSING = 'Price per item must be greater than 0'
export const BUYER_COUNTER_MISSING = 'Counter price must be greater than 0'
export const SELLER_COUNTER_MISSING = 'Invalid counter price'
export const SHIPPING_INCOMPLETE = 'Please fill in all shipping information'
export const TRACKING_MISSING = 'Please enter tracking number'

/** What is said of a quantity out of range; `max`: pieces others offer. */
export const quantityRange = (max: number): string => `Quantity must be between 1 and ${max}`

/** A price in cents, above 0, with the sentence said of any other. */
export const priceSchema = (message: string) =>
  z.pipe(z.number(message).check(z.refine((price) => Number.isInteger(price) && price > 0, message)), positiveCentsSchema)

/** A total in cents as a buyer was shown it; may be left out. */
export const shownTotalSchema = z.nullish(centsSchema)

/** The address of a request: the default one of the buyer's profile, as it is now. */
export const tradeAddressSchema = z.object(newAddressSchema.shape, ADDRESS_MISSING)

/** Why a buyer cancelled, as typed; may be left out. */
export const MAX_REASON = 500

/** Most characters that may be typed for a trade's tracking number, with spaces wherever one likes. */
export const MAX_TRACKING = 80
/** Most characters it has without spaces and hyphens; the longest known has 38. */
const MAX_PLAIN_TRACKING = 40

/** A ZIP in front of the number, as a label's barcode holds it: it would tell the sellers where the buyer lives. */
const WITH_ZIP = /^420(?:\d{5}|\d{9})(?=9[1-5](?:\d{20}|\d{24})$)/
/** The beginning of a UPS number: the six characters of who sends may all be letters. No other carrier's number has more than four in a row. */
const UPS_SENDER = /^1Z[0-9A-Z]{6}(?=[0-9A-Z]{2}\d{8}$)/

const isNoMessage = (number: string) => /\d/.test(number) && !/[A-Z]{5}/.test(number.replace(UPS_SENDER, ''))

/** A tracking number as a trade keeps it and carriers compare it. Sellers read it, and it is no place for messages: it has letters and digits only, and no words. */
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

/** A carrier of a trade, in the spec's spelling whatever the case. */
export const tradeCarrierSchema = z
  .pipe(
    z.string(SHIPPING_INCOMPLETE),
    z.transform((carrier) => TRADE_CARRIERS.find((known) => known.toUpperCase() === carrier.trim().toUpperCase()) ?? ''),
  )
  .check(z.refine((carrier) => carrier !== '', 'Please choose USPS, UPS or FedEx'))

/** What a shipping label may be (spec §5 Label upload): a PDF or a picture. */
export const LABEL_FILE: FileRule = {
  maxBytes: 10 * MEBIBYTE,
  types: ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/webp'],
  missing: SHIPPING_INCOMPLETE,
  tooLarge: 'The label must be at most 10 MB',
  wrongType: 'Only PDF files and images are allowed',
}

/** The label upload, all of which is required (spec §5). */
export const labelFormSchema = z.object({
  trackingNumber: tradeTrackingSchema(SHIPPING_INCOMPLETE),
  carrier: tradeCarrierSchema,
  labelFile: fileOf(LABEL_FILE),
})
