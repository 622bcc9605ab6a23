import * as z from 'zod/mini'
import { requiredText } from '../../kernel/text.ts'
import { CARRIERS, SHIPMENT_LIMITS } from '../schema.ts'

/** Option of the form's select for any other carrier. */
export const OTHER_CARRIER = 'OTHER'

/** A carrier's name, ready to store: a known carrier in its usual spelling, in whatever case it was typed; any other name as typed. */
export function carrierName(carrier: string): string {
  return CARRIERS.find((known) => known === carrier.toUpperCase()) ?? carrier
}

/** A carrier, required; 'OTHER' alone names none. */
export const carrierSchema = z.pipe(
  requiredText(SHIPMENT_LIMITS.carrier, 'Please select a carrier').check(
    z.refine((carrier) => carrier.toUpperCase() !== OTHER_CARRIER, 'Please enter carrier name'),
  ),
  z.transform(carrierName),
)

/** A tracking number: required, kept as typed. A wrong check digit causes a warning and no refusal. */
export const trackingNumberSchema = requiredText(SHIPMENT_LIMITS.trackingNumber, 'Please enter tracking number')

/** The form: a select with OTHER, and a field for the name behind it. */
export const shipmentFormSchema = z
  .object({
    carrier: requiredText(SHIPMENT_LIMITS.carrier, 'Please select a carrier'),
    otherCarrier: z.string().check(z.maxLength(SHIPMENT_LIMITS.carrier, `At most ${SHIPMENT_LIMITS.carrier} characters`)),
    trackingNumber: trackingNumberSchema,
  })
  .check(
    z.refine((form) => form.carrier !== OTHER_CARRIER || carrierSchema.safeParse(form.otherCarrier).success, {
      message: 'Please enter carrier name',
      path: ['otherCarrier'],
    }),
  )
