import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
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

/** The buttons above the list: everything that adds in one menu, and on narrow screens the rest in another. */
export function ScreenActions({ onOpen, onExport, canExport, chatTest, isOnline }: Props) {
  const isWide = useMediaQuery('(min-width: 66em)', true, { getInitialValueInEffect: false })
  if (!isWide)
    return (
      <>
        <AddMenu onOpen={onOpen} />
        <ActionMenu label="More" target={<IconDots aria-hidden />} targetClassName={classes.more ?? ''}>
          <ActionMenuLink to="/admin/import">Import</ActionMenuLink>
          {canExport && <ActionMenuItem onClick={onExport}>Export</ActionMenuItem>}
          <ActionMenuItem onClick={() => onOpen({ kind: 'categories' })}>Categories</ActionMenuItem>
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
      <AddMenu onOpen={onOpen} />
      <Button variant="default" component={Link} to="/admin/import">
        Import
      </Button>
      <Button variant="default" onClick={onExport} disabled={!canExport}>
        Export
      </Button>
      <Button variant="default" onClick={() => onOpen({ kind: 'categories' })}>
        Categories
      </Button>
      <Button variant="default" onClick={chatTest.run} loading={chatTest.isBusy} disabled={!isOnline}>
        Test Discord
      </Button>
    </>
  )
}

function AddMenu({ onOpen }: Pick<Props, 'onOpen'>) {
  const target = (
    <>
      Add
      <IconChevronDown aria-hidden />
    </>
  )
  return (
    <ActionMenu label="Add" target={target} targetClassName={classes.add ?? ''}>
      <ActionMenuItem onClick={() => onOpen({ kind: 'addMaster' })}>Add to Master Inventory</ActionMenuItem>
      <ActionMenuItem onClick={() => onOpen({ kind: 'addConsignor' })}>Add to Consignor Inventory</ActionMenuItem>
      <ActionMenuItem onClick={() => onOpen({ kind: 'massInput' })}>Mass Input</ActionMenuItem>
    </ActionMenu>
  )
}
