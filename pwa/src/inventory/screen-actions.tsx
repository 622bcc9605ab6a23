import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { ActionMenu, ActionMenuItem, ActionMenuLink, ActionMenuNote } from '../ui/action-menu.tsx'
import { Link } from '../ui/router.tsx'
import classes from './inventory.module.css'
import type { OpenDialog } from './inventory-dialogs.tsx'

/** The chat's test messages, provided by another feature. */
export type ChatTest = {
  readonly isBusy: boolean
  readonly run: () => void
  /** The reason why the test could not start. It is a new object each time, so that the same reason shows again. */
  readonly problem: { readonly text: string } | null
}

type Props = {
  onOpen: (dialog: OpenDialog) => void
  onExport: () => void
  canExport: boolean
  chatTest: ChatTest
  isOnline: boolean
}

/** The buttons above the list. On narrow screens the rarely used ones move into a menu. */
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
