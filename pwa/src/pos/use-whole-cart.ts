import { type Cents, formatCents } from '@shop/shared/kernel/money.ts'
import type { Cart } from '@shop/shared/pos/schema.ts'
import { useMemo } from 'react'
import type { CartSession } from './cart/cart-session.ts'
import { CART, type ScreenState } from './use-screen-state.ts'

/** Parks and discards the open cart, and resumes a waiting one. `paidCents`: already paid towards the open cart. */
export function useWholeCart(session: CartSession, { setters }: ScreenState, paidCents: Cents) {
  return useMemo(() => {
    const attempt = async (work: () => Promise<void>) => {
      setters.setProblem(null)
      try {
        await work()
        setters.setSelectedId(null)
        setters.setIsChecked(false)
        setters.setStage(CART)
      } catch (thrown) {
        setters.fail(thrown)
      }
    }
    return {
      park: (label: string) =>
        void attempt(async () => {
          await session.park(label)
          const paid = paidCents > 0 ? `. The ${formatCents(paidCents)} paid so far are noted on this device.` : ''
          setters.setNotice({ message: `${label ? `Parked “${label}”` : 'Cart parked'}${paid}` })
        }),
      resume: (row: Cart) =>
        void attempt(async () => {
          const isOpen = await session.resume(row)
          setters.setNotice(isOpen ? null : { message: 'This cart is open in another tab of this device.' })
        }),
      discard: () =>
        void attempt(async () => {
          const undo = await session.discard()
          const paid = paidCents > 0 ? `. Give back the ${formatCents(paidCents)} paid so far.` : ''
          setters.setNotice({ message: `Cart discarded${paid}`, undo: () => void attempt(undo).then(() => setters.setNotice(null)) })
        }),
    }
  }, [session, setters, paidCents])
}
