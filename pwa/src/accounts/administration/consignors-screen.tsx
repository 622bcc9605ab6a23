import { Button } from '@mantine/core'
import type { User } from '@shop/shared/accounts/schema.ts'
import { IconUsers } from '@tabler/icons-react'
import { type ReactNode, type Ref, useCallback, useMemo, useRef, useState } from 'react'
import { useSession, useSyncStatus } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { useBrand } from '../../ui/brand.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { useDayWords } from '../../ui/use-day-words.ts'
import { useLoad } from '../../ui/use-load.tsx'
import { PeopleFilter } from './people-filter.tsx'
import { type PersonAction, PersonActions } from './person-actions.tsx'
import { type OpenDialog, PersonDialogs } from './person-dialogs.tsx'
import type { FiguresOf } from './person-figures.ts'
import { PersonCard, type PersonContext, usePersonColumns } from './person-row.tsx'
import { usePeopleList } from './use-people-list.ts'
import { usePersonActs } from './use-person-acts.ts'

/** Below this table width the rows become cards, because a name and its e-mail need room beside the figures. */
const CARDS_BELOW_PX = 860
/** Height of a row with its two lines, px. */
const PERSON_ROW_PX = 60

const personId = (user: User) => user.id

type Props = {
  readonly signOutButton: ReactNode
  /** A person's sales, payouts and shipments; the sales are editable. */
  readonly history: (user: User) => ReactNode
  /** Shown below the accounts. */
  readonly overview: ReactNode
}

/** `/consignors`: all user accounts. Offline, an admin can read them, record custom sales, and edit the records of sales. */
export function ConsignorsScreen({ signOutButton, history, overview }: Props) {
  const { online } = useSyncStatus()
  const list = usePeopleList()
  const { isLoading, failure } = useLoad('users', list.isEmpty)
  const banner = useBanner()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { isMigrating, act, migrateAll } = useScreenActs(list.figuresOf, setDialog, banner.show)
  const { columns, actions, card } = useRowParts(list.figuresOf, act)
  const migrateAllButton = useRef<HTMLButtonElement>(null)
  const open = useCallback((user: User) => setDialog({ kind: 'edit', user }), [])
  const closeDialog = () => {
    setDialog(null)
    // the button was disabled during the migration, so it lost the focus
    if (dialog?.kind === 'results') migrateAllButton.current?.focus()
  }
  const closeDone = (message: string) => {
    setDialog(null)
    banner.show(message)
  }
  return (
    <Page
      title="Consignors"
      subtitle={online ? 'Manage all user accounts' : 'Manage all user accounts. Offline: changes need the server.'}
      actions={
        <>
          <AccountButtons
            migrateAllButton={migrateAllButton}
            isMigrating={isMigrating}
            onAdd={() => setDialog({ kind: 'add' })}
            onInvite={() => setDialog({ kind: 'invite' })}
            onMigrateAll={() => void migrateAll()}
          />
          {signOutButton}
        </>
      }
    >
      <Banner {...banner.props} />
      <PeopleFilter list={list} />
      <DataTable
        label="Users"
        rows={list.rows}
        columns={columns}
        rowId={personId}
        actions={actions}
        card={card}
        actionsWidth="9.5rem"
        rowPx={PERSON_ROW_PX}
        cardsBelowPx={CARDS_BELOW_PX}
        onOpen={open}
        sorting={list.sorting}
        onSort={list.setSorting}
        isLoading={isLoading}
        filter={list.isSearching ? { message: 'No users found', onClear: () => list.setTyped('') } : null}
        empty={failure ?? <EmptyState icon={<IconUsers />} title="No users found" />}
      />
      {overview}
      <PersonDialogs history={history} dialog={dialog} onClose={closeDialog} onDone={closeDone} />
    </Page>
  )
}

/** Runs the actions that need only a confirmation, and opens a dialog for every other action. */
function useScreenActs(figuresOf: FiguresOf, setDialog: (dialog: OpenDialog) => void, show: (text: string) => void) {
  const acts = usePersonActs(figuresOf)
  const [isMigrating, setMigrating] = useState(false)
  const { remove, migrate, migrateDomain } = acts
  const act = useCallback(
    (action: PersonAction, user: User) => {
      const asks = { delete: remove, migrate, migrateDomain }
      if (action === 'delete' || action === 'migrate' || action === 'migrateDomain')
        void asks[action](user).then((message) => message !== null && show(message))
      else setDialog({ kind: action, user })
    },
    [remove, migrate, migrateDomain, setDialog, show],
  )
  const migrateAll = async () => {
    setMigrating(true)
    const result = await acts.migrateAll().finally(() => setMigrating(false))
    if (typeof result === 'string') show(result)
    else if (result !== null) {
      show('Bulk migration completed')
      setDialog({ kind: 'results', result })
    }
  }
  return { isMigrating, act, migrateAll }
}

/** Returns what draws a row and its card. All stay the same objects, so that scrolling re-renders no row. */
function useRowParts(figuresOf: FiguresOf, onAction: (action: PersonAction, user: User) => void) {
  const { exchange } = useBrand()
  const { user: me } = useSession()
  const { online: isOnline } = useSyncStatus()
  const ownUid = me?.uid ?? ''
  const doing = useMemo(() => ({ ownUid, exchange, isOnline, onAction }), [ownUid, exchange, isOnline, onAction])
  const dayWords = useDayWords()
  const context: PersonContext = useMemo(() => ({ figuresOf, dayWords }), [figuresOf, dayWords])
  const columns = usePersonColumns(context)
  const actions = useCallback((user: User) => <PersonActions user={user} isCompact={false} {...doing} />, [doing])
  const card = useCallback(
    (user: User) => <PersonCard user={user} context={context} actions={<PersonActions user={user} isCompact {...doing} />} />,
    [context, doing],
  )
  return { columns, actions, card }
}

type AccountButtonsProps = {
  readonly migrateAllButton: Ref<HTMLButtonElement>
  readonly isMigrating: boolean
  readonly onAdd: () => void
  readonly onInvite: () => void
  readonly onMigrateAll: () => void
}

function AccountButtons({ migrateAllButton, isMigrating, onAdd, onInvite, onMigrateAll }: AccountButtonsProps) {
  const { online } = useSyncStatus()
  const needsServer = online ? {} : { disabled: true, title: 'Offline: needs a connection to the server' }
  return (
    <>
      <Button {...needsServer} onClick={onAdd}>
        Add Consignor
      </Button>
      <Button {...needsServer} variant="default" onClick={onInvite}>
        Invite
      </Button>
      <Button {...needsServer} ref={migrateAllButton} variant="default" loading={isMigrating} onClick={onMigrateAll}>
        Migrate All Users
      </Button>
    </>
  )
}
