import { Text } from '@mantine/core'
import { removeItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { useCallback } from 'react'
import { useRunCommand } from '../sync/api.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { grouped } from '../ui/counted.ts'
import { errorMessage } from '../ui/error-message.ts'

/** Deletes an item after a confirmation that names it. Returns the banner's text, or null when cancelled. */
export function useDeleteItem(): (item: Item) => Promise<string | null> {
  const run = useRunCommand()
  const confirm = useConfirm()
  return useCallback(
    async (item) => {
      const isConfirmed = await confirm({ title: 'Delete this item?', body: <WhatGoes item={item} />, confirmLabel: 'Delete', tone: 'bad' })
      if (!isConfirmed) return null
      try {
        await run(removeItem, { id: item.id })
        return 'Item deleted successfully'
      } catch (thrown) {
        return errorMessage('Error deleting item: ', thrown)
      }
    },
    [run, confirm],
  )
}

function WhatGoes({ item }: { item: Item }) {
  const left = shownQuantity(item)
  return (
    <>
      <Text fw="bold" lineClamp={3}>
        {item.itemName}
      </Text>
      {left > 0 && <p>{`Its ${left === 1 ? 'one piece leaves' : `${grouped(left)} pieces leave`} the books with it.`}</p>}
      <p>This cannot be undone. Sales that were made of it stay.</p>
    </>
  )
}
