import { Button, TextInput } from '@mantine/core'
import { barcodeWarning } from '@shop/shared/inventory/rules/barcodes.ts'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { PriceField } from '../cart/price-field.tsx'
import { ConsignorFilter } from '../find/consignor-filter.tsx'
import { useConsignors } from '../queries.ts'
import classes from './scan.module.css'
import { type NewItem, useNewItem } from './use-new-item.ts'

type Props = { readonly code: string; readonly count: number; readonly onCreated: (item: Item) => void; readonly onCancel: () => void }

/** Asks for the least that an unknown item needs to be sold and found again: name, price, quantity, owner. */
export default function NewItemForm({ code, count, onCreated, onCancel }: Props) {
  const item = useNewItem({ code, count, onCreated })
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => nameField.current?.focus(), [])
  const submit = async () => {
    if ((await item.save())?.name) nameField.current?.focus()
  }
  const warning = barcodeWarning(code)
  return (
    <form
      className={classes.newItem}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      {warning && <div className={classes.hint}>{warning}</div>}
      <ItemFields item={item} nameField={nameField} onEnter={() => void submit()} />
      {item.problem !== null && (
        <div className={classes.wrong} role="alert">
          {item.problem}
        </div>
      )}
      <div className={classes.answers}>
        <Button type="submit" size="md">
          Create and add
        </Button>
        <Button size="md" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type FieldsProps = { readonly item: NewItem; readonly nameField: RefObject<HTMLInputElement | null>; readonly onEnter: () => void }

function ItemFields({ item: { values, change, errors }, nameField, onEnter }: FieldsProps) {
  const consignors = useConsignors().filter(({ isClosed }) => !isClosed)
  return (
    <>
      <TextInput
        ref={nameField}
        size="md"
        label="Item name"
        maxLength={500}
        autoComplete="off"
        value={values.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className={classes.newItemRow}>
        <PriceField
          label="Price"
          isLabelShown
          valueCents={values.priceCents}
          onChange={(priceCents, isPriceReadable) => change({ priceCents, isPriceReadable })}
          error={errors.price}
          onEnter={onEnter}
        />
        <TextInput
          size="md"
          label="Quantity in stock"
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
          value={values.quantity}
          error={errors.quantity}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => change({ quantity: event.currentTarget.value })}
        />
      </div>
      <ConsignorFilter
        consignors={consignors}
        chosen={values.owner}
        onChoose={(owner) => change({ owner })}
        label="Owner"
        placeholder="Shop (master inventory)"
        size="md"
      />
    </>
  )
}
