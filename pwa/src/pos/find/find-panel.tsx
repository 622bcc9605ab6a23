import { Button, Group, Skeleton } from '@mantine/core'
import { IconBarcode, IconPackage, IconSearchOff } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { counted } from '../../ui/counted.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/router.tsx'
import { useConsignors, useItemCount } from '../queries.ts'
import { QuestionList } from '../scan/question-list.tsx'
import type { Till } from '../use-till.ts'
import classes from './find.module.css'
import { ItemResults, resultId } from './item-results.tsx'
import { SearchBar } from './search-bar.tsx'
import { useFinder } from './use-finder.ts'
import { type FoundItems, RESULTS_MAX } from './use-found-items.ts'

const CameraPanel = lazy(() => import('../scan/camera-panel.tsx'))

type Props = {
  readonly till: Till
  readonly field: RefObject<HTMLInputElement | null>
  readonly onCsv: () => void
  readonly onHelp: () => void
}

/** The left side of the till: search, scans that need an answer, camera, results. */
export function FindPanel({ till, field, onCsv, onHelp }: Props) {
  const { text, setText, searched, found, activeId, add, onKeyDown } = useFinder(till)
  const [isCameraOpen, setCameraOpen] = useState(false)
  const consignors = useConsignors()
  const itemCount = useItemCount()
  const isFinding = isCameraOpen || till.questions.length > 0 || (searched !== '' && found.items.length > 0)
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
        consignor={till.consignor}
        onConsignor={till.setConsignor}
        isCameraOpen={isCameraOpen}
        onCamera={() => setCameraOpen(!isCameraOpen)}
        isSoundOn={till.feedback.isSoundOn}
        onSound={() => till.feedback.setSoundOn(!till.feedback.isSoundOn)}
        onCsv={onCsv}
        onHelp={onHelp}
      />
      {isCameraOpen && (
        <Suspense fallback={<Skeleton h="12rem" />}>
          <CameraPanel onScan={till.scan} onClose={() => setCameraOpen(false)} />
        </Suspense>
      )}
      <QuestionList questions={till.questions} actions={till.answers} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls can be scrolled by keyboard */}
      <div className={classes.list} data-kind={found.kind} data-own-arrows tabIndex={0}>
        {found.items.length > 0 ? (
          <>
            <div className={classes.listTitle}>{titleOf(found, till.consignor?.name)}</div>
            <ItemResults
              items={found.items}
              activeId={activeId}
              ownerOf={till.ownerOf}
              onAdd={add}
              label={titleOf(found, till.consignor?.name)}
            />
          </>
        ) : (
          <NothingFound found={found} text={searched} itemCount={itemCount} till={till} onClear={() => setText('')} />
        )}
      </div>
    </section>
  )
}

function titleOf(found: FoundItems, consignorName: string | undefined): string {
  const count = found.items.length
  if (found.kind === 'recent') return 'Sold last'
  const whose = consignorName ? ` of ${consignorName}` : ''
  return count >= RESULTS_MAX ? `First ${count} items${whose}` : `${counted(count, 'item')}${whose}`
}

type NothingProps = {
  readonly found: FoundItems
  readonly text: string
  readonly itemCount: number
  readonly till: Till
  readonly onClear: () => void
}

/** First use, filtered to nothing, or nothing asked for yet: each with the way on. */
function NothingFound({ found, text, itemCount, till, onClear }: NothingProps) {
  const consignor = till.consignor
  if (till.loading.isLoading) return <Skeleton h="var(--till-target)" aria-hidden="true" />
  if (itemCount === 0)
    return (
      till.loading.failure ?? (
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
            <Button variant="default" onClick={() => till.setConsignor(null)}>
              All consignors
            </Button>
          )}
        </Group>
      }
    />
  )
}
