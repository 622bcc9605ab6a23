import { Button } from '@mantine/core'
import type { CartLine, PosSale } from '@shop/shared/pos/schema.ts'
import { lazy, Suspense, useState } from 'react'
import { useDevice } from '../../sync/api.ts'
import { SUCCESS_MS } from '../../ui/banner.tsx'
import { showMessage } from '../../ui/message-store.ts'
import { useMoments } from '../../ui/use-moments.ts'
import { useLastSales } from '../history/use-last-sales.ts'
import classes from './cart.module.css'
import type { CartProblem } from './cart-changes.ts'

const RecountField = lazy(() => import('./recount-field.tsx'))
const ReturnGoods = lazy(() => import('../history/return-goods.tsx').then((module) => ({ default: module.ReturnGoods })))

/** Time in which sold goods usually come back. Older sales are found on the list of sales. */
const LATELY_MS = 90 * 86_400_000

type Actions = { readonly setQuantity: (lineId: string, quantity: number) => void; readonly remove: (lineId: string) => void }

type Props = {
  readonly line: CartLine
  readonly stockProblem: CartProblem | undefined
  readonly actions: Actions
  /** Keeps these answers on the screen while goods come back. */
  readonly setReturning: (isReturning: boolean) => void
}

/** Answers to a stock that is too low. They reduce the quantity to the pieces in stock, correct the count when the goods are in hand, or take the piece
 *  back that a customer brought: its tag was scanned, but it was sold lately. */
export default function StockAnswers({ line, stockProblem, actions, setReturning }: Props) {
  const [isCounting, setIsCounting] = useState(false)
  const { itemId } = line
  const available = stockProblem?.available ?? 0
  if (isCounting && itemId !== null)
    return (
      <Suspense fallback={null}>
        <RecountField itemId={itemId} atLeast={line.quantity} onDone={() => setIsCounting(false)} />
      </Suspense>
    )
  return (
    <>
      {stockProblem && (
        <span className={classes.lineAnswers}>
          {available > 0 && (
            <Button variant="light" color="red" onClick={() => actions.setQuantity(line.id, available)}>
              Sell {available}
            </Button>
          )}
          <Button variant="light" color="red" onClick={() => setIsCounting(true)}>
            Correct the count…
          </Button>
        </span>
      )}
      {itemId !== null && <SoldLately {...{ line, itemId, actions, setReturning }} isSoldOut={available === 0} />}
    </>
  )
}

type SoldProps = Omit<Props, 'stockProblem'> & { readonly itemId: string; readonly isSoldOut: boolean }

function SoldLately({ line, itemId, isSoldOut, actions, setReturning }: SoldProps) {
  const [returned, setReturned] = useState<PosSale | null>(null)
  const open = (sale: PosSale | null) => {
    setReturned(sale)
    setReturning(sale !== null)
  }
  return (
    <>
      {isSoldOut && <LastSales itemId={itemId} onReturn={open} />}
      {returned && (
        <Suspense fallback={null}>
          <ReturnGoods
            sale={returned}
            start={{ itemId, pieces: line.quantity }}
            onClose={() => open(null)}
            onDone={(message) => {
              open(null)
              // what came back was not to be sold
              actions.remove(line.id)
              const close = showMessage({ text: message, isError: false, forMs: SUCCESS_MS, onEnd: () => close() })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** A component of its own, because it looks through all sales, which a piece that is not sold out does not need. */
function LastSales({ itemId, onReturn }: { readonly itemId: string; readonly onReturn: (sale: PosSale) => void }) {
  const { nowMs } = useDevice()
  const [sinceMs] = useState(() => nowMs() - LATELY_MS)
  const { moment } = useMoments()
  return useLastSales(itemId, sinceMs).map((sale) => (
    <span key={sale.id} className={classes.soldLately}>
      Sold {moment(sale.soldAtMs)}
      <Button variant="default" onClick={() => onReturn(sale)}>
        Return it…
      </Button>
    </span>
  ))
}
