import type { Item } from '@shop/shared/inventory/schema.ts'
import { IconCash, IconCopy, IconDots, IconExternalLink, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ActionMenu, ActionMenuItem } from '../ui/action-menu.tsx'
import { hostOf } from './host-of.ts'
import classes from './inventory.module.css'

/** What can be done with a row. */
export type RowAction = 'handOver' | 'sell' | 'edit' | 'delete'

type Props = { item: Item; isCompact: boolean; onAction: (action: RowAction, item: Item) => void }

/** The row actions of spec §2: for a master item Add to Consignor, for a consignor's Copy to Consignor; for both Sold, Edit, Delete, Link.
 *  `isCompact`: the last three are in a menu. */
export function RowActions({ item, isCompact, onAction }: Props) {
  const isMaster = item.consignorId === null
  const act = (action: RowAction) => () => onAction(action, item)
  return (
    <>
      <Action label={isMaster ? 'Add to Consignor' : 'Copy to Consignor'} onClick={act('handOver')}>
        {isMaster ? <IconUserPlus aria-hidden /> : <IconCopy aria-hidden />}
      </Action>
      <Action label="Sold" onClick={act('sell')}>
        <IconCash aria-hidden />
      </Action>
      {isCompact ? (
        <MoreMenu item={item} onAction={onAction} />
      ) : (
        <>
          <Action label="Edit" onClick={act('edit')}>
            <IconPencil aria-hidden />
          </Action>
          <Action label="Delete" onClick={act('delete')}>
            <IconTrash aria-hidden />
          </Action>
          <LinkAction link={item.link} />
        </>
      )}
    </>
  )
}

function MoreMenu({ item, onAction }: Omit<Props, 'isCompact'>) {
  return (
    <ActionMenu label="More actions" target={<IconDots aria-hidden />} targetClassName={classes.rowAction ?? ''}>
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

// plain elements: hundreds of them are drawn while one scrolls
function Action({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.rowAction} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  )
}

// without a link its place stays empty, so that the others keep theirs from row to row
function LinkAction({ link }: { link: string }) {
  if (link === '') return <span className={classes.noAction} />
  return (
    <a
      className={classes.rowAction}
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
