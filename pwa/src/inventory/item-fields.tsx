import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { barcodeWarning, enteredBarcode } from '@shop/shared/inventory/rules/barcodes.ts'
import type { ReactNode } from 'react'
import type { FieldErrors, ItemFormValues } from './item-form-values.ts'

type Props = {
  values: ItemFormValues
  errors: FieldErrors<ItemFormValues>
  onChange: (changes: Partial<ItemFormValues>) => void
  onLeaveLink: () => void
  /** What stands beside the quantity when an item is edited. */
  quantityExtra?: ReactNode
  quantityLabel?: string
}

/** The fields of an item. A wrong check digit warns and refuses nothing (design §9). */
export function ItemFields({ values, errors, onChange, onLeaveLink, quantityExtra, quantityLabel = 'Quantity' }: Props) {
  const field = (name: keyof ItemFormValues) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <TextInput label="Item Name" withAsterisk data-autofocus {...field('itemName')} />
      <Textarea label="Listing Title" autosize minRows={1} maxRows={4} {...field('listingTitle')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <BarcodeInput label="Barcode 1" required {...field('barcode1')} />
        <BarcodeInput label="Barcode 2" {...field('barcode2')} />
        <TextInput label="Location" {...field('location')} />
        <TextInput label={quantityLabel} withAsterisk inputMode="numeric" {...field('quantity')} />
      </SimpleGrid>
      {quantityExtra}
      <TextInput
        label="Asking price"
        description="With tax; proposed at the till"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="decimal"
        leftSection="$"
        {...field('price')}
      />
      <TextInput label="Link" type="url" placeholder="https://" {...field('link')} onBlur={onLeaveLink} />
      <TextInput label="Picture address" type="url" placeholder="https://" {...field('imageUrl')} />
    </>
  )
}

type BarcodeProps = {
  label: string
  required?: boolean
  value: string
  error?: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

function BarcodeInput({ required = false, ...props }: BarcodeProps) {
  const warning = barcodeWarning(enteredBarcode(props.value))
  return (
    <TextInput
      {...props}
      withAsterisk={required}
      autoComplete="off"
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(warning ? { description: `${warning}. It can be saved all the same.` } : {})}
    />
  )
}
