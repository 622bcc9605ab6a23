import { Button, Skeleton } from '@mantine/core'
import { JOURNAL_DAYS } from '@shop/shared/kernel/limits.ts'
import { useState } from 'react'
import { type Done, useDone } from '../../sync/api.ts'
import { Section } from '../../ui/page.tsx'
import rows from '../../ui/rows.module.css'
import { CommandFacts } from './command-row.tsx'
import classes from './pending-list.module.css'

const SHOWN = 20

/** Lists this device's accepted commands, latest first. New commands appear as the server accepts them. */
export function DoneList() {
  const [limit, setLimit] = useState(SHOWN)
  const done = useDone(limit)
  return (
    <Section title="What this device did" description={`What the server has taken from here in the last ${JOURNAL_DAYS} days.`}>
      <DoneEntries done={done} onMore={() => setLimit((count) => count + SHOWN)} />
    </Section>
  )
}

function DoneEntries({ done, onMore }: { readonly done: Done | null | undefined; readonly onMore: () => void }) {
  if (done === undefined) return <Skeleton height="3rem" />
  if (done === null) return <p className={classes.nothing}>This list cannot be read on this device.</p>
  if (done.count === 0) return <p className={classes.nothing}>Nothing yet</p>
  const more = done.count - done.entries.length
  return (
    <>
      <ul className={rows.list}>
        {done.entries.map((entry) => (
          <li key={entry.id} className={rows.row}>
            <CommandFacts command={entry} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="default" onClick={onMore}>
          Load More ({more})
        </Button>
      )}
    </>
  )
}
