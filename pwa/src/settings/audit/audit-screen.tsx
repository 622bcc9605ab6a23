import { Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { auditEntries } from '@shop/shared/settings/schema.ts'
import { IconDownload, IconHistory, IconSearchOff } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useLive } from '../../sync/api.ts'
import { counted } from '../../ui/counted.ts'
import { downloadCsv } from '../../ui/download-csv.ts'
import { dated } from '../../ui/download-file.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { EventEntry, EventList } from '../../ui/event-list.tsx'
import type { Moments } from '../../ui/moments.ts'
import { Page } from '../../ui/page.tsx'
import { navigate, useQuery } from '../../ui/router.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import classes from '../settings.module.css'
import audit from './audit.module.css'
import { actorsOf, auditRows, filterAudit } from './audit-list.ts'
import { type AuditWords, auditWords, type ChangeWords } from './audit-words.ts'

const SecurityPart = lazy(() => import('./security-part.tsx'))

const PAGE = 100

const KEPT = 'settings, people, items, shipments, payouts, orders or recorded sales'
/** Says where to find the actions that this log leaves out. */
const ELSEWHERE = 'Who sold or paid is in the Ledger, who wrote a mail under E-mail, and who added or counted stock on the server alone.'

/** `/audit`: the changes by admins, which can be read offline, and the security record, which only the server has. */
export default function AuditScreen() {
  const isSecurity = useQuery().get('part') === 'security'
  const parts = (
    <SegmentedControl
      aria-label="Part of this screen"
      data={[
        { value: 'changes', label: 'Changes' },
        { value: 'security', label: 'Security' },
      ]}
      value={isSecurity ? 'security' : 'changes'}
      onChange={(part) => navigate(part === 'security' ? '/audit?part=security' : '/audit', { replace: true })}
    />
  )
  if (!isSecurity) return <Changes parts={parts} />
  return (
    <Page title="Audit log" subtitle="Who signed in or tried to, from where, and what changed about it." actions={parts}>
      <Suspense fallback={null}>
        <SecurityPart />
      </Suspense>
    </Page>
  )
}

/** The audited changes, with the person, the time, and the values before and after. */
function Changes({ parts }: { readonly parts: ReactNode }) {
  // the words come from several collections, so a new entry or a changed name builds all of them again
  const entries = useLive((view) => view.all(auditEntries), [])
  const { isLoading, failure } = useLoad('data', entries.length === 0)
  const words = useLive((view) => entries.map((entry) => auditWords(entry, view)), [entries])
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed)
  const [byUid, setByUid] = useState('')
  const [shown, setShown] = useState(PAGE)
  const { moment } = useMoments()
  const { timeZone } = useShopSettings()
  const found = useMemo(() => filterAudit(words, text, byUid), [words, text, byUid])
  const actors = useMemo(() => actorsOf(words), [words])
  const clear = () => {
    setTyped('')
    setByUid('')
  }
  return (
    <Page
      title="Audit log"
      subtitle={`What admins changed: who, when, from what to what. ${ELSEWHERE}`}
      actions={
        <>
          {parts}
          <Button
            variant="default"
            leftSection={<IconDownload size="1.25rem" aria-hidden />}
            disabled={found.length === 0}
            onClick={() => downloadCsv(dated('audit-log', 'csv', timeZone), auditRows(found))}
          >
            Export CSV
          </Button>
        </>
      }
    >
      <Group align="end" gap="md">
        <SearchInput className={audit.search ?? ''} label="Search" placeholder="Name, action, value" value={typed} onText={setTyped} />
        <NativeSelect
          label="By"
          data={[{ value: '', label: 'Everybody' }, ...actors]}
          value={byUid}
          onChange={(event) => setByUid(event.currentTarget.value)}
        />
        <Text c="dimmed" size="sm" role="status">
          {counted(found.length, 'entry', 'entries')}
        </Text>
      </Group>
      {found.length === 0 ? (
        (failure ?? (!isLoading && <Nothing hasAny={words.length > 0} onClear={clear} />))
      ) : (
        <EventList label="Entries" isFramed>
          {found.slice(0, shown).map((entry) => (
            <Entry key={entry.id} entry={entry} moment={moment} />
          ))}
        </EventList>
      )}
      {found.length > shown && (
        <Button variant="default" onClick={() => setShown((count) => count + PAGE)}>
          Load More
        </Button>
      )}
    </Page>
  )
}

function Entry({ entry, moment }: { readonly entry: AuditWords; readonly moment: Moments['moment'] }) {
  const changed = entry.changes.filter(isChange)
  const facts = entry.changes.filter((change) => !isChange(change))
  const what = (
    <>
      <bdi className={classes.who}>{entry.who}</bdi> · {entry.action}
      {entry.about !== '' && (
        <>
          {': '}
          <bdi className={audit.about}>{entry.about}</bdi>
        </>
      )}
    </>
  )
  return (
    <EventEntry what={what} atMs={entry.atMs} when={moment(entry.atMs)}>
      {changed.map((change) => (
        <Change key={change.label} change={change} />
      ))}
      {facts.length > 0 && (
        <span className={audit.change}>
          {facts.map((fact, index) => (
            <span key={fact.label}>
              {index > 0 && ' · '}
              {fact.label}: <bdi className={classes.after}>{fact.after ?? fact.before}</bdi>
            </span>
          ))}
        </span>
      )}
    </EventEntry>
  )
}

const isChange = ({ before, after }: ChangeWords) => before !== null && after !== null

function Change({ change: { label, before, after } }: { readonly change: ChangeWords }) {
  return (
    <span className={audit.change}>
      {label}: <bdi className={classes.before}>{before}</bdi>
      {' → '}
      <bdi className={classes.after}>{after}</bdi>
    </span>
  )
}

function Nothing({ hasAny, onClear }: { readonly hasAny: boolean; readonly onClear: () => void }) {
  if (!hasAny)
    return (
      <EmptyState
        icon={<IconHistory />}
        title="Nothing was changed yet"
        hint={`The first change of ${KEPT} appears here, and stays for good.`}
      />
    )
  return (
    <EmptyState
      icon={<IconSearchOff />}
      title="No entries found"
      action={
        <Button variant="default" mt="xs" onClick={onClear}>
          Clear filter
        </Button>
      }
    />
  )
}
