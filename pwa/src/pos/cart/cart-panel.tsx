import { Button, Skeleton } from '@mantine/core'
import type { Cart } from '@shop/shared/pos/schema.ts'
import type { Totals } from '@shop/shared/sales/rules/totals.ts'
import { usePosSale } from '../queries.ts'
import type { useReceipt } from '../receipt/use-receipt.tsx'
import { SoldPanel } from '../tender/sold-panel.tsx'
import { TenderPanel } from '../tender/tender-panel.tsx'
import type { Notice } from '../use-screen-state.ts'
import type { Till } from '../use-till.ts'
import classes from './cart.module.css'
import { CartFooter } from './cart-footer.tsx'
import { CartHeader, type HeaderWindow } from './cart-header.tsx'
import { CartLines } from './cart-lines.tsx'

type Props = {
  readonly till: Till
  readonly opened: HeaderWindow
  readonly onOpen: (opened: HeaderWindow) => void
  readonly receipts: ReturnType<typeof useReceipt>
}

/** The right side of the till: the cart, how it is paid, or what was just sold. */
export function CartPanel({ till, opened, onOpen, receipts }: Props) {
  const { cart, totals, stage } = till
  const sold = usePosSale(stage.kind === 'sold' ? stage.saleId : null)
  if (!cart || !totals) return <LoadingCart />
  if (stage.kind === 'sold' && sold)
    return (
      <SoldPanel
        sale={sold}
        onPrint={() => receipts.print(sold, false)}
        onShow={() => receipts.show(sold, false)}
        onNext={() => till.setStage({ kind: 'cart' })}
      />
    )
  if (stage.kind === 'tender')
    return (
      <TenderPanel
        totalCents={totals.totalCents}
        taken={till.taken}
        isBusy={till.isBusy}
        problem={till.problem}
        onBack={() => till.setStage({ kind: 'cart' })}
        onComplete={(tenders) => void till.complete(tenders)}
      />
    )
  return <OpenCart till={till} cart={cart} totals={totals} opened={opened} onOpen={onOpen} />
}

type OpenCartProps = Pick<Props, 'till' | 'opened' | 'onOpen'> & { readonly cart: Cart; readonly totals: Totals }

/** The cart while it is filled. */
function OpenCart({ till, cart, totals, opened, onOpen }: OpenCartProps) {
  const wholeProblem = till.isChecked ? till.problems.find((problem) => problem.field === 'cart')?.message : undefined
  return (
    <>
      <CartHeader
        cart={cart}
        isPaid={till.taken.sumCents > 0}
        waiting={till.waiting}
        opened={opened}
        onOpen={onOpen}
        onPark={(label) => {
          onOpen(null)
          till.whole.park(label)
        }}
        onDiscard={till.whole.discard}
        onResume={(row) => {
          onOpen(null)
          till.whole.resume(row)
        }}
      />
      {till.session.state?.problem instanceof Error && (
        <div className={classes.storageProblem} role="alert">
          {till.session.state.problem.message} The cart stays on this screen.
        </div>
      )}
      <CartLines
        cart={cart}
        selectedId={till.selectedId}
        problems={till.problems}
        invalidQuantities={till.lines.invalidQuantities}
        showsMissingPrices={till.isChecked}
        actions={till.lines.actions}
      />
      <NoticeBar notice={till.notice} onClose={() => till.setNotice(null)} />
      <CartFooter
        cart={cart}
        totals={totals}
        paidCents={till.taken.sumCents}
        taxRateBps={till.settings.taxRateBps}
        problem={till.problem ?? wholeProblem}
        onPercentage={till.setPercentage}
        onComplete={till.startPaying}
      />
    </>
  )
}

/** The till's last message, with its undo. */
function NoticeBar({ notice, onClose }: { readonly notice: Notice | null; readonly onClose: () => void }) {
  return (
    <div role="status">
      {notice && (
        <div className={classes.undo}>
          <bdi className={classes.lineName}>{notice.message}</bdi>
          <Button variant="subtle" aria-keyshortcuts={notice.undo ? 'Control+Z' : undefined} onClick={notice.undo ?? onClose}>
            {notice.undo ? 'Undo' : 'OK'}
          </Button>
        </div>
      )}
    </div>
  )
}

function LoadingCart() {
  return (
    <div className={classes.footer} aria-busy="true">
      <Skeleton h="var(--till-target)" />
      <Skeleton h="var(--till-target)" />
      <Skeleton h="var(--till-target)" />
    </div>
  )
}
