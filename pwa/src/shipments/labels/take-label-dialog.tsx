import { Stack, Text } from '@mantine/core'
import { takeLabelCall } from '@shop/shared/shipments/label-calls.ts'
import { MAX_BOX_POUNDS } from '@shop/shared/shipments/rules/status.ts'
import type { FormEvent } from 'react'
import { useCall, usePendingActions, useSyncStatus } from '../../sync/api.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useSubmit } from '../../ui/use-submit.ts'

type Props = { readonly onClose: () => void; readonly onDone: (message: string) => void }

/** Takes one of the shop's postal labels for a new box. Only the server knows which labels are free, so this needs a connection. */
export default function TakeLabelDialog({ onClose, onDone }: Props) {
  const call = useCall()
  const { online } = useSyncStatus()
  const { syncNow } = usePendingActions()
  const { submit, busy, problem, forget } = useSubmit('Error: ')
  const take = async (event: FormEvent) => {
    event.preventDefault()
    let message = ''
    // the same id at every attempt, so that an answer that got lost costs no second label
    const isDone = await submit(async ({ rowId }) => {
      message = (await call(takeLabelCall, { body: { id: rowId } })).message
    })
    void syncNow().catch(() => undefined)
    if (isDone) onDone(message)
  }
  return (
    <FormModal title="Get a Postal Label" onClose={onClose} size="md">
      <form onSubmit={(event) => void take(event)} noValidate>
        <Stack>
          <Text>
            The shop has paid the postage of one box under {MAX_BOX_POUNDS} lbs. Your shipment is submitted with the label’s carrier and
            tracking number, and the label is then beside it under Shipments, to download and print.
          </Text>
          <FormFoot
            problem={problem}
            onClear={forget}
            onCancel={onClose}
            busy={busy}
            whyNot={online ? null : 'You are offline. A label can be taken when there is a connection.'}
            label="Take the label"
          />
        </Stack>
      </form>
    </FormModal>
  )
}
