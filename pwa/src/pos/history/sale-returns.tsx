import { cents, formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import type { Refund, RefundLine } from '@shop/shared/sales/refund-schema.ts'
import { usePending } from '../../sync/api.ts'
import { CommandStateTag } from '../../ui/command-state-tag.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import classes from './return.module.css'
import { PLACES } from './return-words.ts'
import { wayWords } from './ways-back.ts'

/** The returns of a sale: when, what, the money, and where the goods went. */
export function SaleReturns({ returns }: { readonly returns: readonly Refund[] }) {
  const { moment } = useMoments()
  const pending = usePending()
  if (returns.length === 0) return null
  return (
    <ul className={classes.returns} aria-label="Returns">
      {returns.map((refund) => {
        const state = pending.find(
          ({ name, args }) => name === 'sales.refund' && (args as { refundId?: unknown }).refundId === refund.id,
        )?.state
        return (
          <li key={refund.id}>
            <div className={classes.returnHead}>
              <span>Returned {moment(refund.atMs)}</span>
              <strong>
                <bdi>{givenWords(refund)}</bdi>
              </strong>
              {state && <CommandStateTag state={state} />}
            </div>
            {refund.lines.map((line) => (
              <div key={line.saleLineId}>
                <LineReturned line={line} />
              </div>
            ))}
          </li>
        )
      })}
    </ul>
  )
}

function LineReturned({ line }: { readonly line: RefundLine }) {
  const { quantity, itemName, itemId, amountCents, excessCents, goods, reason } = line
  return (
    <>
      {quantity} × <bdi>{itemName}</bdi>, {formatCents(cents(amountCents + excessCents))}
      <small>
        {itemId !== null && PLACES[goods].label}
        {excessCents > 0 && ` · ${formatCents(excessCents)} more than was left, borne by the shop`}
        {reason && (
          <>
            {' · '}
            <bdi>{reason}</bdi>
          </>
        )}
      </small>
    </>
  )
}

const givenWords = ({ tenders }: Refund): string =>
  tenders.length === 0
    ? 'No money given back'
    : `${formatCents(sumCents(tenders.map(({ amountCents }) => amountCents)))} ${tenders.map(wayWords).join(' and ')}`
