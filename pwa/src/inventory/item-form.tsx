import { Checkbox, Stack, Text } from '@mantine/core'
import { addConsignorItem, addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { editItem } from '@shop/shared/inventory/commands/edit-item.ts'
import type { Item, ItemTexts } from '@shop/shared/inventory/schema.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRunCommand } from '../sync/api.ts'
import { DraftNote } from '../ui/draft-note.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { promisedWords } from '../ui/promised-words.ts'
import { type Categories, useAddCategory, useCategories } from '../ui/use-categories.ts'
import { useFormDraft } from '../ui/use-form-draft.ts'
import type { FormIds } from '../ui/use-form-ids.ts'
import { focusFirstWrong } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { type ConsignorChoice, ConsignorField, NO_CONSIGNOR } from './consignor-field.tsx'
import { handOverErrors } from './hand-over-values.ts'
import { ItemFields } from './item-fields.tsx'
import {
  checkItemForm,
  EMPTY_ITEM_FORM,
  editOf,
  type FieldErrors,
  formQuantityOf,
  formValuesOf,
  type ItemFormValues,
} from './item-form-values.ts'
import { usePictureProposal } from './use-picture-proposal.ts'

/** The form's purpose: a new item of the shop, a new item of a consignor, or an existing item. */
export type ItemFormTarget =
  | { readonly mode: 'master' | 'consignor'; readonly barcode?: string }
  | { readonly mode: 'edit'; readonly item: Item }

type Props = { target: ItemFormTarget; onClose: () => void; onDone: (message: string) => void }
type Errors = FieldErrors<ItemFormValues> & { consignor?: string | undefined }

export function ItemForm({ target, onClose, onDone }: Props) {
  const edited = target.mode === 'edit' ? target.item : null
  const { submit, changed, busy, problem, forget } = useSubmit(target.mode === 'consignor' ? 'Error adding to consignor: ' : 'Error: ')
  const categories = useCategories()
  const { typed, change, changeValues, errors, setErrors, draftNote, endDraft } = useTypedItem(target, categories, changed)
  const onLeaveLink = usePictureProposal(typed.values, (imageUrl) => changeValues({ imageUrl }))
  const form = useRef<HTMLFormElement>(null)
  const order = useItemOrder(target, categories)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const checked = checkItemForm(typed.values, categories.idOf)
    const consignor = target.mode === 'consignor' ? consignorProblem(typed.consignor) : undefined
    if (!checked.ok || consignor) {
      focusFirstWrong(form.current, () => setErrors({ ...(checked.ok ? {} : checked.errors), consignor }))
      return
    }
    const { send, done } = order(typed, checked)
    if (send && !(await submit(send))) return
    endDraft()
    if (send) onDone(done)
    else onClose()
  }

  const cancel = () => {
    endDraft()
    onClose()
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <DraftNote {...draftNote} />
        {target.mode === 'consignor' && (
          <ConsignorField
            label="Consignor"
            required
            autoFocus
            value={typed.consignor}
            error={errors.consignor}
            onChange={(consignor) => change({ consignor })}
          />
        )}
        <ItemFields
          values={typed.values}
          errors={errors}
          onChange={changeValues}
          onLeaveLink={onLeaveLink}
          quantityLabel={typed.isRecount ? 'Counted quantity' : undefined}
          quantityExtra={
            edited && (
              <RecountChoice
                item={edited}
                checked={typed.isRecount}
                onChange={(isRecount) => change(recounting(edited, typed, isRecount))}
              />
            )
          }
        />
        <FormFoot problem={problem} onClear={forget} onCancel={cancel} busy={busy} label={edited ? 'Save' : 'Add Item'} />
      </Stack>
    </form>
  )
}

type TypedItem = {
  readonly values: ItemFormValues
  readonly consignor: ConsignorChoice
  readonly isRecount: boolean
  readonly isQuantityTyped: boolean
}

