import { Button, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type Cents, cents, formatCents, parseDollars } from '@shop/shared/kernel/money.ts'
import { closeShift } from '@shop/shared/pos/commands/close-shift.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRunCommand } from '../../sync/api.ts'
import { DraftNote } from '../../ui/draft-note.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { focusFirstWrong } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { type CountDraft, countedOf, countsOf, leftText, NOTE_BEYOND_CENTS, useCountDraft } from './count-draft.ts'
import { CountFields } from './count-fields.tsx'
import type { OpenedShift } from './open-shift.ts'
import classes from './shift.module.css'
import type { Go } from './shift-views.ts'
import { differenceTone, differenceWords } from './shift-words.ts'
import { useShiftFigures } from './use-shifts.ts'

type Props = { readonly shift: OpenedShift; readonly go: Go }
type Count = ReturnType<typeof useCountDraft>

/** Closes a shift. The cash is counted before the expected amount is shown, so that nobody counts towards it. */
export function CloseForm({ shift, go }: Props) {
  const count = useCountDraft(shift.id)
  const [wasUnderWay] = useState(count.isUnderWay)
  const countedCents = countedOf(count.draft)
  const isShown = count.draft.isShown && countedCents !== undefined
  const top = useRef<HTMLDivElement>(null)
  const before = useRef(isShown)
  useEffect(() => {
    if (before.current !== isShown) (top.current?.querySelector<HTMLElement>('[data-autofocus]') ?? top.current)?.focus()
    before.current = isShown
  }, [isShown])
  return (
    <div ref={top} tabIndex={-1} className={classes.body}>
      <DraftNote isRestored={wasUnderWay && count.isUnderWay} onStartOver={count.drop} />
      {isShown ? <ResultForm shift={shift} count={count} countedCents={countedCents} go={go} /> : <CountForm count={count} go={go} />}
    </div>
  )
}

function CountForm({ count: { draft, change }, go }: { readonly count: Count; readonly go: Go }) {
  const [wrong, setWrong] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const countedCents = countedOf(draft)
  const show = (event: FormEvent) => {
    event.preventDefault()
    if (countedCents !== undefined) return change({ isShown: true })
    focusFirstWrong(form.current, () => setWrong(draft.way === 'total' ? 'Please enter what you counted' : 'Please count the drawer first'))
  }
  const edit = (changes: Partial<CountDraft>) => {
    setWrong(null)
    change(changes)
  }
  return (
    <form ref={form} className={classes.form} aria-label="Count the drawer" onSubmit={show} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Count all cash in the drawer. The app says afterwards how much should be there.
        </Text>
        <SegmentedControl
          size="md"
          fullWidth
          aria-label="How you count"
          data={[
            { value: 'pieces', label: 'Notes and coins' },
            { value: 'total', label: 'Only the total' },
          ]}
          value={draft.way}
          onChange={(way) => edit({ way: way as CountDraft['way'] })}
        />
        {draft.way === 'pieces' ? (
          <CountFields draft={draft} problem={wrong} onChange={edit} />
        ) : (
          <TextInput
            size="lg"
            label="Cash counted"
            data-autofocus
            inputMode="decimal"
            autoComplete="off"
            leftSection="$"
            maxLength={20}
            value={draft.total}
            error={wrong}
            onChange={(event) => edit({ total: event.currentTarget.value })}
          />
        )}
      </Stack>
      <div className={classes.foot} data-bottom-bar>
        <div className={classes.total} role="status">
          <span>Counted</span> <strong>{countedCents === undefined ? '–' : formatCents(countedCents)}</strong>
        </div>
        <Button variant="default" onClick={go.back}>
          Cancel
        </Button>
        <Button type="submit">Show the result</Button>
      </div>
    </form>
  )
}

type ResultProps = Props & { readonly count: Count; readonly countedCents: Cents }

function ResultForm({ shift, count: { draft, change, drop }, countedCents, go }: ResultProps) {
  const run = useRunCommand()
  const { figures } = useShiftFigures(shift)
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<{ readonly left?: string; readonly note?: string }>({})
  const differenceCents = cents(countedCents - figures.expectedCents)
  const left = leftText(draft, shift.openingCents, countedCents)
  const leftCents = parseDollars(left)
  const needsNote = Math.abs(differenceCents) > NOTE_BEYOND_CENTS
  const edit = (changes: Partial<CountDraft>) => {
    changed()
    setWrong({})
    change(changes)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const refuse = (next: typeof wrong) => focusFirstWrong(form.current, () => setWrong(next))
    if (leftCents === undefined) return refuse({ left: 'Please enter what stays, 0 for nothing' })
    if (leftCents > countedCents) return refuse({ left: `Only ${formatCents(countedCents)} were counted` })
    if (needsNote && draft.note.trim() === '') return refuse({ note: 'Please say what may have happened' })
    const close = { shiftId: shift.id, countedCents, counts: countsOf(draft), leftCents, note: draft.note, z: figures }
    if (!(await submit(({ commandId }) => run(closeShift, close, { id: commandId })))) return
    drop()
    go.instead({ kind: 'shift', id: shift.id })
  }
  return (
    <form ref={form} className={classes.form} aria-label="Close the shift" onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <Outcome expectedCents={figures.expectedCents} countedCents={countedCents} differenceCents={differenceCents} />
        <Button variant="default" className={classes.aside} onClick={() => change({ isShown: false })}>
          Correct the count
        </Button>
        <TextInput
          size="lg"
          label="Stays in the drawer"
          data-autofocus
          aria-describedby="count-outcome"
          description={leftCents !== undefined && leftCents <= countedCents ? safeWords(cents(countedCents - leftCents)) : undefined}
          inputMode="decimal"
          autoComplete="off"
          leftSection="$"
          maxLength={20}
          value={left}
          error={wrong.left}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => edit({ left: event.currentTarget.value })}
        />
        <Textarea
          size="md"
          label={needsNote ? 'Note' : 'Note (optional)'}
          description={
            needsNote
              ? `More than ${formatCents(NOTE_BEYOND_CENTS)} ${differenceCents < 0 ? 'short' : 'over'}: say what may have happened`
              : undefined
          }
          autosize
          minRows={2}
          maxLength={500}
          value={draft.note}
          error={wrong.note}
          onChange={(event) => edit({ note: event.currentTarget.value })}
        />
      </Stack>
      <FormFoot problem={problem} onClear={forget} onCancel={go.back} busy={busy} label="Close shift" />
    </form>
  )
}

const safeWords = (safeCents: Cents) => (safeCents === 0 ? 'Nothing goes to the safe' : `${formatCents(safeCents)} goes to the safe`)

type OutcomeProps = { readonly expectedCents: Cents; readonly countedCents: Cents; readonly differenceCents: Cents }

const Outcome = ({ expectedCents, countedCents, differenceCents }: OutcomeProps) => (
  <dl id="count-outcome" className={classes.outcome} data-tone={differenceTone(differenceCents, 'good')}>
    <div>
      <dt>Expected</dt>
      <dd>{formatCents(expectedCents)}</dd>
    </div>
    <div>
      <dt>Counted</dt>
      <dd>{formatCents(countedCents)}</dd>
    </div>
    <div>
      <dt>Difference</dt>
      <dd>{differenceWords(differenceCents)}</dd>
    </div>
  </dl>
)
