import { Badge, Group, Text } from '@mantine/core'
import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { type CellContext, ItemState } from './item-columns.tsx'
import { sourceLabel } from './item-list.ts'
import classes from './inventory.module.css'
import { RowActions } from './row-actions.tsx'

/** A row on a phone. */
export function ItemCard({ item, ownerName, states, onAction }: CellContext & { item: Item }) {
  const places = [item.barcode1, item.barcode2, item.location].filter((text) => text !== '').join(' · ')
  return (
    <div className={classes['lines']}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Text fw="bold" lineClamp={2} className={classes['code'] ?? ''}>
          {item.itemName}
        </Text>
        <Badge variant="light" color={item.stockCount > 0 ? 'pine' : 'gray'} size="lg">
          {shownQuantity(item)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" truncate>
        {places}
      </Text>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" truncate>
          {sourceLabel(item, ownerName)}
        </Text>
        <ItemState state={states.get(item.id)} />
      </Group>
      <div className={classes['cardActions']}>
        <RowActions item={item} onAction={onAction} />
      </div>
    </div>
  )
}
