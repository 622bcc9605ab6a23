import { cents, formatCents, formatRate, sumCents } from '@shop/shared/kernel/money.ts'
import { tenderName } from '@shop/shared/pos/rules/tender-name.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import type { Reduction } from '@shop/shared/sales/reduction-schema.ts'
import type { Refund } from '@shop/shared/sales/refund-schema.ts'
import { grossCentsOf, reducedCentsOf } from '@shop/shared/sales/rules/reductions.ts'
import { Fragment } from 'react'
import { barcodePicture } from '../../ui/barcode-picture.ts'
import { ReductionName } from '../../ui/reduction-name.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { givenBackCents, returnedPieces, useReturns } from '../history/use-returns.ts'
import { changeCents } from '../tender/tender-math.ts'
import type { Paper } from './paper.ts'
import classes from './receipt.module.css'

type Props = {
  readonly paper: Paper
  readonly sale: PosSale
  readonly shopName: string
  readonly isReprint: boolean
}

/** Characters that Code 128 can draw. A till numbers its receipts with them, but a receipt is shown whatever its number is. */
const DRAWABLE = /^[\x20-\x7e]+$/

/** A receipt, alike on screen and on paper. Its goods and amounts come from the sale's own snapshot. */
export function Receipt({ paper, sale, shopName, isReprint }: Props) {
  const { moment } = useMoments()
  const change = changeCents(sale.tenders)
  const known = useReturns(sale.id)
  const returns = isReprint ? known : []
  const reducedCents = sumCents(sale.lines.map(({ reductions }) => reducedCentsOf(reductions)))
  return (
    <article className={classes.receipt} data-paper={paper} aria-label={`Receipt ${sale.receiptNumber}`}>
      <header className={classes.head}>
        {shopName && <bdi className={classes.shop}>{shopName}</bdi>}
        {isReprint && <div className={classes.mark}>Reprint</div>}
        {sale.voidedAtMs !== null && <div className={classes.mark}>Void</div>}
        <div>Receipt {sale.receiptNumber}</div>
        <div>{moment(sale.soldAtMs)}</div>
      </header>
      <Lines sale={sale} returns={returns} />
      <dl className={classes.sums}>
        {reducedCents > 0 && (
          <>
            <dt>Before discounts</dt>
            <dd>{formatCents(cents(sale.totalCents + reducedCents))}</dd>
            <dt>Discounts</dt>
            <dd>{formatCents(cents(-reducedCents))}</dd>
          </>
        )}
        <dt>Subtotal</dt>
        <dd>{formatCents(sale.subtotalCents)}</dd>
        <dt>Sales tax {formatRate(sale.taxRateBps)} (included)</dt>
        <dd>{formatCents(sale.taxCents)}</dd>
        <dt className={classes.total}>Total</dt>
        <dd className={classes.total}>{formatCents(sale.totalCents)}</dd>
      </dl>
      <dl className={classes.sums}>
        {sale.tenders.map((tender, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: payments of a finished sale have no id and never move
          <div key={index} className={classes.pair}>
            <dt>
              <bdi>{tenderName(tender)}</bdi>
            </dt>
            <dd>{formatCents(cents(tender.givenCents ?? tender.amountCents))}</dd>
          </div>
        ))}
        {change > 0 && (
          <div className={classes.pair}>
            <dt>Change</dt>
            <dd>{formatCents(change)}</dd>
          </div>
        )}
        {returns.length > 0 && (
          <div className={classes.pair}>
            <dt>Given back</dt>
            <dd>{formatCents(givenBackCents(returns))}</dd>
          </div>
        )}
      </dl>
      <footer className={classes.foot}>
        <div>Thank you!</div>
        <div>{sale.displayId}</div>
        <Code text={sale.receiptNumber} />
      </footer>
    </article>
  )
}

function Lines({ sale, returns }: { readonly sale: PosSale; readonly returns: readonly Refund[] }) {
  const returned = returnedPieces(sale, returns)
  return (
    <table className={classes.lines}>
      <tbody>
        {sale.lines.map((line, index) => (
          <Fragment key={line.id}>
            <tr>
              <td>
                <bdi>{line.itemName}</bdi>
                <div className={classes.each}>
                  {line.quantity} × {formatCents(line.unitPriceCents)}
                </div>
                {(returned[index] ?? 0) > 0 && <div className={classes.each}>{returned[index]} returned</div>}
              </td>
              <td>{formatCents(grossCentsOf(line))}</td>
            </tr>
            {line.reductions?.map((reduction) => (
              <ReductionRow key={reduction.scope} reduction={reduction} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const ReductionRow = ({ reduction }: { readonly reduction: Reduction }) => (
  <tr className={classes.each}>
    <td>
      <ReductionName reduction={reduction} />
    </td>
    <td>{formatCents(cents(-reduction.reducedCents))}</td>
  </tr>
)

const Code = ({ text }: { readonly text: string }) =>
  DRAWABLE.test(text) && <img className={classes.code} src={barcodePicture(text, 8)} alt={`Barcode ${text}`} />
