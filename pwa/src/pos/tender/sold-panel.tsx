import { Button } from '@mantine/core'
import { cents, formatCents } from '@shop/shared/kernel/money.ts'
import { tenderName } from '@shop/shared/pos/rules/tender-name.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { IconCircleCheck, IconPrinter, IconReceipt } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { SaleState } from '../history/sale-state.tsx'
import { useDoubleTapGuard } from '../use-double-tap-guard.ts'
import classes from './tender.module.css'
import { changeCents } from './tender-math.ts'

type Props = {
  readonly sale: PosSale
  readonly onPrint: () => void
  readonly onShow: () => void
  readonly onNext: () => void
}

/** Shows the outcome of a sale: the amount taken in the largest type, then the change, the receipt, and a button for the next sale. A scan starts the
 *  next sale too. */
export function SoldPanel({ sale, onPrint, onShow, onNext }: Props) {
  const isSettled = useDoubleTapGuard()
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  const change = changeCents(sale.tenders)
  const takenCents = cents(sale.totalCents + change)
  const isSplit = sale.tenders.length > 1
  const paidWith = sale.tenders.map((tender) =>
    isSplit ? `${tenderName(tender)} ${formatCents(tender.givenCents ?? tender.amountCents)}` : tenderName(tender),
  )
  return (
    <div className={classes.panel}>
      <div className={classes.sold}>
        <IconCircleCheck className={classes.soldMark} stroke={1.5} aria-hidden="true" />
        <div id="till-sold" className={classes.soldTitle} role="status">
          Sale completed successfully
        </div>
        <div>
          <output className={classes.due} aria-label="Taken">
            {formatCents(takenCents)}
          </output>
          <div>
            {paidWith.length > 0 ? (
              <>
                Taken: <bdi>{paidWith.join(' + ')}</bdi>
              </>
            ) : (
              'Nothing to pay'
            )}
          </div>
        </div>
        <output id="till-change" className={change > 0 ? classes.soldChange : classes.soldMeta}>
          {change > 0 ? `Change due ${formatCents(change)}` : 'No change due'}
        </output>
        <div className={classes.soldMeta}>
          <span>Total {formatCents(sale.totalCents)}</span>
          <span>Receipt {sale.receiptNumber}</span>
          <SaleState sale={sale} />
        </div>
        <div className={classes.soldActions}>
          <Button variant="light" leftSection={<IconPrinter size="1.25rem" />} onClick={onPrint}>
            Print receipt
          </Button>
          <Button variant="default" leftSection={<IconReceipt size="1.25rem" />} onClick={onShow}>
            Show receipt
          </Button>
        </div>
      </div>
      <div className={classes.footer} data-bottom-bar>
        <Button
          className={classes.complete}
          size="lg"
          fullWidth
          ref={next}
          // this button has the focus now, so a screen reader reads the outcome of the sale with it
          aria-describedby="till-sold till-change"
          aria-disabled={!isSettled}
          onClick={() => isSettled && onNext()}
        >
          New sale
        </Button>
      </div>
    </div>
  )
}
