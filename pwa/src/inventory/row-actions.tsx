import type { Item } from '@shop/shared/inventory/schema.ts'
import { IconCash, IconCopy, IconDots, IconExternalLink, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { ActionMenu, ActionMenuAnchor, ActionMenuItem } from '../ui/action-menu.tsx'
import { ROW_BUTTON, RowWord } from '../ui/row-button.tsx'

export type RowAction = 'handOver' | 'sell' | 'edit' | 'delete'

type Props = { item: Item; isCompact: boolean; onAction: (action: RowAction, item: Item) => void }

/** The actions of a row: the two most frequent ones in words, the others in a menu; `isCompact`: all of them in the menu. Handing over moves stock of
 *  a master item, but copies a consignor's item. */
export function RowActions({ item, isCompact, onAction }: Props) {
  const isMaster = item.consignorId === null
  const act = (action: RowAction) => () => onAction(action, item)
  return (
    <>
      {!isCompact && (
        <>
          <RowWord onClick={act('sell')}>Sold</RowWord>
          <RowWord onClick={act('edit')}>Edit</RowWord>
        </>
      )}
      <ActionMenu label="More actions" target={<IconDots aria-hidden />} targetClassName={ROW_BUTTON}>
        {isCompact && (
          <>
            <ActionMenuItem icon={<IconCash aria-hidden />} onClick={act('sell')}>
              Sold
            </ActionMenuItem>
            <ActionMenuItem icon={<IconPencil aria-hidden />} onClick={act('edit')}>
              Edit
            </ActionMenuItem>
          </>
        )}
        <ActionMenuItem icon={isMaster ? <IconUserPlus aria-hidden /> : <IconCopy aria-hidden />} onClick={act('handOver')}>
          {isMaster ? 'Add to Consignor' : 'Copy to Consignor'}
        </ActionMenuItem>
        {item.link !== '' && (
          <ActionMenuAnchor icon={<IconExternalLink aria-hidden />} href={item.link}>
            Link
          </ActionMenuAnchor>
        )}
        <ActionMenuItem icon={<IconTrash aria-hidden />} onClick={act('delete')}>
          Delete
        </ActionMenuItem>
      </ActionMenu>
    </>
  )
}
