import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { massInputItems } from '@shop/shared/inventory/commands/mass-input-items.ts'
import { barcodeWarning } from '@shop/shared/inventory/rules/barcodes.ts'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { useDevice, useRunCommand } from '../sync/api.ts'
import { counted } from '../ui/counted.ts'
import { FormFoot } from '../ui/form-foot.tsx'
import { focusFirstWrong } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { AddToHeldField, useHeldItems } from './add-to-held.tsx'
import { type ConsignorChoice, ConsignorField, NO_CONSIGNOR } from './consignor-field.tsx'
import { barcodeLines, massInputProblem } from './mass-input-lines.ts'

type Props = { onClose: () => void; onDone: (message: string) => void }

const LISTED_WARNINGS = 5

type Typed = { readonly itemName: string; readonly location: string; readonly barcodes: string }

/** Adds one item per barcode to a consignor's inventory. */
export function MassInputForm({ onClose, onDone }: Props) {
  const { newId } = useDevice()
  const [consignor, setConsignor] = useState<ConsignorChoice>(NO_CONSIGNOR)
  const [typed, setTyped] = useState<Typed>({ itemName: '', location: '', barcodes: '' })
  const [wrong, setWrong] = useState<{ field: string; message: string }>()
  const form = useRef<HTMLFormElement>(null)
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit('Error with mass input: ')
  const lines = useMemo(() => barcodeLines(typed.barcodes), [typed.barcodes])
  const placed = useHeldItems(consignor.uid, typed.location)
  const { heldBy } = placed
  const held = useMemo(() => [...new Set(lines.map(heldBy))].filter((item) => item !== undefined), [lines, heldBy])

  const edit = (apply: () => void) => {
    changed()
    setWrong(undefined)
    apply()
  }
  const errorOf = (field: string) => (wrong?.field === field ? wrong.message : undefined)
  const field = (name: keyof Typed) => ({
    value: typed[name],
    error: errorOf(name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      edit(() => setTyped((before) => ({ ...before, [name]: value }))),
  })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const first = massInputProblem({ consignorText: consignor.text, consignorId: consignor.uid, ...typed })
    setWrong(first)
    if (first) {
      focusFirstWrong(form.current)
      return
    }
    const entries = lines.map((barcode) => ({ id: newId(), barcode, ...placed.addTo(barcode) }))
    const args = { consignorId: consignor.uid ?? '', itemName: typed.itemName.trim(), location: typed.location.trim(), entries }
    if (await submit(({ commandId }) => run(massInputItems, args, { id: commandId }))) onDone(doneText(lines))
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <ConsignorField
          label="Consignor"
          required
          autoFocus
          value={consignor}
          error={errorOf('consignor')}
          onChange={(choice) => edit(() => setConsignor(choice))}
        />
        <TextInput label="Item Name" withAsterisk {...field('itemName')} />
        <TextInput label="Location" {...field('location')} />
        <Textarea
          label="Barcodes"
          description="One per line. A scanner that ends with Enter writes them for you; the same one twice counts as two pieces."
          withAsterisk
          autosize
          minRows={6}
          maxRows={14}
          spellCheck={false}
          {...field('barcodes')}
        />
        <Text size="sm" aria-live="polite">
          {counted(lines.length, 'barcode')}
        </Text>
        <BarcodeWarnings lines={lines} />
        <AddToHeldField held={held} isWanted={placed.isWanted} onChange={(wanted) => edit(() => placed.setWanted(wanted))} />
        <FormFoot problem={problem} onClear={forget} onCancel={onClose} busy={busy} label="Add Items" />
      </Stack>
    </form>
  )
}

function doneText(lines: readonly string[]): string {
  const distinct = new Set(lines).size
  return `${counted(distinct, 'item')} added to consignor inventory successfully`
}

function BarcodeWarnings({ lines }: { lines: readonly string[] }) {
  const warned = useMemo(
    () => [...new Set(lines)].map((code) => ({ code, warning: barcodeWarning(code) })).filter((one) => one.warning !== null),
    [lines],
  )
  if (warned.length === 0) return null
  return (
    <Stack gap="xs">
      <Text size="sm" fw="bold">
        Please look at these again; they can be added all the same.
      </Text>
      {warned.slice(0, LISTED_WARNINGS).map(({ code, warning }) => (
        <Text size="sm" key={code} truncate>
          {`${code}: ${warning}`}
        </Text>
      ))}
      {warned.length > LISTED_WARNINGS && <Text size="sm">{`and ${warned.length - LISTED_WARNINGS} more`}</Text>}
    </Stack>
  )
}
