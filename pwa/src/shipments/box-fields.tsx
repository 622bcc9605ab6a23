import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { OTHER_CARRIER } from '@shop/shared/shipments/rules/shipment-form.ts'
import { trackingWarning } from '@shop/shared/shipments/rules/tracking.ts'
import { SHIPMENT_LIMITS } from '@shop/shared/shipments/schema.ts'
import { CARRIER_OPTIONS, type ShipmentFormValues } from './shipment-form-values.ts'

type Props = {
  readonly values: ShipmentFormValues
  readonly inputProps: (field: keyof ShipmentFormValues) => GetInputPropsReturnType
  /** The place of the tracking number, for a person who looks for it. */
  readonly printedOn: string
  /** Maximum length that the number's field lets a person type. */
  readonly maxLength?: number
  /** Completes "You can … it as it is." below a number that looks wrong. */
  readonly verb: string
}

/** Fields for the carrier and the tracking number of a box, with a doubt about a number that does not fit the carrier. */
export function BoxFields({ values: { carrier, otherCarrier, trackingNumber }, inputProps, printedOn, maxLength, verb }: Props) {
  const warning = trackingWarning(carrier === OTHER_CARRIER ? otherCarrier.trim() : carrier, trackingNumber)
  return (
    <>
      <NativeSelect label="Carrier" withAsterisk data={CARRIER_OPTIONS} data-autofocus {...inputProps('carrier')} />
      {carrier === OTHER_CARRIER && (
        <TextInput label="Carrier name" withAsterisk maxLength={SHIPMENT_LIMITS.carrier} {...inputProps('otherCarrier')} />
      )}
      <TextInput
        label="Tracking number"
        withAsterisk
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        description={printedOn}
        {...inputProps('trackingNumber')}
      />
      {warning !== null && (
        <Text role="status" size="sm" c="var(--shop-warn)">
          {warning} You can {verb} it as it is.
        </Text>
      )}
    </>
  )
}
