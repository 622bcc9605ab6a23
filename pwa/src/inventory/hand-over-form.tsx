import { Stack, Text, TextInput } from '@mantine/core'
import { allocate, copyToConsignor } from '@shop/shared/inventory/commands/hand-over.ts'
import { ITEM_LIMITS, type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useRunCommand } from '../sync/api.ts'
import { FormFoot } from '../ui/form-foot.tsx'
import { focusFirstWrong } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { type ConsignorChoice, ConsignorField, NO_CONSIGNOR } from './consignor-field.tsx'
import { type HandOverErrors, handOverErrors } from './hand-over-values.ts'
import { parseWhole } from './item-form-values.ts'

type Props = { item: Item; onClose: () => void; onDone: (message: string) => void }

/** Hands pieces of an item to a consignor: a master item's stock moves, a consignor's item is copied (spec §2 row actions, design §9). */
export function HandOverForm({ item, onClose, onDone }: Props) {
  const isCopy = item.consignorId !== null
  const available = shownQuantity(item)
  const [consignor, setConsignor] = useState<ConsignorChoice>(NO_CONSIGNOR)
  const [quantity, setQuantity] = useState('1')
  const [location, setLocation] = useState(item.location)
  const [errors, setErrors] = useState<HandOverErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit(isCopy ? 'Error copying to consignor: ' : 'Error adding to consignor: ')

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
    setErrors(wrong)
    focusFirstWrong(form.current)
    if (Object.keys(wrong).length > 0) return
    const handed = { consignorId: consignor.uid ?? '', quantity: parseWhole(quantity) ?? 0, location: location.trim() }
    const isDone = await submit(({ commandId, rowId }) =>
      isCopy
        ? run(copyToConsignor, { ...handed, sourceItemId: item.id, newItemId: rowId }, { id: commandId })
        : run(allocate, { ...handed, masterItemId: item.id, newItemId: rowId }, { id: commandId }),
    )
    if (isDone) onDone(isCopy ? 'Item copied to consignor inventory successfully' : 'Item added to consignor inventory successfully')
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <div>
          <Text fw="bold" lineClamp={2}>
            {item.itemName}
          </Text>
          <Text size="sm" c="dimmed">
            {isCopy
              ? 'The copy gets stock of its own; this item stays as it is.'
              : `${available} available. What is handed over leaves the master inventory.`}
          </Text>
        </div>
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
        <FormFoot
          problem={problem}
          onClear={forget}
          onCancel={onClose}
          busy={busy}
          label={isCopy ? 'Copy to Consignor' : 'Add to Consignor'}
        />
      </Stack>
    </form>
  )
}
