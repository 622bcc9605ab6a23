import { Checkbox, Stack, Text } from '@mantine/core'
import { addConsignor, addMaster } from '@shop/shared/inventory/commands/add-item.ts'
import { editItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { type Item, type ItemTexts, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useRunCommand } from '../sync/api.ts'
import { FormFoot } from '../ui/form-foot.tsx'
import { focusFirstWrong } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { type ConsignorChoice, ConsignorField, NO_CONSIGNOR } from './consignor-field.tsx'
import { handOverErrors } from './hand-over-values.ts'
import { ItemFields } from './item-fields.tsx'
import { changedTexts, checkItemForm, EMPTY_ITEM_FORM, type FieldErrors, formValuesOf, type ItemFormValues } from './item-form-values.ts'
import { usePictureProposal } from './use-picture-proposal.ts'

/** What the form is about: a new item of the shop, a new one of a consignor, or one that is there. */
export type ItemFormTarget =
  | { readonly mode: 'master' | 'consignor'; readonly barcode?: string }
  | { readonly mode: 'edit'; readonly item: Item }

type Props = { target: ItemFormTarget; onClose: () => void; onDone: (message: string) => void }
type Errors = FieldErrors<ItemFormValues> & { consignor?: string }

/** Adds or edits an item (spec §4 Item modal modes). */
export function ItemForm({ target, onClose, onDone }: Props) {
  const edited = target.mode === 'edit' ? target.item : null
  const [values, setValues] = useState<ItemFormValues>(() =>
    target.mode === 'edit' ? formValuesOf(target.item, shownQuantity(target.item)) : { ...EMPTY_ITEM_FORM, barcode1: target.barcode ?? '' },
  )
  const [consignor, setConsignor] = useState<ConsignorChoice>(NO_CONSIGNOR)
  const [isRecount, setRecount] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const form = useRef<HTMLFormElement>(null)
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit(target.mode === 'consignor' ? 'Error adding to consignor: ' : 'Error: ')

  const change = (changes: Partial<ItemFormValues>) => {
    changed()
    setValues((before) => ({ ...before, ...changes }))
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(changes).map((name) => [name, undefined])) }))
  }
  const onLeaveLink = usePictureProposal(values, (imageUrl) => change({ imageUrl }))
  const refuse = (wrong: Errors) => {
    setErrors(wrong)
    focusFirstWrong(form.current)
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const checked = checkItemForm(values)
    const consignorError =
      target.mode === 'consignor'
        ? handOverErrors({ consignorText: consignor.text, consignorId: consignor.uid, quantity: '1', location: '' }, null).consignor
        : undefined
    if (!checked.ok || consignorError) {
      refuse({ ...(checked.ok ? {} : checked.errors), ...(consignorError ? { consignor: consignorError } : {}) })
      return
    }
    const { texts, quantity } = checked
    if (edited) {
      const changes = editOf(edited, texts, quantity, values.quantity !== `${shownQuantity(edited)}`, isRecount)
      if (!changes) onClose()
      else if (await submit(({ commandId }) => run(editItem, changes, { id: commandId }))) onDone('Item updated successfully')
      return
    }
    const isAdded = await submit(({ commandId, rowId }) =>
      target.mode === 'consignor'
        ? run(addConsignor, { id: rowId, consignorId: consignor.uid ?? '', texts, quantity }, { id: commandId })
        : run(addMaster, { id: rowId, texts, quantity }, { id: commandId }),
    )
    if (isAdded) onDone(target.mode === 'consignor' ? 'Item added to consignor inventory successfully' : 'Item added to master inventory')
  }

  const recountInstead = (next: boolean) => {
    changed()
    setRecount(next)
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        {target.mode === 'consignor' && (
          <ConsignorField
            label="Consignor"
            required
            autoFocus
            value={consignor}
            error={errors.consignor}
            onChange={(choice) => {
              changed()
              setConsignor(choice)
              setErrors((before) => ({ ...before, consignor: undefined }) as Errors)
            }}
          />
        )}
        <ItemFields
          values={values}
          errors={errors}
          onChange={change}
          onLeaveLink={onLeaveLink}
          quantityLabel={isRecount ? 'Counted quantity' : undefined}
          quantityExtra={edited && <RecountChoice item={edited} checked={isRecount} onChange={recountInstead} />}
        />
        <FormFoot problem={problem} onClear={forget} onCancel={onClose} busy={busy} label={edited ? 'Save' : 'Add Item'} />
      </Stack>
    </form>
  )
}

function RecountChoice({ item, checked, onChange }: { item: Item; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <Stack gap="xs">
      <Checkbox
        label="Recount"
        description="I counted what is on the shelf: this number holds, whatever was sold before it."
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

function editOf(item: Item, texts: ItemTexts, quantity: number, isQuantityChanged: boolean, isRecount: boolean) {
  const changes = changedTexts(item, texts)
  if (isRecount) return { id: item.id, changes, countedQuantity: quantity }
  if (isQuantityChanged) return { id: item.id, changes, quantityDelta: quantity - item.stockCount }
  return Object.keys(changes).length > 0 ? { id: item.id, changes } : null
}
