import { Button } from '@mantine/core'
import { type Cents, cents, formatCents } from '@shop/shared/kernel/money.ts'
import type { Cart } from '@shop/shared/pos/schema.ts'
import type { Totals } from '@shop/shared/sales/rules/totals.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useLocalSetting } from '../../sync/api.ts'
import { discountWords } from '../../ui/discount-words.ts'
import { discountCents } from './build-sale.ts'
import classes from './cart.module.css'

const CartDetails = lazy(() => import('./cart-details.tsx'))

type Props = {
  readonly cart: Cart
  readonly totals: Totals
  /** Already paid towards this cart. */
  readonly paidCents: Cents
  readonly taxRateBps: number
  readonly problem: string | undefined
  readonly onPercentage: (percent: number) => void
  /** Opens the payment, which completes the sale. */
  readonly onPay: () => void
}

/** The payment's button, with the amount still to pay. An empty cart has nothing to pay, so the button is off then. */
function PayButton({ isEmpty, leftCents, onPay }: { readonly isEmpty: boolean; readonly leftCents: Cents; readonly onPay: () => void }) {
  return (
    <Button className={classes.complete} size="lg" fullWidth disabled={isEmpty} aria-keyshortcuts="F9" onClick={onPay}>
      Complete Sale{leftCents > 0 && ` · ${formatCents(leftCents)}`}
    </Button>
  )
}

/** Sum of all discounts. The one on the whole cart is named even while the cart is empty: whoever sells next from it must not miss it. */
function Discounts({ cart }: { readonly cart: Cart }) {
  const offCents = discountCents(cart)
  if (offCents === 0 && !cart.discount) return null
  return (
    <div className={classes.discounts}>
      <span>Discounts</span>
      {cart.discount && <bdi className={classes.lineDiscount}>{discountWords(cart.discount)}</bdi>}
      <output aria-label="Discounts">−{formatCents(offCents)}</output>
    </div>
  )
}

export function CartFooter({ cart, totals, paidCents, taxRateBps, problem, onPercentage, onPay }: Props) {
  // closed at first, because customers read this screen
  const [isDetailed, setDetailed] = useLocalSetting('till.details', false)
  return (
    <div className={classes.footer} data-bottom-bar>
      {isDetailed && (
        <Suspense fallback={null}>
          <CartDetails cart={cart} totals={totals} taxRateBps={taxRateBps} onPercentage={onPercentage} />
        </Suspense>
      )}
      <Discounts cart={cart} />
      <div className={classes.total}>
        <span className={classes.totalLabel}>Total</span>
        <Button
          className={classes.details}
          variant="subtle"
          color="gray"
          aria-expanded={isDetailed}
          rightSection={<IconChevronDown size="1rem" data-turned={isDetailed || undefined} />}
          onClick={() => setDetailed(!isDetailed)}
        >
          Details
        </Button>
        <output className={classes.totalAmount} aria-label="Total" aria-live="polite">
          {formatCents(totals.totalCents)}
        </output>
      </div>
      {paidCents > 0 && (
        <div className={classes.total}>
          <span>Paid so far</span>
          <output className={classes.paid} aria-label="Paid so far">
            {formatCents(paidCents)}
          </output>
        </div>
      )}
      {problem && (
        <div className={classes.lineProblem} role="alert">
          {problem}
        </div>
      )}
      <PayButton isEmpty={cart.lines.length === 0} leftCents={cents(totals.totalCents - paidCents)} onPay={onPay} />
    </div>
  )
}
