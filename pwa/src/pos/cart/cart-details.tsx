import { formatCents, formatRate } from '@shop/shared/kernel/money.ts'
import type { Cart } from '@shop/shared/pos/schema.ts'
import type { Totals } from '@shop/shared/sales/rules/totals.ts'
import type { CSSProperties } from 'react'
import { usePercentText } from '../../ui/use-percent-text.ts'
import classes from './cart.module.css'

type Props = {
  readonly cart: Cart
  readonly totals: Totals
  readonly taxRateBps: number
  readonly onPercentage: (percent: number) => void
}

/** The consignors' share and the parts of the total. */
export default function CartDetails({ cart, totals, taxRateBps, onPercentage }: Props) {
  const hasConsignorGoods = cart.lines.some((line) => line.consignorId !== null)
  return (
    <>
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
    </>
  )
}
