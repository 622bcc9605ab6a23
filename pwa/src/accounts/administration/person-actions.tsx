import type { User } from '@shop/shared/accounts/schema.ts'
import type { PageBrand } from '@shop/shared/brands/schema.ts'
import {
  IconCash,
  IconHistory,
  IconPackages,
  IconPencil,
  IconShieldLock,
  IconTransferIn,
  IconTrash,
  IconWorldShare,
} from '@tabler/icons-react'
import { RowButton } from '../../ui/row-button.tsx'
import classes from './administration.module.css'

/** An action on an account, offered as a button in its row. */
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

const OFFLINE_REASON = 'needs a connection to the server'
const CLOSED_REASON = 'this account is closed'

/** The actions on an account. `reason` says why an action is unavailable. In a closed account, data can still be read and the balance corrected. */
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

/** The actions as icon buttons of a table row. */
export function PersonActions({ onAction, ...props }: Props) {
  return offersFor(props).map(({ action, label, Icon, reason }) => (
    <RowButton key={action} label={label} reason={reason} onClick={() => onAction(action, props.user)}>
      <Icon aria-hidden />
    </RowButton>
  ))
}

/** The actions as labelled buttons of a card, because a touch screen cannot show an icon's name on hover. */
export function PersonTiles({ onAction, ...props }: Props) {
  return (
    <div className={classes.tiles}>
      {offersFor(props).map(({ action, label, Icon, reason }) => (
        <button
          key={action}
          type="button"
          className={classes.tile}
          disabled={reason !== null}
          title={reason === null ? undefined : `${label}: ${reason}`}
          onClick={() => onAction(action, props.user)}
        >
          <Icon aria-hidden />
          {label}
        </button>
      ))}
    </div>
  )
}
