import { Button } from '@mantine/core'
import { useState } from 'react'
import { type PendingEntry, usePendingActions, useProve } from '../../sync/api.ts'
import { CommandStateTag } from '../../ui/command-state-tag.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import rows from '../../ui/rows.module.css'
import { CommandFacts, useCommandWords } from './command-row.tsx'
import classes from './pending-list.module.css'

/** Number of entries shown at first. After an offline day there are hundreds. */
const SHOWN = 50

type Props = { readonly entries: readonly PendingEntry[]; readonly onMessage: (text: string) => void }

/** Lists waiting and refused commands. A refused command has its reason and its remedies. */
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

/** Returns the invalid fields whose message differs from that of the whole result. */
const fieldsOf = ({ result }: PendingEntry) => Object.entries(result?.fields ?? {}).filter(([, message]) => message !== result?.message)

function PendingRow({ entry, onMessage }: { readonly entry: PendingEntry; readonly onMessage: (text: string) => void }) {
  const confirm = useConfirm()
  const { retry, dismiss } = usePendingActions()
  const prove = useProve()
  const [isBusy, setBusy] = useState(false)
  const { title, detail } = useCommandWords(entry)
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
  const tryAgain = async () => {
    if (entry.result?.code === 'PROOF_NEEDED' && !(await prove('recent'))) return
    await act(() => retry(entry.id), 'Queued again')
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
      <CommandFacts command={entry}>
        {entry.result?.message !== undefined && <span className={classes.reason}>{entry.result.message}</span>}
        {fieldsOf(entry).map(([field, message]) => (
          <span key={field} className={classes.reason}>
            {field}: {message}
          </span>
        ))}
      </CommandFacts>
      <div className={classes.end}>
        <CommandStateTag state={entry.state} />
        {entry.state === 'attention' && (
          <div className={classes.actions}>
            <Button variant="default" disabled={isBusy} onClick={() => void tryAgain()} aria-label={`Try ${name} again`}>
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
