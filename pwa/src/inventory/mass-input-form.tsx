import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { massInputItems } from '@shop/shared/inventory/commands/mass-input-items.ts'
import { barcodeWarning } from '@shop/shared/inventory/rules/barcodes.ts'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useDevice, useRunCommand } from '../sync/api.ts'
import { counted } from '../ui/counted.ts'
import { DraftNote } from '../ui/draft-note.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { useFormDraft } from '../ui/use-form-draft.ts'
import { focusFirstWrong } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { AddToHeldField, useHeldItems } from './add-to-held.tsx'
import { type ConsignorChoice, ConsignorField, NO_CONSIGNOR } from './consignor-field.tsx'
import { barcodeLines, massInputProblem } from './mass-input-lines.ts'

type Props = { onClose: () => void; onDone: (message: string) => void }

const LISTED_WARNINGS = 5

type Texts = { readonly itemName: string; readonly location: string; readonly barcodes: string }
type Typed = Texts & { readonly consignor: ConsignorChoice }

const NOTHING_TYPED: Typed = { itemName: '', location: '', barcodes: '', consignor: NO_CONSIGNOR }

/** Adds one item per barcode to a consignor's inventory. */
export function MassInputForm({ onClose, onDone }: Props) {
  const { newId } = useDevice()
  const form = useRef<HTMLFormElement>(null)
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit('Error with mass input: ')
  const { typed, setWrong, errorOf, field, edit, change, draftNote, endDraft } = useTypedMassInput(changed)
  const { consignor } = typed
  const lines = useMemo(() => barcodeLines(typed.barcodes), [typed.barcodes])
  const placed = useHeldItems(consignor.uid, typed.location)
  const { heldBy } = placed
  const held = useMemo(() => [...new Set(lines.map(heldBy))].filter((item) => item !== undefined), [lines, heldBy])

  const cancel = () => {
    endDraft()
    onClose()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const first = massInputProblem({ consignorText: consignor.text, consignorId: consignor.uid, ...typed })
    focusFirstWrong(form.current, () => setWrong(first))
    if (first) return
    const entries = lines.map((barcode) => ({ id: newId(), barcode, ...placed.addTo(barcode) }))
    const args = { consignorId: consignor.uid ?? '', itemName: typed.itemName.trim(), location: typed.location.trim(), entries }
    if (!(await submit(({ commandId }) => run(massInputItems, args, { id: commandId })))) return
    endDraft()
    onDone(doneText(lines))
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <DraftNote {...draftNote} />
        <ConsignorField
          label="Consignor"
          required
          autoFocus
          value={consignor}
          error={errorOf('consignor')}
          onChange={(choice) => change({ consignor: choice })}
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
        <FormFoot problem={problem} onClear={forget} onCancel={cancel} busy={busy} label="Add Items" />
      </Stack>
    </form>
  )
}

/** The entered values and the wrong one of them; a change clears the mark. */
function useTypedMassInput(changed: () => void) {
  const { started, isRestored, keep, drop } = useFormDraft('mass input', NOTHING_TYPED)
  const [typed, setTyped] = useState(started)
  const [wrong, setWrong] = useState<{ field: string; message: string }>()
  useEffect(() => keep(typed), [keep, typed])
  const edit = (apply: () => void) => {
    changed()
    setWrong(undefined)
    apply()
  }
  const change = (changes: Partial<Typed>) => edit(() => setTyped((before) => ({ ...before, ...changes })))
  const errorOf = (field: string) => (wrong?.field === field ? wrong.message : undefined)
  const field = (name: keyof Texts) => ({
    value: typed[name],
    error: errorOf(name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => change({ [name]: value }),
  })
  const onStartOver = () => {
    change(NOTHING_TYPED)
    drop()
  }
  return { typed, setWrong, errorOf, field, edit, change, draftNote: { isRestored, onStartOver }, endDraft: drop }
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
