import { Button } from '@mantine/core'
import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { type AuditEntry, auditEntries, SHOP_SETTINGS_ID } from '@shop/shared/settings/schema.ts'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useLive } from '../sync/api.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { EventEntry, EventList } from '../ui/event-list.tsx'
import type { Moments } from '../ui/moments.ts'
import { Section } from '../ui/page.tsx'
import { useMoments } from '../ui/use-moments.ts'
import { SERVER_NAME } from '../ui/use-names.ts'
import classes from './settings.module.css'
import { labelOf, valueWords } from './settings-words.ts'

const SHOWN = 20

/** Every change of a setting and who made it, latest first. */
export function ChangesSection() {
  const [shown, setShown] = useState(SHOWN)
  const { moment } = useMoments()
  const entries = useLive(
    (view) =>
      view
        .all(auditEntries)
        .filter((entry) => entry.subject === SHOP_SETTINGS_ID)
        .sort((a, b) => b.atMs - a.atMs),
    [],
  )
  return (
    <Section title="Changes">
      {entries.length === 0 ? (
        <EmptyState icon={<IconHistory />} title="Nothing was changed yet" hint="Every change of the settings is kept here." />
      ) : (
        <EventList>
          {entries.slice(0, shown).map((entry) => (
            <Entry key={entry.id} entry={entry} moment={moment} />
          ))}
        </EventList>
      )}
      {entries.length > shown && (
        <Button variant="default" onClick={() => setShown((count) => count + SHOWN)}>
          Load More
        </Button>
      )}
    </Section>
  )
}

function Entry({ entry, moment }: { readonly entry: AuditEntry; readonly moment: Moments['moment'] }) {
  const who = useLive(
    (view) => {
      const user = view.get(users, entry.byUid)
      return user ? nameOf(user) : SERVER_NAME
    },
    [entry.byUid],
  )
  return (
    <EventEntry what={<bdi className={classes.who}>{who}</bdi>} atMs={entry.atMs} when={moment(entry.atMs)}>
      {Object.entries(entry.after).map(([field, after]) => (
        <span key={field}>
          {labelOf(field)}: <bdi className={classes.before}>{valueWords(field, entry.before[field])}</bdi>
          {' → '}
          <bdi className={classes.after}>{valueWords(field, after)}</bdi>
        </span>
      ))}
    </EventEntry>
  )
}
