import { Button, Group, Skeleton } from '@mantine/core'
import { IconBarcode, IconPackage, IconSearchOff } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { counted } from '../../ui/counted.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/router.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import type { LinesState } from '../cart/use-line-actions.ts'
import { useConsignorFilter, useConsignors, useItemCount, useOwnerNames } from '../queries.ts'
import type { Feedback } from '../scan/use-feedback.ts'
import type { Scans } from '../scan/use-scans.ts'
import type { AddLine } from '../use-add-line.ts'
import classes from './find.module.css'
import { ItemResults, resultId } from './item-results.tsx'
import { SearchBar } from './search-bar.tsx'
import { useFinder } from './use-finder.ts'
import { type FoundItems, RESULTS_MAX } from './use-found-items.ts'

// loaded on demand: no sale needs these until a scan raises a question or somebody opens the camera
const CameraPanel = lazy(() => import('../scan/camera-panel.tsx'))
const QuestionList = lazy(() => import('../scan/question-list.tsx'))

type Props = {
  readonly lines: LinesState
  readonly scans: Scans
  readonly feedback: Feedback
  readonly add: AddLine['add']
  readonly field: RefObject<HTMLInputElement | null>
  readonly onShift: () => void
  readonly onCsv: () => void
  readonly onHelp: () => void
}

/** Left side of the till: search, scans that need an answer, camera, results. */
export function FindPanel({ lines, scans, feedback, add: addItem, field, onShift, onCsv, onHelp }: Props) {
  const [consignor, setConsignor] = useConsignorFilter()
  const { text, setText, searched, found, activeId, add, onKeyDown } = useFinder(lines, addItem, consignor?.uid ?? null)
  const [isCameraOpen, setCameraOpen] = useState(false)
  const consignors = useConsignors()
  const ownerOf = useOwnerNames()
  const itemCount = useItemCount()
  const isFinding = isCameraOpen || scans.questions.length > 0 || (searched !== '' && found.items.length > 0)
  return (
    <section className={classes.find} aria-label="Items" data-finding={isFinding || undefined}>
      <SearchBar
        field={field}
        text={text}
        onText={setText}
        onKeyDown={onKeyDown}
        hasResults={found.items.length > 0}
        activeDescendant={activeId === null ? undefined : resultId(activeId)}
        consignors={consignors}
        consignor={consignor}
        onConsignor={setConsignor}
        isCameraOpen={isCameraOpen}
        onCamera={() => setCameraOpen(!isCameraOpen)}
        isSoundOn={feedback.isSoundOn}
        onSound={() => feedback.setSoundOn(!feedback.isSoundOn)}
        onShift={onShift}
        onCsv={onCsv}
        onHelp={onHelp}
      />
      {isCameraOpen && (
        <Suspense fallback={<Skeleton h="12rem" />}>
          <CameraPanel onClose={() => setCameraOpen(false)} />
        </Suspense>
      )}
      {scans.questions.length > 0 && (
        <Suspense fallback={null}>
          <QuestionList questions={scans.questions} actions={scans.answers} />
        </Suspense>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a list that scrolls */}
      <div className={classes.list} data-kind={found.kind} data-own-arrows tabIndex={0}>
        {found.items.length > 0 ? (
          <>
            <div className={classes.listTitle}>{titleOf(found, consignor?.name)}</div>
            <ItemResults items={found.items} activeId={activeId} ownerOf={ownerOf} onAdd={add} label={titleOf(found, consignor?.name)} />
          </>
        ) : (
          <NothingFound found={found} text={searched} itemCount={itemCount} onClear={() => setText('')} />
        )}
      </div>
    </section>
  )
}

function titleOf(found: FoundItems, consignorName: string | undefined): string {
  const count = found.items.length
  if (found.kind === 'recent') return 'Sold last'
  if (found.kind === 'similar') return 'Nothing has that name. Do you mean one of these?'
  const whose = consignorName ? ` of ${consignorName}` : ''
  return count >= RESULTS_MAX ? `First ${count} items${whose}` : `${counted(count, 'item')}${whose}`
}

type NothingProps = {
  readonly found: FoundItems
  readonly text: string
  readonly itemCount: number
  readonly onClear: () => void
}

function NothingFound({ found, text, itemCount, onClear }: NothingProps) {
  const [consignor, setConsignor] = useConsignorFilter()
  const { isLoading, failure } = useLoad('items', itemCount === 0)
  if (isLoading) return <Skeleton h="var(--till-target)" aria-hidden="true" />
  if (itemCount === 0)
    return (
      failure ?? (
        <EmptyState
          title="There are no items yet"
          icon={<IconPackage />}
          action={
            <Button component={Link} to="/admin">
              Go to inventory
            </Button>
          }
          hint="Add the first ones or import a list; they can be sold at once."
        />
      )
    )
  if (found.kind === 'recent')
    return (
      <EmptyState
        title={`${counted(itemCount, 'item is', 'items are')} ready to sell`}
        hint="Scan a barcode, or type to search. It works without network, too."
        icon={<IconBarcode />}
      />
    )
  return (
    <EmptyState
      title={text === '' ? 'No items' : `Nothing found for “${text}”`}
      icon={<IconSearchOff />}
      hint={
        consignor ? (
          <>
            Only the items of <bdi>{consignor.name}</bdi> are shown.
          </>
        ) : undefined
      }
      action={
        <Group gap="xs" justify="center">
          {text !== '' && (
            <Button variant="default" onClick={onClear}>
              Clear search
            </Button>
          )}
          {consignor && (
            <Button variant="default" onClick={() => setConsignor(null)}>
              All consignors
            </Button>
          )}
        </Group>
      }
    />
  )
}
