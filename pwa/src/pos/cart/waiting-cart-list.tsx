import { UnstyledButton } from '@mantine/core'
import { formatCents } from '@shop/shared/kernel/money.ts'
import type { Cart } from '@shop/shared/pos/schema.ts'
import { useDevice, useLive, useSession } from '../../sync/api.ts'
import { counted } from '../../ui/counted.ts'
import { useMoments } from '../../ui/use-moments.ts'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { keeperOf } from '../queries.ts'
import { cartTotals } from './build-sale.ts'
import classes from './cart.module.css'
import { pieceCount } from './cart-changes.ts'

export function WaitingCartList({ carts, onResume }: { readonly carts: readonly Cart[]; readonly onResume: (cart: Cart) => void }) {
  const { deviceId, nowMs } = useDevice()
  const { taxRateBps } = useShopSettings()
  const { day, time } = useMoments()
  const uid = useSession().user?.uid
  const keepers = useLive((view) => carts.map((cart) => keeperOf(view, cart, uid)), [carts, uid])
  const today = day(nowMs())
  const sinceWords = (atMs: number) => (day(atMs) === today ? time(atMs) : day(atMs))
  if (carts.length === 0) return <div className={classes.waitingEmpty}>No cart is parked.</div>
  return (
    <ul className={classes.waiting} aria-label="Parked carts">
      {carts.map((cart, index) => (
        <li key={cart.id}>
          <UnstyledButton className={classes.waitingCart} data-autofocus={index === 0 || undefined} onClick={() => onResume(cart)}>
            <span className={classes.lineTexts}>
              <bdi className={classes.lineName}>{cart.label || cart.lines[0]?.itemName}</bdi>
              <span className={classes.lineOwner}>
                <span>{counted(pieceCount(cart), 'piece')}</span>
                <span>{sinceWords(cart.updatedAtMs)}</span>
              </span>
              {keepers[index] && (
                <span className={classes.lineOwner}>
                  <bdi>{keepers[index]}</bdi>
                </span>
              )}
              {cart.status === 'open' && (
                <span className={classes.lineOwner}>
                  {cart.clientId === deviceId() ? 'Left open on this device' : 'Take over from another device'}
                </span>
              )}
            </span>
            <span className={classes.lineTotal}>{formatCents(cartTotals(cart, taxRateBps).totalCents)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
