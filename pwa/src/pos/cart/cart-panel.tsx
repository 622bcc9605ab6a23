import { Button, Skeleton } from '@mantine/core'
import type { Cart } from '@shop/shared/pos/schema.ts'
import type { Totals } from '@shop/shared/sales/rules/totals.ts'
import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react'
import { preloaded } from '../../ui/preloaded.tsx'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { useCarts, usePosSale } from '../queries.ts'
import type { useReceipt } from '../receipt/use-receipt.tsx'
import type { Payment } from '../use-payment.ts'
import { CART, type Notice, type ScreenState } from '../use-screen-state.ts'
import { useWholeCart } from '../use-whole-cart.ts'
import { cartTotals } from './build-sale.ts'
import classes from './cart.module.css'
import { setPercentage } from './cart-changes.ts'
import { CartFooter } from './cart-footer.tsx'
import { CartHeader, type HeaderWindow } from './cart-header.tsx'
import { CartLines } from './cart-lines.tsx'
import type { CartSession } from './cart-session.ts'
import { waitingCarts } from './open-carts.ts'
import { useCart } from './use-cart-session.ts'
import type { LinesState } from './use-line-actions.ts'

const TenderPanel = preloaded(() => import('../tender/tender-panel.tsx').then((module) => module.TenderPanel))
const SoldPanel = preloaded(() => import('../tender/sold-panel.tsx').then((module) => module.SoldPanel))
// loaded on demand: only a discount needs it
const DiscountWindow = lazy(() => import('./discount-window.tsx'))

type Props = {
  readonly session: CartSession
  readonly screen: ScreenState
  readonly lines: LinesState
  readonly payment: Payment
  readonly opened: HeaderWindow
  readonly onOpen: (opened: HeaderWindow) => void
  readonly receipts: ReturnType<typeof useReceipt>
}

/** Right side of the till: the cart, its payment, or the completed sale. */
export function CartPanel({ session, screen, lines, payment, opened, onOpen, receipts }: Props) {
  const { stage, setters } = screen
  const { taxRateBps } = useShopSettings()
  const cart = useCart(session)?.cart
  const totals = useMemo(() => (cart ? cartTotals(cart, taxRateBps) : null), [cart, taxRateBps])
  const sold = usePosSale(stage.kind === 'sold' ? stage.saleId : null)
  // the first view needs neither, and both are there before a cart is full
  useEffect(() => {
    TenderPanel.preload()
    SoldPanel.preload()
  }, [])
  if (!cart || !totals) return <LoadingCart />
  if (stage.kind === 'sold' && sold)
    return (
      <Suspense fallback={null}>
        <SoldPanel
          sale={sold}
          onPrint={() => receipts.print(sold, false)}
          onShow={() => receipts.show(sold, false)}
          onNext={() => setters.setStage(CART)}
        />
      </Suspense>
    )
  if (stage.kind === 'tender')
    return (
      <Suspense fallback={null}>
        <TenderPanel
          totalCents={totals.totalCents}
          taken={payment.taken}
          isBusy={payment.isBusy}
          problem={screen.problem}
          onBack={() => setters.setStage(CART)}
          onComplete={(tenders) => void payment.complete(tenders)}
        />
      </Suspense>
    )
  return <OpenCart {...{ session, screen, lines, payment, opened, onOpen, cart, totals }} />
}

type OpenCartProps = Omit<Props, 'receipts'> & { readonly cart: Cart; readonly totals: Totals }

/** The cart before its payment. */
function OpenCart({ session, screen, lines, payment, opened, onOpen, cart, totals }: OpenCartProps) {
  const { isChecked, setters } = screen
  const closeDiscount = useCallback(() => setters.setDiscounted(null), [setters])
  const { problems, taken } = payment
  const { taxRateBps } = useShopSettings()
  const storageProblem = useCart(session)?.problem
  const whole = useWholeCart(session, screen, taken.sumCents)
  const allCarts = useCarts()
  const waiting = useMemo(() => waitingCarts(allCarts, cart.id), [allCarts, cart.id])
  // the list of an empty cart says so itself
  const wholeProblem = isChecked && cart.lines.length > 0 ? problems.find((problem) => problem.field === 'cart')?.message : undefined
  return (
    <>
      <CartHeader
        cart={cart}
        isPaid={taken.sumCents > 0}
        waiting={waiting}
        opened={opened}
        onOpen={onOpen}
        onPark={(label) => {
          onOpen(null)
          whole.park(label)
        }}
        onDiscount={() => setters.setDiscounted({ lineId: null })}
        onDiscard={whole.discard}
        onResume={(row) => {
          onOpen(null)
          whole.resume(row)
        }}
      />
      {storageProblem instanceof Error && (
        <div className={classes.storageProblem} role="alert">
          {storageProblem.message} The cart stays on this screen.
        </div>
      )}
      <CartLines
        cart={cart}
        selectedId={lines.selected?.id ?? null}
        problems={problems}
        invalidQuantities={lines.invalidQuantities}
        isChecked={isChecked}
        actions={lines.actions}
      />
      <NoticeBar notice={screen.notice} onClose={() => setters.setNotice(null)} />
      <CartFooter
        cart={cart}
        totals={totals}
        paidCents={taken.sumCents}
        taxRateBps={taxRateBps}
        problem={screen.problem ?? wholeProblem}
        onPercentage={(percent) => session.change(setPercentage(percent))}
        onPay={payment.startPaying}
      />
      <Suspense fallback={null}>
        {screen.discounted && (
          <DiscountWindow cart={cart} on={screen.discounted} change={session.change} say={setters.setNotice} onClose={closeDiscount} />
        )}
      </Suspense>
    </>
  )
}

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
