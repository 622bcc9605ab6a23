import type { Item } from '@shop/shared/inventory/schema.ts'
import { IconCash, IconCopy, IconDots, IconExternalLink, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { ActionMenu, ActionMenuItem } from '../ui/action-menu.tsx'
import { ROW_BUTTON, RowButton } from '../ui/row-button.tsx'
import classes from './inventory.module.css'
import { hostOf } from './item-list.ts'

export type RowAction = 'handOver' | 'sell' | 'edit' | 'delete'

type Props = { item: Item; isCompact: boolean; onAction: (action: RowAction, item: Item) => void }

/** The actions of a row; handing over moves stock of a master item, but copies a consignor's item. `isCompact`: Edit, Delete and Link are in a
 *  menu. */
export function RowActions({ item, isCompact, onAction }: Props) {
  const isMaster = item.consignorId === null
  const act = (action: RowAction) => () => onAction(action, item)
  return (
    <>
      <RowButton label={isMaster ? 'Add to Consignor' : 'Copy to Consignor'} onClick={act('handOver')}>
        {isMaster ? <IconUserPlus aria-hidden /> : <IconCopy aria-hidden />}
      </RowButton>
      <RowButton label="Sold" onClick={act('sell')}>
        <IconCash aria-hidden />
      </RowButton>
      {isCompact ? (
        <MoreMenu item={item} onAction={onAction} />
      ) : (
        <>
          <RowButton label="Edit" onClick={act('edit')}>
            <IconPencil aria-hidden />
          </RowButton>
          <RowButton label="Delete" onClick={act('delete')}>
            <IconTrash aria-hidden />
          </RowButton>
          <LinkAction link={item.link} />
        </>
      )}
    </>
  )
}

function MoreMenu({ item, onAction }: Omit<Props, 'isCompact'>) {
  return (
    <ActionMenu label="More actions" target={<IconDots aria-hidden />} targetClassName={ROW_BUTTON}>
      <ActionMenuItem icon={<IconPencil aria-hidden />} onClick={() => onAction('edit', item)}>
        Edit
      </ActionMenuItem>
      <ActionMenuItem icon={<IconTrash aria-hidden />} onClick={() => onAction('delete', item)}>
        Delete
      </ActionMenuItem>
      {item.link !== '' && (
        <ActionMenuItem icon={<IconExternalLink aria-hidden />} onClick={() => window.open(item.link, '_blank', 'noopener,noreferrer')}>
          Link
        </ActionMenuItem>
      )}
    </ActionMenu>
  )
}

// an empty placeholder keeps the other buttons aligned across rows
function LinkAction({ link }: { link: string }) {
  if (link === '') return <span className={classes.noAction} />
  return (
    <a
      className={ROW_BUTTON}
      aria-label={`Link to ${hostOf(link)}`}
      title={`Link: ${hostOf(link)}`}
      href={link}
      target="_blank"
      rel="noopener noreferrer"
    >
      <IconExternalLink aria-hidden />
    </a>
  )
}
