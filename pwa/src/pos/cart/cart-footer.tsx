import { Button } from '@mantine/core'
import { type Cents, cents, formatCents, formatRate } from '@shop/shared/kernel/money.ts'
import type { Cart } from '@shop/shared/pos/schema.ts'
import type { Totals } from '@shop/shared/sales/rules/totals.ts'
import type { CSSProperties } from 'react'
import { usePercentText } from '../../ui/use-percent-text.ts'
import classes from './cart.module.css'

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

export function CartFooter({ cart, totals, paidCents, taxRateBps, problem, onPercentage, onPay }: Props) {
  const hasConsignorGoods = cart.lines.some((line) => line.consignorId !== null)
  return (
    <div className={classes.footer}>
      <div className={classes.split} data-detail="">
        <span className={classes.splitLabel} id="till-share">
          Consignor share
        </span>
        <input
          type="range"
          className={classes.slider}
          style={{ '--share': `${cart.consignorPercentage}%` } as CSSProperties}
          min={0}
          max={100}
          step={1}
          aria-labelledby="till-share"
          aria-valuetext={`${cart.consignorPercentage}%`}
          value={cart.consignorPercentage}
          onChange={(event) => onPercentage(Number(event.currentTarget.value))}
        />
        <input className={classes.share} aria-labelledby="till-share" {...usePercentText(cart.consignorPercentage, onPercentage)} />
        <span className={classes.splitLabel}>%</span>
      </div>
      <dl className={classes.sums} data-detail="">
        <dt>Subtotal</dt>
        <dd>{formatCents(totals.subtotalCents)}</dd>
        <dt>Tax ({formatRate(taxRateBps)})</dt>
        <dd>{formatCents(totals.taxCents)}</dd>
        {hasConsignorGoods && (
          <>
            <dt>To consignors</dt>
            <dd>{formatCents(totals.payoutCents)}</dd>
          </>
        )}
      </dl>
      <div className={classes.total}>
        <span className={classes.totalLabel}>Total</span>
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
