import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { type User, users } from '@shop/shared/accounts/schema.ts'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useLive, useSession, useSyncStatus } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { useBrand } from '../../ui/brand.ts'
import { counted } from '../../ui/counted.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Sorting } from '../../ui/data-table-columns.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import classes from './administration.module.css'
import { type PersonAction, PersonActions, PersonTiles } from './person-actions.tsx'
import { PersonCard } from './person-card.tsx'
import { PERSON_COLUMNS } from './person-columns.tsx'
import { type OpenDialog, PersonDialogs } from './person-dialogs.tsx'
import { listed, peopleOf } from './person-list.ts'
import { usePersonActs } from './use-person-acts.tsx'

/** Below this width of the table its rows are cards: seven buttons and five columns need room. */
const CARDS_BELOW_PX = 860

const personId = (user: User) => user.id

type Props = {
  readonly signOutButton: ReactNode
  /** A person's sales, payouts and shipments, editable. */
  readonly history: (user: User) => ReactNode
  /** Stands below the accounts. */
  readonly overview: ReactNode
}

/** `/consignors`: all user accounts (spec §2 Consignors). Reading works offline, as every list does. */
export function ConsignorsScreen({ signOutButton, history, overview }: Props) {
  const { exchange } = useBrand()
  const { user: me } = useSession()
  const ownUid = me?.uid ?? ''
  const everybody = useLive((view) => view.all(users), [])
  const people = useMemo(() => peopleOf(everybody), [everybody])
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed)
  const [isShowingClosed, setShowingClosed] = useState(false)
  const [sorting, setSorting] = useState<Sorting>({ key: 'email', descending: false })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [isMigrating, setMigrating] = useState(false)
  const migrateAllButton = useRef<HTMLButtonElement>(null)
  const { online } = useSyncStatus()
  const { isLoading, failure } = useLoad('users', everybody.length === 0)
  const banner = useBanner()
  const { show } = banner
  const acts = usePersonActs()
  const rows = useMemo(() => listed(people, text, isShowingClosed, sorting), [people, text, isShowingClosed, sorting])
  const closedCount = useMemo(() => everybody.filter(({ closedAtMs }) => closedAtMs !== null).length, [everybody])

  const { remove, migrate, migrateDomain } = acts
  const act = useCallback(
    (action: PersonAction, user: User) => {
      const asks = { delete: remove, migrate, migrateDomain }
      if (action === 'delete' || action === 'migrate' || action === 'migrateDomain')
        void asks[action](user).then((message) => message !== null && show(message))
      else setDialog({ kind: action, user })
    },
    [remove, migrate, migrateDomain, show],
  )
  const doing = useMemo(() => ({ ownUid, exchange, isOnline: online, onAction: act }), [ownUid, exchange, online, act])
  const actions = useCallback((user: User) => <PersonActions user={user} {...doing} />, [doing])
  const card = useCallback((user: User) => <PersonCard user={user} tiles={<PersonTiles user={user} {...doing} />} />, [doing])
  const open = useCallback((user: User) => setDialog({ kind: 'edit', user }), [])
  const migrateAll = async () => {
    setMigrating(true)
    const result = await acts.migrateAll().finally(() => setMigrating(false))
    if (typeof result === 'string') show(result)
    else if (result !== null) {
      show('Bulk migration completed')
      setDialog({ kind: 'results', result })
    }
  }
  const offlineTitle = online ? {} : { title: 'Offline: needs a connection to the server' }
  return (
    <Page
      title="Consignors"
      subtitle={online ? 'Manage all user accounts' : 'Manage all user accounts. Offline: changes need the server.'}
      actions={
        <>
          <Button disabled={!online} {...offlineTitle} onClick={() => setDialog({ kind: 'add' })}>
            Add Consignor
          </Button>
          <Button
            ref={migrateAllButton}
            variant="default"
            loading={isMigrating}
            disabled={!online}
            {...offlineTitle}
            onClick={() => void migrateAll()}
          >
            Migrate All Users
          </Button>
          {signOutButton}
        </>
      }
    >
      <Banner {...banner.props} />
      <Group align="center" gap="md">
        <TextInput
          className={classes.search ?? ''}
          type="search"
          aria-label="Search users"
          placeholder="Email, name, username, chat name"
          leftSection={<IconSearch size="1.25rem" aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {closedCount > 0 && (
          <Checkbox
            label="Show closed accounts"
            checked={isShowingClosed}
            onChange={(event) => setShowingClosed(event.currentTarget.checked)}
          />
        )}
        <Text c="dimmed" size="sm" role="status">
          {counted(rows.length, 'user')}
        </Text>
      </Group>
      <DataTable
        label="Users"
        rows={rows}
        columns={PERSON_COLUMNS}
        rowId={personId}
        actions={actions}
        card={card}
        actionsWidth={exchange === null ? '17rem' : '19.75rem'}
        cardsBelowPx={CARDS_BELOW_PX}
        onOpen={open}
        sorting={sorting}
        onSort={setSorting}
        isLoading={isLoading}
        filter={text.trim() === '' ? null : { message: 'No users found', onClear: () => setTyped('') }}
        empty={failure ?? <EmptyState icon={<IconUsers />} title="No users found" />}
      />
      {overview}
      <PersonDialogs
        history={history}
        dialog={dialog}
        onClose={() => {
          setDialog(null)
          // the button rested while all were migrated, and could not keep the focus
          if (dialog?.kind === 'results') migrateAllButton.current?.focus()
        }}
        onDone={(message) => {
          setDialog(null)
          show(message)
        }}
      />
    </Page>
  )
}
