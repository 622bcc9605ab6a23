import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { cancelTradeCall } from '@shop/shared/trades/calls/trades.ts'
import { MAX_REASON } from '@shop/shared/trades/rules/trade-form.ts'
import type { Trade } from '@shop/shared/trades/schema.ts'
import { type FormEvent, useState } from 'react'
import { useCall, useSyncStatus } from '../../sync/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { useFreshRows } from '../use-row-act.ts'

/** Sent when nothing was typed, so that admins always see a reason. */
const NO_REASON = 'Cancelled by buyer'

type Props = { readonly trade: Trade; readonly onClose: () => void; readonly onMessage: (text: string) => void }

/** Asks for a confirmation and a reason before a request is cancelled. */
export function CancelTradeDialog({ trade, onClose, onMessage }: Props) {
  const call = useCall()
  const { online } = useSyncStatus()
  const refresh = useFreshRows()
  const [reason, setReason] = useState('')
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')

  const send = async (event: FormEvent) => {
    event.preventDefault()
    let message = ''
    const isDone = await submit(async () => {
      message = (await call(cancelTradeCall, { params: { id: trade.id }, body: { reason: reason.trim() || NO_REASON } })).message
    })
    void refresh()
    if (!isDone) return
    onClose()
    onMessage(message)
  }
  return (
    <FormModal title={`Cancel the trade for “${trade.itemName}”?`} onClose={onClose} size="md">
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack>
          <Text>The offer to the sellers ends, and what is held of your balance is available again. This cannot be undone.</Text>
          <Textarea
            label="Reason (optional)"
            description="For the shop; sellers do not see it."
            autosize
            minRows={2}
            maxLength={MAX_REASON}
            value={reason}
            onChange={(event) => {
              changed()
              setReason(event.currentTarget.value)
            }}
          />
          <FormProblem text={problem} onClear={forget} />
          {!online && <Text c="dimmed">You are offline. A trade can be cancelled when there is a connection.</Text>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Keep the trade
            </Button>
            <Button type="submit" color="red" loading={busy} disabled={!online}>
              Cancel trade
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
