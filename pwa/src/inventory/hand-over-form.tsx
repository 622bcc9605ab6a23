import { Stack, Text, TextInput } from '@mantine/core'
import { allocateItem } from '@shop/shared/inventory/commands/allocate-item.ts'
import { copyItem } from '@shop/shared/inventory/commands/copy-item.ts'
import { ITEM_LIMITS, type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useRunCommand } from '../sync/api.ts'
import { type Question, useConfirm } from '../ui/confirm.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import type { FormIds } from '../ui/use-form-ids.ts'
import { focusFirstWrong } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { AddToHeldField, useHeldItems } from './add-to-held.tsx'
import { type ConsignorChoice, ConsignorField, NO_CONSIGNOR } from './consignor-field.tsx'
import { type HandOverErrors, handOverErrors } from './hand-over-values.ts'
import { parseWhole } from './item-form-values.ts'

type Props = { item: Item; onClose: () => void; onDone: (message: string) => void }

/** Texts for both kinds: stock of a master item moves, a consignor's item is copied. */
const WORDS = {
  move: {
    prefix: 'Error adding to consignor: ',
    hint: (available: number) => `${available} available. What is handed over leaves the master inventory.`,
    submit: 'Add to Consignor',
    done: 'Item added to consignor inventory successfully',
  },
  copy: {
    prefix: 'Error copying to consignor: ',
    hint: (available: number) => `${available} in stock. The copy gets stock of its own; this item stays as it is.`,
    submit: 'Copy to Consignor',
    done: 'Item copied to consignor inventory successfully',
  },
} as const

export function HandOverForm({ item, onClose, onDone }: Props) {
  const isCopy = item.consignorId !== null
  const words = WORDS[isCopy ? 'copy' : 'move']
  const available = shownQuantity(item)
  const [consignor, setConsignor] = useState<ConsignorChoice>(NO_CONSIGNOR)
  const [quantity, setQuantity] = useState('1')
  const [location, setLocation] = useState(item.location)
  const [errors, setErrors] = useState<HandOverErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const handOver = useHandOver(item)
  const placed = useHeldItems(isCopy ? null : consignor.uid, location.trim() || item.location)
  const held = placed.heldBy(item.barcode1)
  const confirm = useConfirm()
  const { submit, changed, busy, problem, forget } = useSubmit(words.prefix)

  const edit = (apply: () => void) => {
    changed()
    setErrors({})
    apply()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = handOverErrors(
      { consignorText: consignor.text, consignorId: consignor.uid, quantity, location },
      isCopy ? null : available,
    )
    focusFirstWrong(form.current, () => setErrors(wrong))
    if (Object.keys(wrong).length > 0) return
    const handed = {
      consignorId: consignor.uid ?? '',
      quantity: parseWhole(quantity) ?? 0,
      location: location.trim(),
      ...placed.addTo(item.barcode1),
    }
    if (isCopy && handed.quantity > available && !(await confirm(moreThanThereAre(handed.quantity, available)))) return
    if (await submit((ids) => handOver(handed, ids))) onDone(words.done)
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <HandedItem name={item.itemName} hint={words.hint(available)} />
        <ConsignorField
          label="Consignor"
          required
          autoFocus
          value={consignor}
          error={errors.consignor}
          onChange={(choice) => edit(() => setConsignor(choice))}
        />
        <TextInput
          label="Quantity"
          withAsterisk
          inputMode="numeric"
          value={quantity}
          error={errors.quantity}
          onChange={({ currentTarget: { value } }) => edit(() => setQuantity(value))}
        />
        <TextInput
          label="Location"
          maxLength={ITEM_LIMITS.location}
          value={location}
          error={errors.location}
          onChange={({ currentTarget: { value } }) => edit(() => setLocation(value))}
        />
        <AddToHeldField held={held ? [held] : []} isWanted={placed.isWanted} onChange={(wanted) => edit(() => placed.setWanted(wanted))} />
        <FormFoot problem={problem} onClear={forget} onCancel={onClose} busy={busy} label={words.submit} />
      </Stack>
    </form>
  )
}

const moreThanThereAre = (quantity: number, available: number): Question => ({
  title: `Copy ${quantity} pieces?`,
  body: `Only ${available} of this item are in stock. The consignor's copy would count ${quantity}.`,
  confirmLabel: `Copy ${quantity}`,
  cancelLabel: 'Change the quantity',
  tone: 'neutral',
})

type Handed = { readonly consignorId: string; readonly quantity: number; readonly location: string; readonly addToItemId?: string }

function useHandOver({ id, consignorId: ownerId }: Item) {
  const run = useRunCommand()
  return (handed: Handed, { commandId, rowId }: FormIds) =>
    ownerId === null
      ? run(allocateItem, { ...handed, masterItemId: id, newItemId: rowId }, { id: commandId })
      : run(copyItem, { ...handed, sourceItemId: id, newItemId: rowId }, { id: commandId })
}

function HandedItem({ name, hint }: { readonly name: string; readonly hint: string }) {
  return (
    <div>
      <Text fw="bold" lineClamp={2}>
        {name}
      </Text>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
    </div>
  )
}
