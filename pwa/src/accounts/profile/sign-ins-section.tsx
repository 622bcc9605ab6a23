import { Button } from '@mantine/core'
import { listOwnSecurityRecordCall, type SecurityEntry } from '@shop/shared/accounts/calls/security-record.ts'
import { IconHistory } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useCall, useSyncStatus } from '../../sync/api.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { HERE } from '../../ui/moments.ts'
import { Section } from '../../ui/page.tsx'
import { securityWords } from '../../ui/security-words.ts'
import { ServerTable } from '../../ui/server-list.tsx'
import { type ServerPage, useServerPages } from '../../ui/use-server-pages.ts'

const COLUMNS: readonly Column<SecurityEntry>[] = [
  { key: 'what', header: 'What', width: 'minmax(10rem, 2fr)', card: 'title', cell: securityWords },
  {
    key: 'where',
    header: 'Where',
    width: 'minmax(9rem, 1.5fr)',
    cell: ({ client, address }) => [client, address].filter(Boolean).join(' · ') || '—',
  },
  { key: 'when', header: 'When', width: '11rem', cell: ({ at }) => HERE.moment(Date.parse(at)) },
]
const WORDS = { list: 'record', rows: 'your sign-ins', whyAway: 'Sign-ins are read from the server, because they are not kept on devices.' }
const idOf = ({ id }: SecurityEntry) => id

/** The person's own sign-ins, and changes of how they sign in. The list loads when the person opens it. */
export function SignInsSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Sign-ins"
      description="When and where somebody signed in to your account, or tried to, and what changed about your sign-in."
      actions={
        !isOpen && (
          <Button variant="default" onClick={() => setOpen(true)}>
            Show sign-ins
          </Button>
        )
      }
    >
      {isOpen && <SignIns />}
    </Section>
  )
}

function SignIns() {
  const call = useCall()
  const { online } = useSyncStatus()
  const readAfter = useCallback(
    async (before: readonly ServerPage<SecurityEntry>[]): Promise<ServerPage<SecurityEntry>> => {
      const { entries, hasMore } = await call(listOwnSecurityRecordCall, { query: { before: before.at(-1)?.rows.at(-1)?.id } })
      return { rows: entries, hasMore }
    },
    [call],
  )
  const list = useServerPages({ of: 'own', isOnline: online, readAfter, rowId: idOf })
  return (
    <ServerTable
      label="Sign-ins"
      list={list}
      words={WORDS}
      columns={COLUMNS}
      rowId={idOf}
      empty={<EmptyState icon={<IconHistory />} title="Nothing is recorded yet" />}
    />
  )
}
