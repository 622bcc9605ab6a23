import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { ActionMenu, ActionMenuItem, ActionMenuLink } from '../ui/action-menu.tsx'
import { Link } from '../ui/router.tsx'
import classes from './inventory.module.css'
import type { OpenDialog } from './inventory-dialogs.tsx'

type Props = { onOpen: (dialog: OpenDialog) => void; onExport: () => void; canExport: boolean }

/** The buttons above the list (spec §2 Admin inventory); where there is less room the seldom ones are in a menu. */
export function ScreenActions({ onOpen, onExport, canExport }: Props) {
  const isWide = useMediaQuery('(min-width: 66em)', true, { getInitialValueInEffect: false })
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const massInput = () => onOpen({ kind: 'massInput' })
  const addConsignor = () => onOpen({ kind: 'addConsignor' })
  const addMasterButton = <Button onClick={() => onOpen({ kind: 'addMaster' })}>Add to Master Inventory</Button>
  const addConsignorButton = (
    <Button variant="default" onClick={addConsignor}>
      Add to Consignor Inventory
    </Button>
  )
  if (!isWide)
    return (
      <>
        {addMasterButton}
        {!isPhone && addConsignorButton}
        <ActionMenu label="More" target={<IconDots aria-hidden />} targetClassName={classes.more ?? ''}>
          {isPhone && <ActionMenuItem onClick={addConsignor}>Add to Consignor Inventory</ActionMenuItem>}
          <ActionMenuItem onClick={massInput}>Mass Input</ActionMenuItem>
          <ActionMenuLink to="/admin/import">Import</ActionMenuLink>
          {canExport && <ActionMenuItem onClick={onExport}>Export</ActionMenuItem>}
        </ActionMenu>
      </>
    )
  return (
    <>
      {addMasterButton}
      {addConsignorButton}
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
