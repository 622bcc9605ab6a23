import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { parseDollars, plainDollars } from '@shop/shared/kernel/money.ts'
import { editSale, type SaleChanges, saleChangesSchema } from '@shop/shared/sales/commands/edit-sale.ts'
import type { Sale } from '@shop/shared/sales/schema.ts'
import { z } from 'zod'
import { useRunCommand } from '../sync/api.ts'
import { FormFoot } from '../ui/form-foot.tsx'
import { useShopForm } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'

type Props = { readonly sale: Sale; readonly onClose: () => void; readonly onDone: (message: string) => void }

const { shape } = saleChangesSchema
const dollars = z.string().transform((text): number => parseDollars(text) ?? Number.NaN)
const whole = z.string().transform((text): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN))

/** The form's texts; each field is refused with the message of the command's own schema. */
const formSchema = z.object({
  itemName: shape.itemName.unwrap(),
  soldQuantity: whole.pipe(shape.soldQuantity.unwrap()),
  salePriceCents: dollars.pipe(shape.salePriceCents.unwrap()),
  shippingCostCents: dollars.pipe(shape.shippingCostCents.unwrap()),
  payoutCents: dollars.pipe(shape.payoutCents.unwrap()),
})

/** Edits the record of a sale. Balances and stock stay as they were booked (spec §6). */
export function EditSaleForm({ sale, onClose, onDone }: Props) {
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit('Error updating sale: ')
  const {
    form,
    element,
    submit: check,
  } = useShopForm({
    initialValues: {
      itemName: sale.itemName,
      soldQuantity: String(sale.soldQuantity),
      salePriceCents: plainDollars(sale.salePriceCents),
      shippingCostCents: plainDollars(sale.shippingCostCents),
      payoutCents: plainDollars(sale.payoutCents),
    },
    schema: formSchema,
    onChange: changed,
  })
  const save = check(async (values) => {
    const is = formSchema.parse(values)
    const changes = Object.fromEntries(
      Object.entries(is).filter(([field, value]) => value !== sale[field as keyof SaleChanges]),
    ) as SaleChanges
    if (Object.keys(changes).length === 0) return onClose()
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
