import { Button, TextInput } from '@mantine/core'
import { addConsignor, addMaster } from '@shop/shared/inventory/commands/add-item.ts'
import { barcodeWarning } from '@shop/shared/inventory/rules/barcodes.ts'
import { BLANK_ITEM_TEXTS } from '@shop/shared/inventory/rules/item-texts.ts'
import { type Item, items, quantitySchema } from '@shop/shared/inventory/schema.ts'
import type { Cents } from '@shop/shared/kernel/money.ts'
import { useEffect, useRef, useState } from 'react'
import { useDevice, useLive, useRunCommand } from '../../sync/api.ts'
import { PriceField } from '../cart/price-field.tsx'
import { ConsignorFilter } from '../find/consignor-filter.tsx'
import { type Consignor, useConsignors } from '../queries.ts'
import classes from './scan.module.css'

type Props = { readonly code: string; readonly count: number; readonly onCreated: (item: Item) => void; readonly onCancel: () => void }

type Errors = { name?: string; price?: string; quantity?: string; form?: string }

/** The least an unknown item needs to be sold and found again: name, price, how many, whose. */
export default function NewItemForm({ code, count, onCreated, onCancel }: Props) {
  const { newId } = useDevice()
  const runCommand = useRunCommand()
  const consignors = useConsignors().filter(({ isClosed }) => !isClosed)
  const [ids] = useState(() => ({ item: newId(), command: newId() }))
  const [name, setName] = useState('')
  const [priceCents, setPriceCents] = useState<Cents | null>(null)
  const [isPriceReadable, setPriceReadable] = useState(true)
  const [quantity, setQuantity] = useState(String(count))
  const [owner, setOwner] = useState<Consignor | null>(null)
  const [errors, setErrors] = useState<Errors>({})
  const nameField = useRef<HTMLInputElement>(null)
  const created = useLive((view) => view.get(items, ids.item), [ids.item])
  const createdCallback = useRef(onCreated)
  createdCallback.current = onCreated
  useEffect(() => nameField.current?.focus(), [])
  useEffect(() => {
    if (created) createdCallback.current(created)
  }, [created])

  const save = async () => {
    const pieces = quantitySchema.safeParse(quantity.trim() === '' ? undefined : Number(quantity))
    const wrong: Errors = {}
    if (name.trim() === '') wrong.name = 'Please enter an item name'
    if (!isPriceReadable) wrong.price = 'Please enter a valid amount'
    if (priceCents !== null && priceCents <= 0) wrong.price = 'Price must be greater than 0'
    if (!pieces.success) wrong.quantity = pieces.error.issues[0]?.message ?? 'Please enter a whole number'
    setErrors(wrong)
    if (Object.keys(wrong).length > 0 || !pieces.success) {
      if (wrong.name) nameField.current?.focus()
      return
    }
    const texts = { ...BLANK_ITEM_TEXTS, itemName: name, barcode1: code, priceCents }
    try {
      const options = { id: ids.command }
      if (owner) await runCommand(addConsignor, { id: ids.item, consignorId: owner.uid, texts, quantity: pieces.data }, options)
      else await runCommand(addMaster, { id: ids.item, texts, quantity: pieces.data }, options)
    } catch (problem) {
      setErrors({ form: problem instanceof Error ? problem.message : String(problem) })
    }
  }
  const warning = barcodeWarning(code)
  return (
    <form
      className={classes.newItem}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      {warning && <div className={classes.hint}>{warning}</div>}
      <TextInput
        ref={nameField}
        size="md"
        label="Item name"
        maxLength={500}
        autoComplete="off"
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.newItemRow}>
        <PriceField
          label="Price"
          isLabelShown
          valueCents={priceCents}
          onChange={(price, isReadable) => {
            setPriceCents(price)
            setPriceReadable(isReadable)
          }}
          error={errors.price}
          onEnter={() => void save()}
        />
        <TextInput
          size="md"
          label="Quantity in stock"
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
          value={quantity}
          error={errors.quantity}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setQuantity(event.currentTarget.value)}
        />
      </div>
      <ConsignorFilter
        consignors={consignors}
        chosen={owner}
        onChoose={setOwner}
        label="Owner"
        placeholder="Shop (master inventory)"
        size="md"
      />
      {errors.form && (
        <div className={classes.wrong} role="alert">
          {errors.form}
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
