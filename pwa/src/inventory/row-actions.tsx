import { ActionIcon, Tooltip } from '@mantine/core'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { IconCash, IconCopy, IconExternalLink, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './inventory.module.css'

/** What can be done with a row. */
export type RowAction = 'handOver' | 'sell' | 'edit' | 'delete'

type Props = { item: Item; onAction: (action: RowAction, item: Item) => void }

/** The row actions of spec §2: for a master item Add to Consignor, for a consignor's Copy to Consignor; for both Sold, Edit, Delete, Link. */
export function RowActions({ item, onAction }: Props) {
  const isMaster = item.consignorId === null
  const act = (action: RowAction) => () => onAction(action, item)
  return (
    <>
      <Action label={isMaster ? 'Add to Consignor' : 'Copy to Consignor'} onClick={act('handOver')}>
        {isMaster ? <IconUserPlus /> : <IconCopy />}
      </Action>
      <Action label="Sold" onClick={act('sell')}>
        <IconCash />
      </Action>
      <Action label="Edit" onClick={act('edit')}>
        <IconPencil />
      </Action>
      <Action label="Delete" onClick={act('delete')}>
        <IconTrash />
      </Action>
      {item.link !== '' && <LinkAction link={item.link} />}
    </>
  )
}

function Action({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label} openDelay={400}>
      <ActionIcon className={classes['action'] ?? ''} variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

function LinkAction({ link }: { link: string }) {
  return (
    <Tooltip label="Link" openDelay={400}>
      <ActionIcon
        className={classes['action'] ?? ''}
        variant="subtle"
        color="gray"
        aria-label="Link"
        component="a"
        href={link}
        target="_blank"
        rel="noopener noreferrer"
      >
        <IconExternalLink />
      </ActionIcon>
    </Tooltip>
  )
}
