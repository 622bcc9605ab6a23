import { Button } from '@mantine/core'
import { useState } from 'react'
import { type PendingEntry, useLive, usePendingActions } from '../../sync/api.ts'
import { CommandStateTag } from '../../ui/command-state-tag.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { HERE } from '../../ui/moments.ts'
import rows from '../../ui/rows.module.css'
import { commandWords } from './command-words.ts'
import classes from './pending-list.module.css'

/** Entries drawn at first: after a day without network there are hundreds. */
const SHOWN = 50

type Props = { readonly entries: readonly PendingEntry[]; readonly onMessage: (text: string) => void }

/** What waits or was refused, each with its reason and the ways out. */
export function PendingList({ entries, onMessage }: Props) {
  const [shown, setShown] = useState(SHOWN)
  return (
    <>
      <ul className={rows.list}>
        {entries.slice(0, shown).map((entry) => (
          <PendingRow key={entry.id} entry={entry} onMessage={onMessage} />
        ))}
      </ul>
      {entries.length > shown && (
        <Button variant="default" onClick={() => setShown((count) => count + SHOWN)}>
          Load More ({entries.length - shown})
        </Button>
      )}
    </>
  )
}

/** The wrong fields whose message is not the sentence already. */
const fieldsOf = ({ result }: PendingEntry) => Object.entries(result?.fields ?? {}).filter(([, message]) => message !== result?.message)

function PendingRow({ entry, onMessage }: { readonly entry: PendingEntry; readonly onMessage: (text: string) => void }) {
  const confirm = useConfirm()
  const { retry, dismiss } = usePendingActions()
  const [isBusy, setBusy] = useState(false)
  const words = useLive((view) => JSON.stringify(commandWords(entry, view)), [entry])
  const { title, detail } = JSON.parse(words) as { title: string; detail: string }
  const name = detail === '' ? title : `${title} “${detail}”`

  const act = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      onMessage(done)
    } catch (thrown) {
      onMessage(`Error: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    } finally {
      setBusy(false)
    }
  }
  const drop = async () => {
    const isSure = await confirm({
      title: `Dismiss ${name}?`,
      body: 'It was not taken by the server and will not be sent again. What it would have changed is taken back on this device.',
      confirmLabel: 'Dismiss',
      tone: 'bad',
    })
    if (isSure) await act(() => dismiss(entry.id), 'Dismissed')
  }
  return (
    <li className={rows.row}>
      <div className={classes.what}>
        <span className={classes.title}>{title}</span>
        {detail !== '' && <span className={classes.detail}>{detail}</span>}
        <span className={classes.meta}>
          <time dateTime={new Date(entry.at).toISOString()}>{HERE.moment(entry.at)}</time>
        </span>
        {entry.result?.message !== undefined && <span className={classes.reason}>{entry.result.message}</span>}
        {fieldsOf(entry).map(([field, message]) => (
          <span key={field} className={classes.reason}>
            {field}: {message}
          </span>
        ))}
      </div>
      <div className={classes.end}>
        <CommandStateTag state={entry.state} />
        {entry.state === 'attention' && (
          <div className={classes.actions}>
            <Button
              variant="default"
              disabled={isBusy}
              onClick={() => void act(() => retry(entry.id), 'Queued again')}
              aria-label={`Try ${name} again`}
            >
              Try again
            </Button>
            <Button variant="subtle" color="red" disabled={isBusy} onClick={() => void drop()} aria-label={`Dismiss ${name}`}>
              Dismiss
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
