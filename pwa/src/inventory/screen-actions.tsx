import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { Link } from '../ui/router.tsx'
import type { OpenDialog } from './inventory-dialogs.tsx'

type Props = { onOpen: (dialog: OpenDialog) => void; onExport: () => void; canExport: boolean }

/** The buttons above the list (spec §2 Admin inventory); on a phone the seldom ones are in a menu. */
export function ScreenActions({ onOpen, onExport, canExport }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const massInput = () => onOpen({ kind: 'massInput' })
  const addConsignor = () => onOpen({ kind: 'addConsignor' })
  if (isPhone)
    return (
      <>
        <Button onClick={() => onOpen({ kind: 'addMaster' })}>Add to Master Inventory</Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" aria-label="More">
              <IconDots />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={addConsignor}>Add to Consignor Inventory</Menu.Item>
            <Menu.Item onClick={massInput}>Mass Input</Menu.Item>
            <Menu.Item component={Link} to="/admin/import">
              Import
            </Menu.Item>
            <Menu.Item onClick={onExport} disabled={!canExport}>
              Export
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </>
    )
  return (
    <>
      <Button onClick={() => onOpen({ kind: 'addMaster' })}>Add to Master Inventory</Button>
      <Button variant="default" onClick={addConsignor}>
        Add to Consignor Inventory
      </Button>
      <Button variant="default" onClick={massInput}>
        Mass Input
      </Button>
      <Button variant="default" component={Link} to="/admin/import">
        Import
      </Button>
      <Button variant="default" onClick={onExport} disabled={!canExport}>
        Export
      </Button>
    </>
  )
}
