import type { Cents } from '@shop/shared/kernel/money.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { RequestPayoutForm } from './request-payout-form.tsx'

type Props = {
  readonly uid: string
  readonly availableCents: Cents
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

/** The form over whatever screen asked for it. */
export default function RequestPayoutDialog(props: Props) {
  return (
    <FormModal title="Request Payout" onClose={props.onClose} size="md">
      <RequestPayoutForm {...props} />
    </FormModal>
  )
}
