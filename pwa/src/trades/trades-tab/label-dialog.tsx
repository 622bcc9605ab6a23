import { Button, FileInput, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { trackingWarning } from '@shop/shared/shipments/rules/tracking.ts'
import { uploadShippingLabel } from '@shop/shared/trades/calls/trades.ts'
import { LABEL_FILE, labelFormSchema, MAX_TRACKING } from '@shop/shared/trades/rules/trade-form.ts'
import { TRADE_CARRIERS, type Trade } from '@shop/shared/trades/schema.ts'
import { IconFile } from '@tabler/icons-react'
import { useCall, useSyncStatus } from '../../sync/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { useFreshRows } from '../offers/use-offer-act.ts'
import { shownTradeId } from '../trade-words.tsx'

type Props = { readonly trade: Trade; readonly onClose: () => void; readonly onMessage: (text: string) => void }
type Values = { trackingNumber: string; carrier: string; labelFile: File | null }

/** Takes the label of a buyer who provides the shipping (spec §2). */
export function LabelDialog({ trade, onClose, onMessage }: Props) {
  return (
    <FormModal title={trade.label ? 'Replace Shipping Label' : 'Upload Shipping Label'} onClose={onClose} size="md">
      <LabelForm trade={trade} onClose={onClose} onMessage={onMessage} />
    </FormModal>
  )
}

function LabelForm({ trade, onClose, onMessage }: Props) {
  const call = useCall()
  const { online } = useSyncStatus()
  const refresh = useFreshRows()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const {
    form,
    element,
    submit: check,
    refused,
  } = useShopForm<Values>({
    initialValues: { trackingNumber: trade.trackingNumber, carrier: trade.carrier || TRADE_CARRIERS[0], labelFile: null },
    schema: labelFormSchema,
    onChange: changed,
  })
  const { carrier, trackingNumber } = form.values
  const warning = trackingWarning(carrier, trackingNumber)

  const send = check(async (values) => {
    const body = labelFormSchema.parse(values)
    let message = ''
    const isDone = await submit(async () => {
      try {
        message = (await call(uploadShippingLabel, { params: { id: trade.id }, body })).message
      } catch (thrown) {
        refused(thrown)
        throw thrown
      }
    })
    void refresh()
    if (!isDone) return
    onClose()
    onMessage(message)
  })
  return (
    <form ref={element} onSubmit={send} noValidate>
      <Stack>
        <Text>
          <bdi>{trade.itemName}</bdi> <span className="tabular">({shownTradeId(trade)})</span>
        </Text>
        <TextInput
          label="Tracking number"
          withAsterisk
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_TRACKING}
          data-autofocus
          {...form.getInputProps('trackingNumber')}
        />
        <NativeSelect label="Carrier" withAsterisk data={[...TRADE_CARRIERS]} {...form.getInputProps('carrier')} />
        {warning !== null && (
          <Text role="status" size="sm" c="var(--shop-warn)">
            {warning} You can upload it as it is.
          </Text>
        )}
        <FileInput
          label="Label file"
          withAsterisk
          description="A PDF or a picture, at most 10 MB. Only you and the shop can see it."
          placeholder="Choose a file"
          accept={LABEL_FILE.types.join(',')}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the file' }}
          leftSection={<IconFile size="1.25rem" aria-hidden="true" />}
          {...form.getInputProps('labelFile')}
        />
        <FormProblem text={problem} onClear={forget} />
        {!online && <Text c="dimmed">You are offline. The label can be uploaded when there is a connection.</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!online}>
            {trade.label ? 'Replace Label' : 'Upload Label'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
