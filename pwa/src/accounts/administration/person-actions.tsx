import type { User } from '@shop/shared/accounts/schema.ts'
import type { PageBrand } from '@shop/shared/brands/schema.ts'
import { IconArrowRight, IconCash, IconHistory, IconPackages, IconPencil, IconTransferIn, IconTrash } from '@tabler/icons-react'
import { RowButton } from '../../ui/row-button.tsx'

/** What can be done with a person. */
export type PersonAction = 'sale' | 'edit' | 'history' | 'inventory' | 'migrate' | 'migrateDomain' | 'delete'

type Props = {
  readonly user: User
  readonly ownUid: string
  /** The paid variant, when the shop has one. */
  readonly exchange: PageBrand['exchange']
  readonly isOnline: boolean
  readonly onAction: (action: PersonAction, user: User) => void
}

/** Why an act that needs the server cannot be done. */
export const OFFLINE_REASON = 'needs a connection to the server'
const CLOSED_REASON = 'this account is closed'

/** The row actions of spec §2. What is said about a closed account can still be read, and what it is owed corrected. */
export function PersonActions({ user, ownUid, exchange, isOnline, onAction }: Props) {
  const act = (action: PersonAction) => () => onAction(action, user)
  const closed = user.closedAtMs === null ? null : CLOSED_REASON
  const live = isOnline ? null : OFFLINE_REASON
  return (
    <>
      <RowButton label="Sale" onClick={act('sale')} reason={closed}>
        <IconCash aria-hidden />
      </RowButton>
      <RowButton label="Edit" onClick={act('edit')} reason={live}>
        <IconPencil aria-hidden />
      </RowButton>
      <RowButton label="History" onClick={act('history')}>
        <IconHistory aria-hidden />
      </RowButton>
      <RowButton label="Inventory" onClick={act('inventory')}>
        <IconPackages aria-hidden />
      </RowButton>
      <RowButton label="Migrate Inv" onClick={act('migrate')} reason={closed ?? live}>
        <IconTransferIn aria-hidden />
      </RowButton>
      {exchange !== null && user.registeredDomain !== exchange.domain && (
        <RowButton label={`→ ${exchange.title}`} onClick={act('migrateDomain')} reason={closed ?? live}>
          <IconArrowRight aria-hidden />
        </RowButton>
      )}
      <RowButton label="Delete" onClick={act('delete')} reason={user.id === ownUid ? 'this is you' : (closed ?? live)}>
        <IconTrash aria-hidden />
      </RowButton>
    </>
  )
}
