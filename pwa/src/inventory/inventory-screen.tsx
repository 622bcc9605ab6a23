import { Button, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { IconPackage } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSyncStatus } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { useQuery } from '../ui/router.tsx'
import { useLoad } from '../ui/use-load.tsx'
import { useNames } from '../ui/use-names.ts'
import { useRowStates } from '../ui/use-row-states.ts'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import { exportItems } from './export-csv.ts'
import { InventoryDialogs, type OpenDialog } from './inventory-dialogs.tsx'
import { ItemCard } from './item-card.tsx'
import { roomOf, useItemColumns } from './item-columns.tsx'
import { hasCriteria, type ItemSort, NEWEST_FIRST, PAGE_ROWS, type SortColumn } from './item-list.ts'
import { ListFooter } from './list-footer.tsx'
import { type RowAction, RowActions } from './row-actions.tsx'
import { type ChatTest, ScreenActions } from './screen-actions.tsx'
import { EMPTY_PANEL, SearchPanel } from './search-panel.tsx'
import { itemIdsOf } from './touched-items.ts'
import { useDeleteItem } from './use-delete-item.tsx'
import { type ItemSearchPanel, useItemList } from './use-item-list.ts'

const itemId = (item: Item) => item.id

/** Inventory of the shop and its consignors (spec §2 Admin inventory). `?q=` starts with a search. */
export function InventoryScreen({ chatTest }: { readonly chatTest: ChatTest }) {
  const query = useQuery()
  const [panel, setPanel] = useState<ItemSearchPanel>(() => ({ ...EMPTY_PANEL, text: query.get('q') ?? '' }))
  const [panelRound, setPanelRound] = useState(0)
  const [sort, setSort] = useState<ItemSort>(NEWEST_FIRST)
  const [shown, setShown] = useState(PAGE_ROWS)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { ref: measured, width } = useElementSize()
  const banner = useBanner()
  const { timeZone } = useShopSettings()
  const deleteItem = useDeleteItem()
  const ownerName = useNames('')
  const states = useRowStates(itemIdsOf)
  const { online } = useSyncStatus()
  const { found, total } = useItemList(panel, sort, ownerName)
  const rows = useMemo(() => found.slice(0, shown), [found, shown])
  const room = roomOf(width)
  const context = useMemo(() => ({ ownerName, states }), [ownerName, states])
  const columns = useItemColumns(context, room)

  const { show } = banner
  useEffect(() => {
    if (chatTest.problem) show(chatTest.problem.text)
  }, [chatTest.problem, show])
  const act = useCallback(
    (kind: RowAction, item: Item) => {
      if (kind !== 'delete') setDialog({ kind, item })
      else void deleteItem(item).then((text) => text !== null && show(text))
    },
    [deleteItem, show],
  )
  const actions = useCallback((item: Item) => <RowActions item={item} isCompact={room === 'narrow'} onAction={act} />, [room, act])
  const card = useCallback((item: Item) => <ItemCard item={item} context={context} onAction={act} />, [context, act])
  const edit = useCallback((item: Item) => act('edit', item), [act])
  const search = useCallback((next: ItemSearchPanel) => {
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
  const isSearching = searchKey(panel.text) !== '' || hasCriteria(panel)
  const { isLoading, failure } = useLoad('inventory', total === 0)

  return (
    <Page
      title="Inventory"
      {...(online ? {} : { subtitle: 'Offline: all but Import and Test Discord works' })}
      actions={
        <ScreenActions
          onOpen={setDialog}
          onExport={() => exportItems(found, ownerName, timeZone)}
          canExport={found.length > 0}
          chatTest={chatTest}
          isOnline={online}
        />
      }
    >
      <Banner {...banner.props} />
      <SearchPanel key={panelRound} initialText={panel.text} onSearch={search} />
      {isLoading && <Text c="dimmed">Loading...</Text>}
      <div ref={measured}>
        <DataTable
          label="Items"
          rows={rows}
          columns={columns}
          rowId={itemId}
          actions={actions}
          card={card}
          actionsWidth={room === 'narrow' ? '8.75rem' : '14.75rem'}
          onOpen={edit}
          isLoading={isLoading}
          sorting={sort.column === 'newest' ? null : { key: sort.column, descending: sort.descending }}
          onSort={({ key, descending }) => setSort({ column: key as SortColumn, descending })}
          filter={isSearching ? { message: 'No items found', onClear: clearSearch } : null}
          footer={
            <ListFooter
              shown={rows.length}
              found={found.length}
              onMore={() => setShown((count) => count + PAGE_ROWS)}
              onAll={() => setShown(found.length)}
            />
          }
          empty={failure ?? <NothingYet onAdd={() => setDialog({ kind: 'addMaster' })} />}
        />
      </div>
      <InventoryDialogs dialog={dialog} onClose={() => setDialog(null)} onDone={done} />
    </Page>
  )
}

function NothingYet({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={<IconPackage />}
      title="No items found"
      hint="The inventory is empty. Add the first item, or import a file with all of them."
      action={<Button onClick={onAdd}>Add to Master Inventory</Button>}
    />
  )
}
