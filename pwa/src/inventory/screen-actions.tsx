import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { ActionMenu, ActionMenuItem, ActionMenuLink, ActionMenuNote } from '../ui/action-menu.tsx'
import { Link } from '../ui/router.tsx'
import classes from './inventory.module.css'
import type { OpenDialog } from './inventory-dialogs.tsx'

/** The test of the chat's channels, which another feature makes. */
export type ChatTest = {
  readonly isBusy: boolean
  readonly run: () => void
  /** Why it could not be made, as a message of the screen; a new object for each time. */
  readonly problem: { readonly text: string } | null
}

type Props = {
  onOpen: (dialog: OpenDialog) => void
  onExport: () => void
  canExport: boolean
  chatTest: ChatTest
  isOnline: boolean
}

/** The buttons above the list (spec §2 Admin inventory); where there is less room the seldom ones are in a menu. */
export function ScreenActions({ onOpen, onExport, canExport, chatTest, isOnline }: Props) {
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
          {isOnline ? (
            <ActionMenuItem onClick={chatTest.run}>Test Discord</ActionMenuItem>
          ) : (
            <ActionMenuNote>Test Discord needs a connection</ActionMenuNote>
          )}
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
      <Button variant="default" onClick={chatTest.run} loading={chatTest.isBusy} disabled={!isOnline}>
        Test Discord
      </Button>
    </>
  )
}
