import type { Tender } from '@shop/shared/pos/schema.ts'
import { useCallback, useRef, useState } from 'react'
import type { CartProblem } from './cart/cart-changes.ts'
import type { CartSession } from './cart/use-cart-session.ts'
import type { Feedback } from './scan/use-feedback.ts'
import type { TakenPayments } from './tender/use-taken-payments.ts'
import { useCompleteSale } from './use-complete-sale.ts'
import { CART, type ScreenSetters } from './use-screen-state.ts'

type Ports = {
  readonly session: CartSession
  readonly taken: TakenPayments
  readonly problems: readonly CartProblem[]
  readonly hasInvalidQuantity: boolean
  readonly taxRateBps: number
  readonly setters: ScreenSetters
  readonly feedback: Feedback
}

/** From Complete Sale to the sale: checks the cart, takes the payment, and says so once the sale is durable on this device. */
export function usePayment(ports: Ports) {
  const completeSale = useCompleteSale()
  const [isBusy, setIsBusy] = useState(false)
  const busy = useRef(false)
  const latest = useRef(ports)
  latest.current = ports

  /** True when nothing is missing; else marks what is. */
  const check = useCallback((): boolean => {
    const { problems, hasInvalidQuantity, setters } = latest.current
    const isFine = problems.length === 0 && !hasInvalidQuantity
    setters.setIsChecked(true)
    setters.setProblem(null)
    setters.setStage(isFine ? { kind: 'tender' } : CART)
    if (!isFine) setters.noteRefused()
    return isFine
  }, [])

  const complete = useCallback(
    async (tenders: readonly Tender[]) => {
      const { session, taken, setters, taxRateBps, feedback } = latest.current
      if (busy.current) return
      // A scan may have added something since the payment began; what was paid stays paid.
      if (!check()) return taken.set(tenders)
      busy.current = true
      setIsBusy(true)
      try {
        const saleId = await session.completing((cart) => completeSale(cart, tenders, taxRateBps))
        taken.set([])
        setters.setStage({ kind: 'sold', saleId })
        setters.setSelectedId(null)
        setters.setIsChecked(false)
        setters.setNotice(null)
        feedback.play('sold', 'tap')
      } catch (thrown) {
        setters.fail(thrown)
      } finally {
        busy.current = false
        setIsBusy(false)
      }
    },
    [check, completeSale],
  )
  return { isBusy, startPaying: check, complete }
}
