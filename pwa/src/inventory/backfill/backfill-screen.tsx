import { Button, Skeleton } from '@mantine/core'
import type { ImageStatistics } from '@shop/shared/inventory/calls/item-images.ts'
import { IconCloudOff, IconPhotoCheck, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { grouped } from '../../ui/counted.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ItemPicture } from '../../ui/item-picture.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useTitle } from '../../ui/use-title.ts'
import classes from './backfill.module.css'
import type { LogEntry } from './backfill-run.ts'
import { type Backfill, useBackfill } from './use-backfill.ts'

const STATISTICS = [
  { key: 'totalDocuments', label: 'Total documents' },
  { key: 'validUidDocs', label: 'Valid uid docs' },
  { key: 'totalItems', label: 'Total items' },
  { key: 'itemsWithLinks', label: 'Items with links' },
  { key: 'itemsWithRetailerLinks', label: 'Items with retailer links' },
  { key: 'itemsWithImages', label: 'Items with images' },
] as const satisfies readonly { key: keyof ImageStatistics; label: string }[]

const timeOf = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })

type Props = { readonly backfill: Backfill }

const doneCountOf = ({ run }: Backfill) => run.successCount + run.failedUids.length

/** `/admin/image-backfill`: gives items without a picture the picture of their linked page. */
export default function BackfillScreen() {
  useTitle('Image Backfill')
  const banner = useBanner()
  const backfill = useBackfill(banner.fail)
  const { run, missing, online } = backfill
  return (
    <Page
      title="Image Backfill"
      subtitle="Looks for pictures of items that have a link and no picture, one item every two seconds."
      actions={<Controls backfill={backfill} />}
    >
      <Banner {...banner.props} />
      <Hindrances backfill={backfill} />
      {missing === null && !online && run.log.length === 0 ? (
        <EmptyState icon={<IconCloudOff />} title="You are offline" hint="Which items have no picture is read from the server." />
      ) : (
        <>
          <Progress backfill={backfill} />
          <Section title="Database statistics">
            <dl className={classes.figures}>
              {STATISTICS.map(({ key, label }) => (
                <Figure key={key} label={label} value={missing ? missing.debug[key] : null} />
              ))}
            </dl>
          </Section>
          <ProcessingLog log={run.log} />
        </>
      )}
    </Page>
  )
}

function Controls({ backfill }: Props) {
  const { run, missing, isLoading, online, remainingCount, start, pause, reload } = backfill
  return (
    <>
      <Button
        variant="default"
        loading={isLoading && missing !== null}
        disabled={!online || run.isRunning}
        leftSection={<IconRefresh size="1.25rem" aria-hidden />}
        onClick={() => void reload()}
      >
        Reload Items
      </Button>
      {run.isRunning ? (
        <Button leftSection={<IconPlayerPause size="1.25rem" aria-hidden />} onClick={pause}>
          Pause Processing
        </Button>
      ) : (
        <Button disabled={!online || remainingCount === 0} leftSection={<IconPlayerPlay size="1.25rem" aria-hidden />} onClick={start}>
          {doneCountOf(backfill) > 0 ? 'Resume' : 'Start'}
        </Button>
      )}
    </>
  )
}

/** Explains why the run is not progressing: no network, or an unreadable list. */
function Hindrances({ backfill: { run, problem, online } }: Props) {
  if (!online)
    return (
      <p className={classes.note} role="status">
        {run.isRunning
          ? 'Offline: it goes on by itself when the network is back.'
          : 'Offline: pictures are looked up by the server, so this waits for the network.'}
      </p>
    )
  if (problem === null) return null
  return (
    <p className={classes.problem} role="alert">
      {`Failed to load items. Check console for details. ${problem}`}
    </p>
  )
}

function Progress({ backfill }: Props) {
  const { run, missing, current, remainingCount } = backfill
  const doneCount = doneCountOf(backfill)
  const totalCount = doneCount + remainingCount
  const percent = totalCount === 0 ? 0 : Math.floor((doneCount / totalCount) * 100)
  const isFinished = missing !== null && doneCount > 0 && remainingCount === 0 && current === null
  return (
    <Section title="Progress">
      <dl className={classes.figures}>
        <Figure label="Total" value={missing && totalCount} />
        <Figure label="Success" value={run.successCount} />
        <Figure label="Failed" value={run.failedUids.length} />
        <Figure label="Remaining" value={missing && remainingCount} />
      </dl>
      <div className={classes.progress}>
        <ProgressBar done={doneCount} of={totalCount} label="Items that were processed" />
        <span>{`${percent}%`}</span>
      </div>
      <p className={classes.note} role="status">
        {current && (
          <>
            {'Looking at '}
            <bdi>{current.itemName}</bdi>
            {'…'}
          </>
        )}
        {!current && isFinished && 'All items processed.'}
        {!current && missing && totalCount === 0 && 'Every item with a link has a picture.'}
      </p>
    </Section>
  )
}

const Figure = ({ label, value }: { readonly label: string; readonly value: number | null }) => (
  <div className={classes.figure}>
    <dt>{label}</dt>
    <dd>{value === null ? <Skeleton height="1.75rem" width="3rem" /> : grouped(value)}</dd>
  </div>
)

const ProcessingLog = ({ log }: { readonly log: readonly LogEntry[] }) => (
  <Section title="Processing log">
    {log.length === 0 ? (
      <EmptyState icon={<IconPhotoCheck />} title="Nothing processed yet" hint="Each item appears here with what was found." />
    ) : (
      <ol className={classes.log}>
        {log.map((entry) => (
          <LogLine key={`${entry.atMs} ${entry.itemName}`} entry={entry} />
        ))}
      </ol>
    )}
  </Section>
)

const LogLine = ({ entry: { atMs, itemName, isDone, text, imageUrl } }: { readonly entry: LogEntry }) => (
  <li className={classes.line}>
    <ItemPicture imageUrl={imageUrl} size="sm" />
    <span className={classes.words}>
      <bdi className={classes.name}>{itemName}</bdi>
      <span className={isDone ? classes.note : classes.problem}>{text}</span>
    </span>
    <time className={classes.note} dateTime={new Date(atMs).toISOString()}>
      {timeOf.format(atMs)}
    </time>
  </li>
)