/** The entered values and their errors; changing a field clears its error. */
function useTypedItem(target: ItemFormTarget, { nameOf }: Categories, changed: () => void) {
  const [untouched] = useState<TypedItem>(() => ({
    values: target.mode === 'edit' ? formValuesOf(target.item, nameOf) : { ...EMPTY_ITEM_FORM, barcode1: target.barcode ?? '' },
    consignor: NO_CONSIGNOR,
    isRecount: false,
    isQuantityTyped: false,
  }))
  const { started, isRestored, keep, drop } = useFormDraft(
    target.mode === 'edit' ? `item ${target.item.id}` : `item of ${target.mode}`,
    untouched,
  )
  const [typed, setTyped] = useState(started)
  useEffect(() => keep(typed), [keep, typed])
  const [errors, setErrors] = useState<Errors>({})
  const unmark = (fields: object) =>
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(fields).map((name) => [name, undefined])) }))
  const change = (changes: Partial<TypedItem>) => {
    changed()
    setTyped((before) => ({ ...before, ...changes }))
    unmark(changes)
  }
  const changeValues = (changes: Partial<ItemFormValues>) => {
    changed()
    setTyped((before) => withTyped(before, changes, target))
    unmark(changes)
  }
  const onStartOver = () => {
    change(untouched)
    setErrors({})
    drop()
  }
  return { typed, change, changeValues, errors, setErrors, draftNote: { isRestored, onStartOver }, endDraft: drop }
}

const consignorProblem = ({ text, uid }: ConsignorChoice) =>
  handOverErrors({ consignorText: text, consignorId: uid, quantity: '1', location: '' }, null).consignor

type Checked = { readonly texts: ItemTexts; readonly quantity: number }
/** The command to send and the success message; `send` is null if nothing changed. */
type Order = { readonly send: ((ids: FormIds) => Promise<unknown>) | null; readonly done: string }

function useItemOrder(target: ItemFormTarget, categories: Categories): (typed: TypedItem, checked: Checked) => Order {
  const run = useRunCommand()
  const addCategory = useAddCategory(categories)
  return ({ values, consignor, isRecount }, { texts, quantity }) => {
    const withCategory = (send: (ids: FormIds) => Promise<unknown>) => async (ids: FormIds) => {
      await addCategory(texts.categoryId, values.categoryId)
      await send(ids)
    }
    if (target.mode === 'edit') {
      const how = { typed: values.quantity, isRecount, categoryName: categories.nameOf }
      const changes = editOf(target.item, { texts, quantity }, how)
      return {
        send: changes && withCategory(({ commandId }) => run(editItem, changes, { id: commandId })),
        done: 'Item updated successfully',
      }
    }
    if (target.mode === 'master')
      return {
        send: withCategory(({ commandId, rowId }) => run(addMasterItem, { id: rowId, texts, quantity }, { id: commandId })),
        done: 'Item added to master inventory',
      }
    const consignorId = consignor.uid ?? ''
    return {
      send: withCategory(({ commandId, rowId }) => run(addConsignorItem, { id: rowId, consignorId, texts, quantity }, { id: commandId })),
      done: 'Item added to consignor inventory successfully',
    }
  }
}

/** Takes what somebody typed. Who types a quantity of an oversold item says how many there are: a count, which also answers the questions about the
 *  missing pieces. */
function withTyped(before: TypedItem, changes: Partial<ItemFormValues>, target: ItemFormTarget): TypedItem {
  const values = { ...before.values, ...changes }
  if (changes.quantity === undefined) return { ...before, values }
  const isOversold = target.mode === 'edit' && target.item.stockCount < 0
  return { ...before, values, isQuantityTyped: true, isRecount: before.isRecount || isOversold }
}

/** Turns a form into a count or back. A quantity that nobody typed follows, because a count includes what is promised to orders. */
const recounting = (item: Item, { values, isQuantityTyped }: TypedItem, isRecount: boolean): Partial<TypedItem> => ({
  isRecount,
  values: isQuantityTyped ? values : { ...values, quantity: formQuantityOf(item, isRecount) },
})

function RecountChoice({ item, checked, onChange }: { item: Item; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <Stack gap="xs">
      <Checkbox
        label="Recount"
        description={`I counted what is on the shelf: this number holds, whatever was sold before it. ${promisedWords(item.promisedCount)}`.trim()}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {item.stockCount < 0 && (
        <Text size="sm" c="dimmed">
          {`The books say ${item.stockCount}: more was sold than they held. Recount to put them right.`}
        </Text>
      )}
    </Stack>
  )
}
