import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { FormModal } from '../../ui/form-modal.tsx'
import { CloseForm } from './close-form.tsx'
import { HeardDetail } from './heard-detail.tsx'
import { MoveForm } from './move-form.tsx'
import { OpenForm } from './open-form.tsx'
import type { OpenedShift } from './open-shift.ts'
import classes from './shift.module.css'
import { ShiftDetail } from './shift-detail.tsx'
import { ShiftList } from './shift-list.tsx'
import { type Go, type ShiftView, viewTitle } from './shift-views.ts'
import { useOpenShift } from './use-open-shift.ts'
import { useShift } from './use-shifts.ts'

type Props = {
  /** The first view; without it, the shift of this device's drawer. */
  readonly start?: ShiftView
  readonly onClose: () => void
}

const OWN: ShiftView = { kind: 'own' }

/** The window of shifts: the one of this device's drawer, its moves of cash and its close, and those of all drawers. */
export default function ShiftWindow({ start = OWN, onClose }: Props) {
  const [views, setViews] = useState<readonly ShiftView[]>([start])
  const view = views.at(-1) ?? start
  const shift = useShownShift(view)
  const body = useRef<HTMLDivElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    body.current?.closest('[data-sheet]')?.scrollTo(0, 0)
    // the button that led here is gone
    const first = body.current?.querySelector<HTMLElement>('[data-autofocus]')
    if (first) first.focus()
    else body.current?.focus({ preventScroll: true })
  }, [view])
  const go: Go = {
    to: useCallback((next: ShiftView) => setViews((before) => [...before, next]), []),
    instead: useCallback((next: ShiftView) => setViews((before) => [...before.slice(0, -1), next]), []),
    back: useCallback(() => setViews((before) => (before.length > 1 ? before.slice(0, -1) : before)), []),
  }
  return (
    <FormModal title={viewTitle(view, shift)} onClose={onClose}>
      <div ref={body} tabIndex={-1} className={classes.body}>
        {views.length > 1 && (
          <Button variant="subtle" color="gray" className={classes.back} leftSection={<IconArrowLeft size="1.25rem" />} onClick={go.back}>
            Back
          </Button>
        )}
        <View view={view} shift={shift} go={go} onClose={onClose} />
      </div>
    </FormModal>
  )
}

/** The shift of a view. A view of the own shift stays with it when another device closes it, and shows its Z. */
function useShownShift(view: ShiftView): OpenedShift | undefined {
  const own = useOpenShift()
  const kept = useRef<{ readonly view: ShiftView; readonly id: string } | null>(null)
  if (view.kind === 'own' && own && kept.current?.view !== view) kept.current = { view, id: own.id }
  const keptId = kept.current?.view === view ? kept.current.id : ''
  return useShift('id' in view ? view.id : keptId)
}

type ViewProps = {
  readonly view: ShiftView
  readonly shift: OpenedShift | undefined
  readonly go: Go
  readonly onClose: () => void
}

function View({ view, shift, go, onClose }: ViewProps) {
  if (view.kind === 'list') return <ShiftList go={go} />
  if (view.kind === 'open') return <OpenForm isAnother go={go} onClose={onClose} />
  if (!shift) return 'id' in view ? <HeardDetail id={view.id} go={go} /> : <OpenForm go={go} onClose={onClose} />
  // what is typed stays when another device closes the shift: the cash moved all the same
  if (view.kind === 'move') return <MoveForm key={view.move} shift={shift} kind={view.move} go={go} />
  // a shift that another device closed meanwhile shows its Z
  if (shift.closedAtMs === null && view.kind === 'close') return <CloseForm shift={shift} go={go} />
  return <ShiftDetail key={shift.id} shift={shift} isOwn={view.kind === 'own'} go={go} />
}
