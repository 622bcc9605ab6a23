import { Button, Group, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { CategoryNames } from '@shop/shared/inventory/rules/entered-texts.ts'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { type ReactNode, useCallback, useMemo } from 'react'
import { grouped } from '../ui/counted.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { Selection } from '../ui/row-selection.ts'
import { useDayWords } from '../ui/use-day-words.ts'
import { useRowStates } from '../ui/use-row-states.ts'
import { ItemCard } from './item-card.tsx'
import { ITEM_ROW_PX, roomOf, useItemColumns } from './item-columns.tsx'
import type { ListColumn } from './item-list.ts'
import { type RowAction, RowActions } from './row-actions.tsx'
import { itemIdsOf } from './touched-items.ts'
import type { ItemList } from './use-item-list.ts'

type Props = {
  list: ItemList
  ownerName: (consignorId: string) => string
  categoryName: CategoryNames
  isLoading: boolean
  /** Shown while the inventory has no items. */
  empty: ReactNode
  /** Must be stable between renders, or every row renders again. */
  onAction: (action: RowAction, item: Item) => void
  selection: Selection<Item>
}

const itemId = (item: Item) => item.id

/** The items as cards, or as a table with as many columns as fit. */
export function ItemTable({ list, ownerName, categoryName, isLoading, empty, onAction, selection }: Props) {
  const { rows, found, sort } = list
  const { ref: measured, width } = useElementSize()
  const room = roomOf(width)
  const states = useRowStates(itemIdsOf)
  const dayWords = useDayWords()
  const context = useMemo(() => ({ ownerName, categoryName, states, dayWords }), [ownerName, categoryName, states, dayWords])
  const columns = useItemColumns(context, room)
  const isNarrow = room === 'narrow'
  const actions = useCallback((item: Item) => <RowActions item={item} isCompact={isNarrow} onAction={onAction} />, [isNarrow, onAction])
  const card = useCallback((item: Item) => <ItemCard item={item} context={context} onAction={onAction} />, [context, onAction])
  const edit = useCallback((item: Item) => onAction('edit', item), [onAction])
  return (
    <div ref={measured}>
      <DataTable
        label="Items"
        rows={rows}
        columns={columns}
        rowId={itemId}
        actions={actions}
        card={card}
        actionsWidth={isNarrow ? '3.5rem' : '9.5rem'}
        rowPx={ITEM_ROW_PX}
        onOpen={edit}
        isLoading={isLoading}
        sorting={{ key: sort.column, descending: sort.descending }}
        onSort={({ key, descending }) => list.setSort({ column: key as ListColumn, descending })}
        filter={list.isSearching ? { message: 'No items found', onClear: list.clear } : null}
        selection={selection}
        footer={<ListFooter shown={rows.length} found={found.length} onMore={list.showMore} onAll={list.showAll} />}
        empty={empty}
      />
    </div>
  )
}

type FooterProps = { shown: number; found: number; onMore: () => void; onAll: () => void }

function ListFooter({ shown, found, onMore, onAll }: FooterProps) {
  const isMore = found > shown
  return (
    <Group justify="space-between" flex={1}>
      <Text size="sm" aria-live="polite">
        {`Showing ${shown} items`}
        {isMore && (
          <Text span c="dimmed" size="sm">
            {` of ${grouped(found)}`}
          </Text>
        )}
      </Text>
      {isMore && (
        <Group gap="xs">
          <Button variant="subtle" onClick={onAll}>
            Load All
          </Button>
          <Button variant="default" onClick={onMore}>
            Load More
          </Button>
        </Group>
      )}
    </Group>
  )
}
