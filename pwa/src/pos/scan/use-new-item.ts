import { addConsignorItem, addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { BLANK_ITEM_TEXTS } from '@shop/shared/inventory/rules/item-texts.ts'
import { type Item, items, quantitySchema } from '@shop/shared/inventory/schema.ts'
import type { Cents } from '@shop/shared/kernel/money.ts'
import { useEffect, useRef, useState } from 'react'
import { useDevice, useLive, useRunCommand } from '../../sync/api.ts'
import type { Consignor } from '../queries.ts'

/** The form as typed. `isPriceReadable` is false while the price's text is no amount; `priceCents` is null then. */
export type NewItemValues = {
  readonly name: string
  readonly priceCents: Cents | null
  readonly isPriceReadable: boolean
  readonly quantity: string
  /** Null for the shop's own. */
  readonly owner: Consignor | null
}

type Errors = { readonly name?: string; readonly price?: string; readonly quantity?: string }
type Checked = { readonly quantity: number; readonly errors: null } | { readonly errors: Errors }

/** Answers the quantity to create, or the message of each wrong field. An item may lack a price: the cart asks for one. */
export function checkNewItem({ name, priceCents, isPriceReadable, quantity }: NewItemValues): Checked {
  const pieces = quantitySchema.safeParse(quantity.trim() === '' ? undefined : Number(quantity))
  const errors: Errors = {
    ...(name.trim() === '' ? { name: 'Please enter an item name' } : {}),
    ...(isPriceReadable ? {} : { price: 'Please enter a valid amount' }),
    ...(priceCents !== null && priceCents <= 0 ? { price: 'Price must be greater than 0' } : {}),
    ...(pieces.success ? {} : { quantity: pieces.error.issues[0]?.message ?? 'Please enter a whole number' }),
  }
  return pieces.success && Object.keys(errors).length === 0 ? { quantity: pieces.data, errors: null } : { errors }
}

type Options = { readonly code: string; readonly count: number; readonly onCreated: (item: Item) => void }

/** State of the form for an unknown code. `save` creates the item, or answers the wrong fields. */
export function useNewItem({ code, count, onCreated }: Options) {
  const { newId } = useDevice()
  const runCommand = useRunCommand()
  const [ids] = useState(() => ({ item: newId(), command: newId() }))
  const [values, setValues] = useState<NewItemValues>({
    name: '',
    priceCents: null,
    isPriceReadable: true,
    quantity: String(count),
    owner: null,
  })
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const created = useLive((view) => view.get(items, ids.item), [ids.item])
  const createdCallback = useRef(onCreated)
  createdCallback.current = onCreated
  useEffect(() => {
    if (created) createdCallback.current(created)
  }, [created])

  const save = async (): Promise<Errors | undefined> => {
    const checked = checkNewItem(values)
    setErrors(checked.errors ?? {})
    setProblem(null)
    if (checked.errors) return checked.errors
    const { name: itemName, priceCents, owner } = values
    const texts = { ...BLANK_ITEM_TEXTS, itemName, barcode1: code, priceCents }
    const args = { id: ids.item, texts, quantity: checked.quantity }
    try {
      // one id for all attempts, so that a second tap creates nothing more
      const options = { id: ids.command }
      if (owner) await runCommand(addConsignorItem, { ...args, consignorId: owner.uid }, options)
      else await runCommand(addMasterItem, args, options)
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
  const change = (changes: Partial<NewItemValues>) => setValues((before) => ({ ...before, ...changes }))
  return { values, change, errors, problem, save }
}

export type NewItem = ReturnType<typeof useNewItem>
