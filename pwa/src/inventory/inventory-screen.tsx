import { Button, Text } from '@mantine/core'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { IconPackage } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { useSyncStatus } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { grouped } from '../ui/counted.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { useAddressOrder } from '../ui/use-address-order.ts'
import { useCategories } from '../ui/use-categories.ts'
import { useLoad } from '../ui/use-load.tsx'
import { useNames } from '../ui/use-names.ts'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import { useBulk } from './bulk/use-bulk.tsx'
import { exportItems } from './export-csv.ts'
import { InventoryDialogs, type OpenDialog } from './inventory-dialogs.tsx'
import { ItemTable } from './item-table.tsx'
import type { RowAction } from './row-actions.tsx'
import { type ChatTest, ScreenActions } from './screen-actions.tsx'
import { SearchPanel } from './search-panel.tsx'
import { useDeleteItem } from './use-delete-item.tsx'
import { useItemList } from './use-item-list.ts'

/** Inventory of the shop and its consignors. The search and the order are in the address. */
export function InventoryScreen({ chatTest }: { readonly chatTest: ChatTest }) {
  const ownerName = useNames('')
  const categories = useCategories()
  const list = useItemList({ ownerName, categoryName: categories.nameOf })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const banner = useBanner()
  const { show } = banner
  const act = useRowAction(setDialog, show)
  const bulk = useBulk(list.found, banner)
  const { timeZone } = useShopSettings()
  const { online } = useSyncStatus()
  useAddressOrder('new', (what) => setDialog(what === 'consignor-item' ? { kind: 'addConsignor' } : { kind: 'addMaster' }))
  const { isLoading, failure } = useLoad('inventory', list.total === 0)
  useEffect(() => {
    if (chatTest.problem) show(chatTest.problem.text)
  }, [chatTest.problem, show])
  const done = (text: string) => {
    setDialog(null)
    show(text)
  }
  return (
    <Page
      title="Inventory"
      subtitle={<Count found={list.found.length} total={list.total} isOnline={online} />}
      actions={
        <ScreenActions
          onOpen={setDialog}
          onExport={() => exportItems(list.found, { ownerName, categoryName: categories.nameOf }, timeZone)}
          canExport={list.found.length > 0}
          chatTest={chatTest}
          isOnline={online}
        />
      }
    >
      <Banner {...banner.props} />
      <SearchPanel key={list.round} initial={list.panel} ownerName={ownerName} onSearch={list.search} />
      {isLoading && <Text c="dimmed">Loading...</Text>}
      {list.areMeant && (
        <Text role="status" size="sm">
          Nothing has that name. These goods may be meant:
        </Text>
      )}
      <ItemTable
        list={list}
        ownerName={ownerName}
        categoryName={categories.nameOf}
        isLoading={isLoading}
        empty={failure ?? <NothingYet onAdd={() => setDialog({ kind: 'addMaster' })} />}
        onAction={act}
        selection={bulk.selection}
      />
      {bulk.dialog}
      <InventoryDialogs dialog={dialog} onClose={() => setDialog(null)} onDone={done} />
    </Page>
  )
}

/** How many items there are, and how many of them match, beside the title; below it, what does not work offline. */
function Count({ found, total, isOnline }: { found: number; total: number; isOnline: boolean }) {
  return (
    <>
      <span data-beside>
        {found === total ? grouped(total) : `${grouped(found)} of ${grouped(total)}`}
        <span className="shop-visually-hidden">{total === 1 ? ' item' : ' items'}</span>
      </span>
      {!isOnline && <span data-below>Offline: all but Import and Test Discord works</span>}
    </>
  )
}

function useRowAction(open: (dialog: OpenDialog) => void, show: (text: string) => void): (action: RowAction, item: Item) => void {
  const deleteItem = useDeleteItem()
  return useCallback(
    (kind, item) => {
      if (kind !== 'delete') open({ kind, item })
      else void deleteItem(item).then((text) => text !== null && show(text))
    },
    [deleteItem, open, show],
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
