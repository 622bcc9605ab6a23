import { Group, NativeSelect } from '@mantine/core'
import { listSecurityRecordCall, type SecurityEntry } from '@shop/shared/accounts/calls/security-record.ts'
import { ADDRESS_KEEP_DAYS, SECURITY_KINDS, type SecurityKind, securityKindSchema } from '@shop/shared/accounts/rules/security-record.ts'
import { users } from '@shop/shared/accounts/schema.ts'
import { IconShieldLock } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useCall, useLive, useSyncStatus } from '../../sync/api.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SECURITY_WORDS, securityWords } from '../../ui/security-words.ts'
import { RefreshButton, ServerTable } from '../../ui/server-list.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { listNameOf, SERVER_NAME, useNames } from '../../ui/use-names.ts'
import { type ServerPage, useServerPages } from '../../ui/use-server-pages.ts'

const KINDS = [{ value: '', label: 'Everything' }, ...SECURITY_KINDS.map((value) => ({ value, label: SECURITY_WORDS[value] }))]
const WORDS = {
  list: 'record',
  rows: 'the record of security',
  whyAway: 'It contains network addresses, so it is read from the server and not kept on devices.',
}
const idOf = ({ id }: SecurityEntry) => id

/** The security record: sign-ins with their device and address, and changes to sign-ins, roles and backups. */
export default function SecurityPart() {
  const { online } = useSyncStatus()
  const people = useLive((view) => view.all(users), [])
  const [uid, setUid] = useState('')
  const [kind, setKind] = useState<SecurityKind | null>(null)
  const columns = useColumns()
  const list = useRecord(online, uid, kind)
  const options = useMemo(
    () => people.map((user) => ({ value: user.id, label: listNameOf(user) })).sort((a, b) => a.label.localeCompare(b.label)),
    [people],
  )
  return (
    <>
      <Group align="end" gap="md">
        <NativeSelect
          label="Account"
          data={[{ value: '', label: 'All accounts' }, ...options]}
          value={uid}
          onChange={(event) => setUid(event.currentTarget.value)}
        />
        <NativeSelect
          label="What"
          data={KINDS}
          value={kind ?? ''}
          onChange={(event) => setKind(securityKindSchema.safeParse(event.currentTarget.value).data ?? null)}
        />
        <RefreshButton isLoading={list.isLoading && list.rows !== null} isOnline={online} onClick={list.refresh} />
      </Group>
      <ServerTable
        label="Record of security"
        list={list}
        words={WORDS}
        columns={columns}
        rowId={idOf}
        empty={
          <EmptyState
            icon={<IconShieldLock />}
            title="Nothing is recorded"
            hint={`Sign-ins and changes of them appear here. Addresses are forgotten after ${ADDRESS_KEEP_DAYS} days.`}
          />
        }
      />
    </>
  )
}

function useColumns(): readonly Column<SecurityEntry>[] {
  const nameOf = useNames('An unknown account')
  const { moment } = useMoments()
  return useMemo(() => {
    const who = ({ uid, kind, result }: SecurityEntry) => {
      if (uid !== null) return nameOf(uid)
      return result === 'refused' && kind !== 'backupMade' ? 'No account' : SERVER_NAME
    }
    return [
      { key: 'who', header: 'Account', width: 'minmax(9rem, 1fr)', cell: (entry) => <bdi>{who(entry)}</bdi> },
      { key: 'what', header: 'What', width: 'minmax(12rem, 2fr)', card: 'title', cell: securityWords },
      {
        key: 'by',
        header: 'By',
        width: 'minmax(7rem, 1fr)',
        hideBelow: 1000,
        cell: ({ byUid }) => (byUid === null ? null : nameOf(byUid)),
      },
      {
        key: 'where',
        header: 'Where',
        width: 'minmax(10rem, 1.5fr)',
        cell: ({ client, address }) => [client, address].filter(Boolean).join(' · ') || SERVER_NAME,
      },
      { key: 'when', header: 'When', width: '12rem', cell: ({ at }) => moment(Date.parse(at)) },
    ]
  }, [nameOf, moment])
}

function useRecord(isOnline: boolean, uid: string, kind: SecurityKind | null) {
  const call = useCall()
  const readAfter = useCallback(
    async (before: readonly ServerPage<SecurityEntry>[]): Promise<ServerPage<SecurityEntry>> => {
      const query = { uid: uid || undefined, kind: kind ?? undefined, before: before.at(-1)?.rows.at(-1)?.id }
      const { entries, hasMore } = await call(listSecurityRecordCall, { query })
      return { rows: entries, hasMore }
    },
    [call, uid, kind],
  )
  return useServerPages({ of: JSON.stringify([uid, kind]), isOnline, readAfter, rowId: idOf })
}
