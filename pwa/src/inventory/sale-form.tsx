import { Alert, Group, Input, SimpleGrid, Slider, Stack, Text, TextInput } from '@mantine/core'
import { recordMasterSale } from '@shop/shared/inventory/commands/record-master-sale.ts'
import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { cents, formatCents } from '@shop/shared/kernel/money.ts'
import { recordSale } from '@shop/shared/sales/commands/record-sale.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useRunCommand } from '../sync/api.ts'
import { fieldsOf } from '../ui/error-message.ts'
import { FormFoot } from '../ui/form-foot.tsx'
import { usePercentText } from '../ui/use-percent-text.ts'
import { focusFirstWrong } from '../ui/use-shop-form.ts'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import { useSubmit } from '../ui/use-submit.ts'
import type { FieldErrors } from './item-form-values.ts'
import { checkSaleForm, checkSoldQuantity, previewOf, type SaleFormValues } from './sale-form-values.ts'

type Props = { item: Item; onClose: () => void; onDone: (message: string) => void }

const DONE = 'Sale recorded successfully'

/** Records a sale made elsewhere. A consignor's item needs price and split; the shop's own only a quantity. */
export function SaleForm(props: Props) {
  return props.item.consignorId === null ? (
    <MasterSaleForm {...props} />
  ) : (
    <ConsignorSaleForm {...props} consignorId={props.item.consignorId} />
  )
}

function ConsignorSaleForm({ item, consignorId, onClose, onDone }: Props & { consignorId: string }) {
  const { defaultSplitPercent } = useShopSettings()
  const [values, setValues] = useState<SaleFormValues>({
    salePrice: '',
    shippingCost: '',
    quantity: '1',
    percentage: defaultSplitPercent,
  })
  const [errors, setErrors] = useState<FieldErrors<SaleFormValues>>({})
  const form = useRef<HTMLFormElement>(null)
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const available = shownQuantity(item)

  const change = (changes: Partial<SaleFormValues>) => {
    changed()
    setValues((before) => ({ ...before, ...changes }))
    setErrors({})
  }
  const field = (name: 'salePrice' | 'shippingCost' | 'quantity') => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const checked = checkSaleForm(values, available)
    if (!checked.ok) {
      focusFirstWrong(form.current, () => setErrors(checked.errors))
      return
    }
    const isSaved = await submit(async ({ commandId, rowId }) => {
      try {
        await run(recordSale, { saleId: rowId, itemId: item.id, consignorId, ...checked.sale }, { id: commandId })
      } catch (thrown) {
        setErrors(fieldsOf(thrown))
        throw thrown
      }
    })
    if (isSaved) onDone(DONE)
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <SoldItem item={item} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Total Sale Price" withAsterisk inputMode="decimal" leftSection="$" data-autofocus {...field('salePrice')} />
          <TextInput label="Shipping Cost" inputMode="decimal" leftSection="$" {...field('shippingCost')} />
        </SimpleGrid>
        <TextInput label="Quantity Sold" withAsterisk inputMode="numeric" description={`${available} available`} {...field('quantity')} />
        <PercentageField value={values.percentage} error={errors.percentage} onChange={(percentage) => change({ percentage })} />
        <PayoutPreview values={values} />
        <FormFoot problem={problem} onClear={forget} onCancel={onClose} busy={busy} label="Record Sale" />
      </Stack>
    </form>
  )
}

type PercentageProps = { value: number; error: string | undefined; onChange: (percentage: number) => void }

function PercentageField({ value, error, onChange }: PercentageProps) {
  return (
    <Input.Wrapper label={`Consignor Percentage: ${value}%`} error={error}>
      <TextInput aria-label="Consignor Percentage" w="6rem" mb="xs" rightSection="%" {...usePercentText(value, onChange)} />
      <Slider
        thumbLabel="Consignor Percentage"
        value={value}
        onChange={onChange}
        min={0}
        max={100}
        step={1}
        label={(percent) => `${percent}%`}
        marks={[
          { value: 0, label: '0%' },
          { value: 50, label: '50%' },
          { value: 100, label: '100%' },
        ]}
        mb="lg"
        mx="xs"
      />
    </Input.Wrapper>
  )
}

function PayoutPreview({ values }: { values: SaleFormValues }) {
  const preview = previewOf(values)
  const lossCents = preview && preview.shopCents < 0 ? cents(-preview.shopCents) : null
  return (
    <Stack gap="xs" aria-live="polite">
      {lossCents !== null && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden="true" />}>
          Shipping costs more than the sale price. The shop loses {formatCents(lossCents)}; the consignor gets nothing and pays nothing.
        </Alert>
      )}
      <Group justify="space-between">
        <Text>Consignor receives</Text>
        <Text fw="bold" className="tabular">
          {preview ? formatCents(preview.payoutCents) : '–'}
        </Text>
      </Group>
      <Group justify="space-between">
        <Text c="dimmed">Shop keeps</Text>
        <Text c="dimmed" className="tabular">
          {preview ? formatCents(preview.shopCents) : '–'}
        </Text>
      </Group>
    </Stack>
  )
}

function MasterSaleForm({ item, onClose, onDone }: Props) {
  const [quantity, setQuantity] = useState('1')
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const available = shownQuantity(item)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const checked = checkSoldQuantity(quantity, available)
    if (typeof checked === 'string') {
      focusFirstWrong(form.current, () => setError(checked))
    } else if (
      await submit(({ commandId, rowId }) =>
        run(recordMasterSale, { saleId: rowId, itemId: item.id, quantity: checked }, { id: commandId }),
      )
    )
      onDone(DONE)
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <SoldItem item={item} />
        <TextInput
          label="Quantity Sold"
          withAsterisk
          inputMode="numeric"
          data-autofocus
          description={`${available} available. The shop’s own goods pay no consignor, so no price is asked for.`}
          value={quantity}
          error={error}
          onChange={(event) => {
            changed()
            setError(undefined)
            setQuantity(event.currentTarget.value)
          }}
        />
        <FormFoot problem={problem} onClear={forget} onCancel={onClose} busy={busy} label="Record Sale" />
      </Stack>
    </form>
  )
}

function SoldItem({ item }: { item: Item }) {
  return (
    <div>
      <Text fw="bold" lineClamp={2}>
        {item.itemName}
      </Text>
      <Text size="sm" c="dimmed">
        {item.barcode1}
      </Text>
    </div>
  )
}
