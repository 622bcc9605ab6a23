import { type Cents, sumCents } from '@shop/shared/kernel/money.ts'
import type { Tender } from '@shop/shared/pos/schema.ts'
import { useCallback, useMemo, useState } from 'react'
import { rememberTaken, takenFor } from './taken-payments.ts'

/** What was paid of the open cart before it is sold, kept while the till goes back to the cart, through a reload, and while the cart is parked. */
export type TakenPayments = {
  readonly tenders: readonly Tender[]
  readonly sumCents: Cents
  readonly set: (tenders: readonly Tender[]) => void
}

/** `cartId`: null while none is open. */
export function useTakenPayments(cartId: string | null): TakenPayments {
  const [held, setHeld] = useState<{ readonly cartId: string | null; readonly tenders: readonly Tender[] }>({ cartId: null, tenders: [] })
  const stored = useMemo(() => (cartId === null ? [] : takenFor(cartId)), [cartId])
  const tenders = held.cartId === cartId ? held.tenders : stored
  const set = useCallback(
    (next: readonly Tender[]) => {
      if (cartId === null) return
      // where nothing can be stored they live as long as the page
      rememberTaken(cartId, next)
      setHeld({ cartId, tenders: next })
    },
    [cartId],
  )
  return useMemo(() => ({ tenders, sumCents: sumCents(tenders.map(({ amountCents }) => amountCents)), set }), [tenders, set])
}
