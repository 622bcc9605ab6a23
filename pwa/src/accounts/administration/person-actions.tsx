import type { User } from '@shop/shared/accounts/schema.ts'
import type { PageBrand } from '@shop/shared/brands/schema.ts'
import {
  IconCash,
  IconDots,
  IconHistory,
  IconPackages,
  IconPencil,
  IconShieldLock,
  IconTransferIn,
  IconTrash,
  IconWorldShare,
} from '@tabler/icons-react'
import { ActionMenu, ActionMenuItem } from '../../ui/action-menu.tsx'
import { ROW_BUTTON, RowWord } from '../../ui/row-button.tsx'

/** An action on an account, offered in its row. */
export type PersonAction = 'sale' | 'edit' | 'history' | 'inventory' | 'migrate' | 'migrateDomain' | 'data' | 'delete'

type Props = {
  readonly user: User
  readonly ownUid: string
  /** The paid variant, if the shop has one. */
  readonly exchange: PageBrand['exchange']
  readonly isOnline: boolean
  readonly onAction: (action: PersonAction, user: User) => void
}

type Offer = { readonly action: PersonAction; readonly label: string; readonly Icon: typeof IconCash; readonly reason: string | null }

/** Number of actions that a row shows as words. */
const IN_WORDS = 2
const OFFLINE_REASON = 'needs a connection to the server'
const CLOSED_REASON = 'this account is closed'

/** The actions on an account, the most frequent ones first. `reason` says why an action is unavailable. In a closed account, data can still be read and the balance corrected. */
function offersFor({ user, ownUid, exchange, isOnline }: Omit<Props, 'onAction'>): readonly Offer[] {
  const closed = user.closedAtMs === null ? null : CLOSED_REASON
  const live = isOnline ? null : OFFLINE_REASON
  const offers: Offer[] = [
    { action: 'sale', label: 'Sale', Icon: IconCash, reason: closed },
    { action: 'edit', label: 'Edit', Icon: IconPencil, reason: live },
    { action: 'history', label: 'History', Icon: IconHistory, reason: null },
    { action: 'inventory', label: 'Inventory', Icon: IconPackages, reason: null },
    { action: 'migrate', label: 'Migrate Inv', Icon: IconTransferIn, reason: closed ?? live },
  ]
  if (exchange !== null && user.registeredDomain !== exchange.domain)
    offers.push({ action: 'migrateDomain', label: `→ ${exchange.title}`, Icon: IconWorldShare, reason: closed ?? live })
  const isErased = (user.erasedAtMs ?? null) !== null
  offers.push({ action: 'data', label: 'Data', Icon: IconShieldLock, reason: isErased ? 'this data was erased' : live })
  return [...offers, { action: 'delete', label: 'Delete', Icon: IconTrash, reason: user.id === ownUid ? 'this is you' : (closed ?? live) }]
}

type RowProps = Props & { readonly isCompact: boolean }

/** The actions of a row: the two most frequent ones in words, the others in a menu; `isCompact`: all of them in the menu. */
export function PersonActions({ onAction, isCompact, ...props }: RowProps) {
  const offers = offersFor(props)
  const wordCount = isCompact ? 0 : IN_WORDS
  const act = (action: PersonAction) => () => onAction(action, props.user)
  return (
    <>
      {offers.slice(0, wordCount).map(({ action, label, reason }) => (
        <RowWord key={action} reason={reason} onClick={act(action)}>
          {label}
        </RowWord>
      ))}
      <ActionMenu label="More actions" target={<IconDots aria-hidden />} targetClassName={ROW_BUTTON}>
        {offers.slice(wordCount).map(({ action, label, Icon, reason }) => (
          <ActionMenuItem key={action} icon={<Icon aria-hidden />} reason={reason} onClick={act(action)}>
            {label}
          </ActionMenuItem>
        ))}
      </ActionMenu>
    </>
  )
}
