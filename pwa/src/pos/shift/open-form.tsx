import { Button, Stack, Text, TextInput } from '@mantine/core'
import { formatCents } from '@shop/shared/kernel/money.ts'
import { openShift } from '@shop/shared/pos/commands/open-shift.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useDevice, useRunCommand } from '../../sync/api.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { SuggestInput } from '../../ui/suggest-input.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { focusFirstWrong } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import type { OpenedShift } from './open-shift.ts'
import classes from './shift.module.css'
import type { Go } from './shift-views.ts'
import { openingWords } from './shift-words.ts'
import { useDrawer } from './use-open-shift.ts'
import { type Opening, useOpening } from './use-opening.ts'

type Props = {
  /** True to work with another drawer than the one whose shift is open. */
  readonly isAnother?: boolean
  readonly go: Go
  readonly onClose: () => void
}

type Wrong = { readonly field: 'drawer' | 'amount'; readonly text: string }

/** Opens a shift of a drawer with the cash that lies in it. A drawer whose shift is open is only taken over as this device's drawer. */
export function OpenForm({ isAnother = false, go, onClose }: Props) {
  const run = useRunCommand()
  const { deviceId } = useDevice()
  const [, setOwnDrawer] = useDrawer()
  const opening = useOpening(isAnother)
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<Wrong | null>(null)

  const edit = (apply: () => void) => {
    changed()
    setWrong(null)
    apply()
  }
  const refuse = (next: Wrong) => focusFirstWrong(form.current, () => setWrong(next))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { drawer, number, openingCents, leftCents: leftBeforeCents, running } = opening
    if (drawer === '') return refuse({ field: 'drawer', text: 'Please name the drawer' })
    if (!running) {
      if (openingCents === undefined) return refuse({ field: 'amount', text: 'Please enter the cash in the drawer, 0 for none' })
      const args = { number, drawer, clientId: deviceId(), openingCents, leftBeforeCents }
      if (!(await submit(({ commandId, rowId }) => run(openShift, { shiftId: rowId, ...args }, { id: commandId })))) return
    }
    setOwnDrawer(drawer)
    go.instead({ kind: 'own' })
  }
  return (
    <form ref={form} className={classes.form} aria-label="Open a shift" onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          Count the cash in the drawer before the first sale. At the close the app says how much should be there.
        </Text>
        <Fields {...{ opening, isAnother, wrong, edit }} />
        {!isAnother && (
          <Button variant="default" className={classes.aside} onClick={() => go.to({ kind: 'list' })}>
            All shifts
          </Button>
        )}
      </Stack>
      <FormFoot
        problem={problem}
        onClear={forget}
        onCancel={isAnother ? go.back : onClose}
        busy={busy}
        label={opening.running ? 'Work with this drawer' : 'Open shift'}
      />
    </form>
  )
}

type FieldsProps = {
  readonly opening: Opening
  readonly isAnother: boolean
  readonly wrong: Wrong | null
  readonly edit: (apply: () => void) => void
}

function Fields({ opening, isAnother, wrong, edit }: FieldsProps) {
  const { typed, setTyped, drawer, suggestions, amountText, setAmount, leftCents, running } = opening
  return (
    <>
      <SuggestInput
        size="md"
        label="Drawer"
        {...(isAnother && { 'data-autofocus': true })}
        maxLength={40}
        value={typed}
        error={wrong?.field === 'drawer' ? wrong.text : undefined}
        onText={(text) => edit(() => setTyped(text))}
        suggestions={suggestions}
        pickedId={drawer}
        onPick={(name) => edit(() => setTyped(name))}
        nothing="A new drawer"
        listLabel="Drawers"
      />
      {running ? (
        <Running shift={running} />
      ) : (
        <>
          <TextInput
            size="lg"
            label="Cash in the drawer"
            {...(!isAnother && { 'data-autofocus': true })}
            description={leftCents === null ? undefined : `The last shift left ${formatCents(leftCents)}`}
            inputMode="decimal"
            autoComplete="off"
            leftSection="$"
            maxLength={20}
            value={amountText}
            error={wrong?.field === 'amount' ? wrong.text : undefined}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => {
              const text = event.currentTarget.value
              edit(() => setAmount(text))
            }}
          />
          <OpeningNote opening={opening} />
        </>
      )}
    </>
  )
}

function Running({ shift: { drawer, openedAtMs } }: { readonly shift: OpenedShift }) {
  const { moment } = useMoments()
  return (
    <Text role="status">
      The shift of <bdi>{drawer}</bdi> is open since {moment(openedAtMs)}. This device joins it.
    </Text>
  )
}

/** Says how far the amount is from what the last shift left. */
function OpeningNote({ opening: { openingCents, leftCents } }: { readonly opening: Opening }) {
  const words = openingCents === undefined || leftCents === null ? null : openingWords(openingCents, leftCents)
  return (
    <div role="status" className={classes.warn}>
      {words}
    </div>
  )
}
