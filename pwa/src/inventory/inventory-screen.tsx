import { Button, Text } from '@mantine/core'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSyncStatus } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { exportItems } from './export-csv.ts'
import { InventoryDialogs, type OpenDialog } from './inventory-dialogs.tsx'
import { ItemCard } from './item-card.tsx'
import { type CellContext, useItemColumns } from './item-columns.tsx'
import { hasCriteria, type ItemSort, NEWEST_FIRST, PAGE_ROWS, type SortColumn } from './item-list.ts'
import { ListFooter } from './list-footer.tsx'
import { ScreenActions } from './screen-actions.tsx'
import { EMPTY_PANEL, SearchPanel } from './search-panel.tsx'
import { useDeleteItem } from './use-delete-item.tsx'
import { useItemList } from './use-item-list.ts'
import { useItemStates } from './use-item-states.ts'
import { useOwnerName } from './use-owner-name.ts'

/** Inventory of the shop and its consignors (spec §2 Admin inventory). `?q=` starts with a search. */
export default function InventoryScreen() {
  const [query] = useSearchParams()
  const initialText = query.get('q') ?? ''
  const [panel, setPanel] = useState({ ...EMPTY_PANEL, text: initialText })
  const [panelRound, setPanelRound] = useState(0)
  const [sort, setSort] = useState<ItemSort>(NEWEST_FIRST)
  const [shown, setShown] = useState(PAGE_ROWS)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const banner = useBanner()
  const deleteItem = useDeleteItem()
  const ownerName = useOwnerName()
  const states = useItemStates()
  const { online, phase, lastSyncAtMs } = useSyncStatus()
  const { found, total } = useItemList(panel, sort, ownerName)
  const rows = useMemo(() => found.slice(0, shown), [found, shown])

  const { show } = banner
  const onAction = useCallback<CellContext['onAction']>(
    (kind, item) => {
      if (kind !== 'delete') setDialog({ kind, item })
      else void deleteItem(item).then((text) => text !== null && show(text))
    },
    [deleteItem, show],
  )
  const onOpen = useCallback((item: Item) => setDialog({ kind: 'edit', item }), [])
  const search = useCallback((next: typeof panel) => {
    setPanel(next)
    setShown(PAGE_ROWS)
  }, [])
  const clearSearch = () => {
    search(EMPTY_PANEL)
    setPanelRound((round) => round + 1)
  }
  const done = (text: string) => {
    setDialog(null)
    show(text)
  }
  const context = { ownerName, states, onAction }
  const columns = useItemColumns(context)
  const isSearching = searchKey(panel.text) !== '' || hasCriteria(panel)
  const isLoading = total === 0 && lastSyncAtMs === null && phase !== 'idle'

  return (
    <Page
      title="Inventory"
      layout="fill"
      {...(online ? {} : { subtitle: 'Offline: everything here works and is sent later. Importing a file needs the server.' })}
      actions={<ScreenActions onOpen={setDialog} onExport={() => exportItems(found, ownerName)} canExport={found.length > 0} />}
    >
      <Banner {...banner.props} />
      <SearchPanel key={panelRound} initialText={panel.text} onSearch={search} />
      {isLoading && <Text c="dimmed">Loading...</Text>}
      <DataTable
        label="Items"
        rows={rows}
        columns={columns}
        card={(item) => <ItemCard item={item} {...context} />}
        isLoading={isLoading}
        sorting={sort.column === 'newest' ? null : { key: sort.column, descending: sort.descending }}
        onSort={({ key, descending }) => setSort({ column: key as SortColumn, descending })}
        onOpen={onOpen}
        minWidth="56rem"
        empty={isSearching ? <NothingFound onClear={clearSearch} /> : <NothingYet onAdd={() => setDialog({ kind: 'addMaster' })} />}
        footer={<ListFooter shown={rows.length} found={found.length} onMore={() => setShown((count) => count + PAGE_ROWS)} onAll={() => setShown(found.length)} />}
      />
      <InventoryDialogs dialog={dialog} onClose={() => setDialog(null)} onDone={done} />
    </Page>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No items found"
      hint="Nothing matches this search."
      action={
        <Button variant="default" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  )
}

function NothingYet({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      title="No items found"
      hint="The inventory is empty. Add the first item, or import a file with all of them."
      action={<Button onClick={onAdd}>Add to Master Inventory</Button>}
    />
  )
}
