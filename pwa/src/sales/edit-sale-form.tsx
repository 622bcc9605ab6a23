import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { editSale } from '@shop/shared/sales/commands/edit-sale.ts'
import { paysAbovePrice, type Sale } from '@shop/shared/sales/schema.ts'
import { useState } from 'react'
import { useRunCommand } from '../sync/api.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { useShopForm } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { changesOf, editSaleSchema, valuesOf } from './edit-sale-values.ts'

type Props = { readonly sale: Sale; readonly onClose: () => void; readonly onDone: (message: string) => void }

const ABOVE_PRICE = {
  title: 'Payout above the sale price?',
  body: 'By this record the consignor gets more than the customer paid. The sale is marked, and the audit log says so.',
  confirmLabel: 'Save this payout',
  cancelLabel: 'Change it',
  tone: 'neutral',
} as const

/** Edits the record of a sale. Balances and stock stay as booked. */
export function EditSaleForm({ sale, onClose, onDone }: Props) {
  const [opened] = useState(sale)
  const run = useRunCommand()
  const confirm = useConfirm()
  const { submit, changed, busy, problem, forget } = useSubmit('Error updating sale: ')
  const {
    form,
    element,
    submit: check,
  } = useShopForm({
    initialValues: valuesOf(opened),
    schema: editSaleSchema,
    onChange: changed,
  })
  const save = check(async (values) => {
    const changes = changesOf(opened, values)
    if (Object.keys(changes).length === 0) return onClose()
    const isRepriced = changes.salePriceCents !== undefined || changes.payoutCents !== undefined
    if (isRepriced && paysAbovePrice({ ...opened, ...changes }) && !(await confirm(ABOVE_PRICE))) return
    if (await submit(({ commandId }) => run(editSale, { saleId: sale.id, changes }, { id: commandId })))
      onDone('Sale updated successfully! Data refreshed.')
  })
  const money = { inputMode: 'decimal', leftSection: '$' } as const
  return (
    <form ref={element} onSubmit={save} noValidate>
      <Stack>
        <Text c="dimmed">Only the record changes: the balance and the inventory stay as they are.</Text>
        <TextInput label="Item name" withAsterisk data-autofocus {...form.getInputProps('itemName')} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Quantity sold" withAsterisk inputMode="numeric" {...form.getInputProps('soldQuantity')} />
          <TextInput label="Sale price" withAsterisk {...money} {...form.getInputProps('salePriceCents')} />
          <TextInput label="Shipping cost" withAsterisk {...money} {...form.getInputProps('shippingCostCents')} />
          <TextInput label="Payout amount" withAsterisk {...money} {...form.getInputProps('payoutCents')} />
        </SimpleGrid>
        <FormFoot problem={problem} onClear={forget} onCancel={onClose} busy={busy} label="Save" />
      </Stack>
    </form>
  )
}
