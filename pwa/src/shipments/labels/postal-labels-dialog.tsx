import { Button, Group, Stack, Text } from '@mantine/core'
import { fileOf } from '@shop/shared/kernel/upload.ts'
import { addLabelCall, removeLabelCall } from '@shop/shared/shipments/label-calls.ts'
import type { PostalLabel } from '@shop/shared/shipments/label-schema.ts'
import { shipmentFormSchema } from '@shop/shared/shipments/rules/shipment-form.ts'
import { carrierWord } from '@shop/shared/shipments/rules/tracking.ts'
import { SHIPMENT_LIMITS } from '@shop/shared/shipments/schema.ts'
import { LABEL_FILE } from '@shop/shared/trades/rules/trade-form.ts'
import * as z from 'zod/mini'
import { useCall, usePendingActions, useSyncStatus } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { LabelFileField } from '../../ui/label-file-field.tsx'
import rows from '../../ui/rows.module.css'
import { SearchInput } from '../../ui/search-input.tsx'
import { useNames } from '../../ui/use-names.ts'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { BoxFields } from '../box-fields.tsx'
import { carrierOf, type ShipmentFormValues, valuesOf } from '../shipment-form-values.ts'
import { useLabelFile } from './label-file.ts'
import { useLabelSearch } from './use-label-search.ts'

const schema = z.intersection(shipmentFormSchema, z.object({ labelFile: fileOf(LABEL_FILE) }))

/** The shop's prepaid postal labels, for admins: adding, looking at and deleting them. */
export default function PostalLabelsDialog({ onClose }: { readonly onClose: () => void }) {
  const banner = useBanner()
  return (
    <FormModal title="Postal Labels" onClose={onClose}>
      <Stack>
        <Text c="dimmed">
          Prepaid labels to this shop, one file for each box. Consignors take the next free one, and the landing page promises a postal
          label while there is one.
        </Text>
        <Banner {...banner.props} inline />
        <AddLabelForm onClose={onClose} onDone={banner.show} />
        <LabelList show={banner.show} />
      </Stack>
    </FormModal>
  )
}

type Values = ShipmentFormValues & { labelFile: File | null }

function AddLabelForm({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: (message: string) => void }) {
  const call = useCall()
  const { online } = useSyncStatus()
  const { syncNow } = usePendingActions()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const options = { initialValues: { ...valuesOf(null), labelFile: null }, schema, onChange: changed }
  const { form, element, submit: check, refused } = useShopForm<Values>(options)
  const send = check(async (values) => {
    let message = ''
    const isDone = await submit(async () => {
      try {
        const body = { carrier: carrierOf(values), trackingNumber: values.trackingNumber, labelFile: values.labelFile as File }
        message = (await call(addLabelCall, { body })).message
      } catch (thrown) {
        refused(thrown)
        throw thrown
      }
    })
    void syncNow().catch(() => undefined)
    if (!isDone) return
    // the next label of a sheet mostly has the same carrier
    form.setValues({ trackingNumber: '', labelFile: null })
    onDone(message)
  })
  return (
    <form ref={element} onSubmit={send} noValidate aria-label="Add a postal label">
      <Stack>
        <BoxFields
          values={form.values}
          inputProps={form.getInputProps}
          maxLength={SHIPMENT_LIMITS.trackingNumber}
          printedOn="As printed on the label"
          verb="add"
        />
        <LabelFileField seenBy="Only admins and the consignor who takes it can see it." inputProps={form.getInputProps('labelFile')} />
        <FormFoot
          problem={problem}
          onClear={forget}
          onCancel={onClose}
          busy={busy}
          whyNot={online ? null : 'You are offline. Labels can be added when there is a connection.'}
          label="Add Label"
        />
      </Stack>
    </form>
  )
}

function LabelList({ show }: { readonly show: (message: string) => void }) {
  const { shown, moreCount, allCount, freeCount, text, setText, loadMore } = useLabelSearch()
  if (allCount === 0) return <Text c="dimmed">No postal labels yet. Without one, consignors send boxes with labels of their own.</Text>
  return (
    <>
      <Text fw="bold">{freeCount === 0 ? 'No label is free' : `Free: ${freeCount}`}</Text>
      <SearchInput label="Search labels" placeholder="Tracking number, carrier or consignor" value={text} onText={setText} />
      {shown.length === 0 && <Text c="dimmed">No labels found</Text>}
      <ul className={rows.list} aria-label="Postal labels">
        {shown.map((label) => (
          <LabelRow key={label.id} label={label} show={show} />
        ))}
      </ul>
      {moreCount > 0 && (
        <Button variant="default" onClick={loadMore}>
          Load More ({moreCount})
        </Button>
      )}
    </>
  )
}

function LabelRow({ label, show }: { readonly label: PostalLabel; readonly show: (message: string) => void }) {
  const { online } = useSyncStatus()
  const { syncNow } = usePendingActions()
  const nameOfTaker = useNames()
  const call = useCall()
  const confirm = useConfirm()
  const download = useLabelFile(show)
  const { id, carrier, trackingNumber, uid } = label
  const offline = online ? {} : { disabled: true, title: 'Offline: labels are at the server' }
  const remove = async () => {
    const isSure = await confirm({
      title: 'Delete this postal label?',
      body: `${carrierWord(carrier)} ${trackingNumber}. ${uid === null ? 'No consignor can take it any more.' : 'Its consignor can no longer download it.'} This cannot be undone.`,
      confirmLabel: 'Delete',
      tone: 'bad',
    })
    if (!isSure) return
    try {
      show((await call(removeLabelCall, { params: { id } })).message)
    } catch (thrown) {
      show(errorMessage('Error: ', thrown))
    }
    void syncNow().catch(() => undefined)
  }
  return (
    <li className={rows.row}>
      <div>
        <bdi>
          {carrierWord(carrier)} {trackingNumber}
        </bdi>
        <Text size="sm" c="dimmed">
          {uid === null ? (
            'Free'
          ) : (
            <>
              Taken by <bdi>{nameOfTaker(uid)}</bdi>
            </>
          )}
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" aria-label={`Download ${trackingNumber}`} onClick={() => void download(label)} {...offline}>
          Download
        </Button>
        <Button variant="default" aria-label={`Delete ${trackingNumber}`} onClick={() => void remove()} {...offline}>
          Delete
        </Button>
      </Group>
    </li>
  )
}
