import { type Cents, sumCents } from '@shop/shared/kernel/money.ts'
import { MAX_TENDERS, type Tender, tenderSchema } from '@shop/shared/pos/schema.ts'
import { useCallback, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { recall, remember } from '../../ui/remembered.ts'

/** Key of the payments of unsold carts. They stay on the device, because money that changed hands outlives a reload and a crash. */
const TAKEN_KEY = 'till-taken'
/** Maximum number of carts with stored payments. Beyond it, the payments that were stored first are dropped. */
export const MAX_TAKEN_CARTS = 50

const takenSchema = z
  .array(z.tuple([z.string(), z.array(tenderSchema).check(z.maxLength(MAX_TENDERS))]))
  .check(z.maxLength(MAX_TAKEN_CARTS))
type Taken = z.infer<typeof takenSchema>

function readAll(): Taken {
  try {
    return takenSchema.safeParse(JSON.parse(recall(TAKEN_KEY) ?? '[]')).data ?? []
  } catch {
    return []
  }
}

export function takenFor(cartId: string): readonly Tender[] {
  return readAll().find(([id]) => id === cartId)?.[1] ?? []
}

/** Remembers a cart's payments; an empty list forgets the cart. False when the browser refuses to store. */
export function rememberTaken(cartId: string, tenders: readonly Tender[]): boolean {
  const others = readAll().filter(([id]) => id !== cartId)
  const all: Taken = tenders.length > 0 ? [...others, [cartId, [...tenders]]] : others
  return remember(TAKEN_KEY, JSON.stringify(all.slice(-MAX_TAKEN_CARTS)))
}

/** Payments taken for the open cart. They survive the way back to the cart, a reload, and parking. */
export type TakenPayments = {
  readonly tenders: readonly Tender[]
  readonly sumCents: Cents
  readonly set: (tenders: readonly Tender[]) => void
}

/** `cartId`: null while no cart is open. */
export function useTakenPayments(cartId: string | null): TakenPayments {
  const [held, setHeld] = useState<{ readonly cartId: string | null; readonly tenders: readonly Tender[] }>({ cartId: null, tenders: [] })
  const stored = useMemo(() => (cartId === null ? [] : takenFor(cartId)), [cartId])
  const tenders = held.cartId === cartId ? held.tenders : stored
  const set = useCallback(
    (next: readonly Tender[]) => {
      if (cartId === null) return
      // without storage the payments last as long as the page
      rememberTaken(cartId, next)
      setHeld({ cartId, tenders: next })
    },
    [cartId],
  )
  return useMemo(() => ({ tenders, sumCents: sumCents(tenders.map(({ amountCents }) => amountCents)), set }), [tenders, set])
}
