import type { Cart } from '@shop/shared/pos/schema.ts'
import { useMemo } from 'react'
import type { CartSession } from './cart/use-cart-session.ts'
import { CART, type ScreenSetters } from './use-screen-state.ts'

/** What can be done with the cart as a whole. */
export function useWholeCart({ park, resume, discard }: CartSession, setters: ScreenSetters) {
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
          await park(label)
          setters.setNotice({ message: label ? `Parked “${label}”` : 'Cart parked' })
        }),
      resume: (row: Cart) =>
        void attempt(async () => {
          const isOpen = await resume(row)
          setters.setNotice(isOpen ? null : { message: 'This cart is open in another tab of this device.' })
        }),
      discard: () =>
        void attempt(async () => {
          const undo = await discard()
          setters.setNotice({ message: 'Cart discarded', undo: () => void attempt(undo).then(() => setters.setNotice(null)) })
        }),
    }
  }, [park, resume, discard, setters])
}
