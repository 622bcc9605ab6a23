import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { FIELD_NAMES } from '@shop/shared/inventory/field-names.ts'
import type { ItemFieldName } from '@shop/shared/inventory/fields.ts'
import { barcodeWarning, enteredBarcode } from '@shop/shared/inventory/rules/barcodes.ts'
import { CONDITION_WORDS } from '@shop/shared/inventory/rules/conditions.ts'
import { Fragment, type ReactNode } from 'react'
import { CategoryInput } from './category-input.tsx'
import type { FieldErrors, ItemFormValues } from './item-form-values.ts'

const CONDITIONS = [{ value: '', label: 'Not stated' }, ...Object.values(CONDITION_WORDS)]

type Props = {
  values: ItemFormValues
  errors: FieldErrors<ItemFormValues>
  onChange: (changes: Partial<ItemFormValues>) => void
  onLeaveLink: () => void
  /** Shown next to the quantity when an item is edited. */
  quantityExtra?: ReactNode
  /** Replaces the usual label when the form asks for a count. */
  quantityLabel?: string | undefined
}

/** The fields of an item. A wrong check digit only warns, because shops have barcodes of their own. */
export function ItemFields({ values, errors, onChange, onLeaveLink, quantityExtra, quantityLabel }: Props) {
  const field = (name: ItemFieldName) => ({
    label: FIELD_NAMES[name].header,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  })
  // a field without an input is a type error; a field without a place in the layout comes last
  const inputs: Record<ItemFieldName, ReactNode> = {
    itemName: <TextInput {...field('itemName')} withAsterisk data-autofocus />,
    listingTitle: <Textarea {...field('listingTitle')} autosize minRows={1} maxRows={4} />,
    barcode1: <BarcodeInput {...field('barcode1')} required />,
    barcode2: <BarcodeInput {...field('barcode2')} />,
    location: <TextInput {...field('location')} />,
    quantity: <TextInput {...field('quantity')} {...(quantityLabel ? { label: quantityLabel } : {})} withAsterisk inputMode="numeric" />,
    price: <PriceInput {...field('price')} label="Asking price" />,
    link: <TextInput {...field('link')} type="url" placeholder="https://" onBlur={onLeaveLink} />,
    imageUrl: <TextInput {...field('imageUrl')} label={FIELD_NAMES.imageUrl.label} type="url" placeholder="https://" />,
    categoryId: (
      <CategoryInput
        label={FIELD_NAMES.categoryId.header}
        value={values.categoryId}
        error={errors.categoryId}
        onText={(name) => onChange({ categoryId: name })}
      />
    ),
    condition: <NativeSelect {...field('condition')} data={CONDITIONS} />,
  }
  const { itemName, listingTitle, barcode1, barcode2, location, quantity, categoryId, condition, ...others } = inputs
  return (
    <>
      {itemName}
      {listingTitle}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {barcode1}
        {barcode2}
        {location}
        {quantity}
      </SimpleGrid>
      {quantityExtra}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {categoryId}
        {condition}
      </SimpleGrid>
      {Object.entries(others).map(([name, input]) => (
        <Fragment key={name}>{input}</Fragment>
      ))}
    </>
  )
}

type InputProps = {
  label: string
  value: string
  error?: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

function PriceInput(props: InputProps) {
  return (
    <TextInput
      {...props}
      description="With tax; proposed at the till"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="decimal"
      leftSection="$"
    />
  )
}

function BarcodeInput({ required = false, ...props }: InputProps & { required?: boolean }) {
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
