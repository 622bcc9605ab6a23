import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { IconCash, IconCopy, IconDots, IconExternalLink, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'

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
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label="More actions">
          <IconDots aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil aria-hidden />} onClick={() => onAction('edit', item)}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash aria-hidden />} onClick={() => onAction('delete', item)}>
          Delete
        </Menu.Item>
        {item.link !== '' && (
          <Menu.Item
            leftSection={<IconExternalLink aria-hidden />}
            component="a"
            href={item.link}
            target="_blank"
            rel="noopener noreferrer"
          >
            Link
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function Action({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

// without a link the button stays, so that the others keep their places from row to row
function LinkAction({ link }: { link: string }) {
  if (link === '')
    return (
      <ActionIcon aria-label="Link" disabled variant="transparent">
        <IconExternalLink aria-hidden />
      </ActionIcon>
    )
  return (
    <Tooltip label="Link">
      <ActionIcon aria-label="Link" component="a" href={link} target="_blank" rel="noopener noreferrer">
        <IconExternalLink aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
