import { items } from '@shop/shared/inventory/schema.ts'
import type { Cart, Tender } from '@shop/shared/pos/schema.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useLive } from '../sync/api.ts'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import { type CartProblem, cartProblems } from './cart/cart-changes.ts'
import type { CartSession } from './cart/cart-session.ts'
import { useCart } from './cart/use-cart-session.ts'
import type { LinesState } from './cart/use-line-actions.ts'
import type { Feedback } from './scan/use-feedback.ts'
import { useOpenShift } from './shift/use-open-shift.ts'
import { useTakenPayments } from './tender/use-taken-payments.ts'
import { CART, type ScreenState } from './use-screen-state.ts'

/** The two Complete Sale buttons. The one in the cart opens the payment (`startPaying`). The one in the payment stores the sale (`complete`) and
 *  confirms it when it is durable on this device. */
export function usePayment(session: CartSession, { setters }: ScreenState, { invalidQuantities }: LinesState, feedback: Feedback) {
  const cart = useCart(session)?.cart ?? null
  const { taxRateBps } = useShopSettings()
  const shiftId = useOpenShift()?.id ?? null
  const problems = useCartProblems(cart)
  const taken = useTakenPayments(cart?.id ?? null)
  const [isBusy, setIsBusy] = useState(false)
  const busy = useRef(false)
  // only lines of this cart count, because a wrong number in a field of a parked cart says nothing about this cart
  const isFine = problems.length === 0 && !cart?.lines.some(({ id }) => invalidQuantities.has(id))
  const latest = useRef({ isFine, taken, terms: { taxRateBps, shiftId }, feedback })
  latest.current = { isFine, taken, terms: { taxRateBps, shiftId }, feedback }

  /** Opens the payment and answers true, or marks what is missing. */
  const startPaying = useCallback((): boolean => {
    const { isFine: isPayable } = latest.current
    setters.setIsChecked(true)
    setters.setProblem(null)
    setters.setStage(isPayable ? { kind: 'tender' } : CART)
    if (!isPayable) setters.noteRefused()
    return isPayable
  }, [setters])

  const complete = useCallback(
    async (tenders: readonly Tender[]) => {
      const now = latest.current
      if (busy.current) return
      // A scan may have added a line since the payment began. The payments taken so far are kept.
      if (!startPaying()) return now.taken.set(tenders)
      busy.current = true
      setIsBusy(true)
      try {
        await session.complete(tenders, now.terms, (saleId) => {
          now.taken.set([])
          setters.setStage({ kind: 'sold', saleId })
          setters.setSelectedId(null)
          setters.setIsChecked(false)
          setters.setNotice(null)
        })
        now.feedback.play('sold', 'tap')
      } catch (thrown) {
        setters.fail(thrown)
      } finally {
        busy.current = false
        setIsBusy(false)
      }
    },
    [session, setters, startPaying],
  )
  return { problems, taken, isBusy, startPaying, complete }
}

export type Payment = ReturnType<typeof usePayment>

function useCartProblems(cart: Cart | null): readonly CartProblem[] {
  const itemIds = cart?.lines.map((line) => line.itemId).filter((id) => id !== null) ?? []
  const cartItems = useLive((view) => itemIds.map((id) => view.get(items, id)).filter((item) => item !== undefined), [itemIds.join()])
  return useMemo(() => {
    const byId = new Map(cartItems.map((item) => [item.id, item]))
    return cart ? cartProblems(cart, (id) => byId.get(id)) : []
  }, [cart, cartItems])
}
