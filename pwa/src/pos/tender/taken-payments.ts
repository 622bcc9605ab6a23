import { MAX_TENDERS, type Tender, tenderSchema } from '@shop/shared/pos/schema.ts'
import { z } from 'zod'
import { recall, remember } from '../../ui/remembered.ts'

/** Where a device remembers what was paid of carts that are not sold yet: money that changed hands outlives a reload and a crash. */
const TAKEN_KEY = 'till-taken'
/** Carts it remembers that of, the latest ones. */
export const MAX_TAKEN_CARTS = 50

const takenSchema = z.array(z.tuple([z.string(), z.array(tenderSchema).max(MAX_TENDERS)])).max(MAX_TAKEN_CARTS)
type Taken = z.infer<typeof takenSchema>

function readAll(): Taken {
  try {
    return takenSchema.safeParse(JSON.parse(recall(TAKEN_KEY) ?? '[]')).data ?? []
  } catch {
    return []
  }
}

/** Payments taken for a cart so far. */
export function takenFor(cartId: string): readonly Tender[] {
  return readAll().find(([id]) => id === cartId)?.[1] ?? []
}

/** Remembers the payments of a cart; none forgets it. Answers whether they will be remembered: a browser may refuse to store. */
export function rememberTaken(cartId: string, tenders: readonly Tender[]): boolean {
  const others = readAll().filter(([id]) => id !== cartId)
  const all: Taken = tenders.length > 0 ? [...others, [cartId, [...tenders]]] : others
  return remember(TAKEN_KEY, JSON.stringify(all.slice(-MAX_TAKEN_CARTS)))
}
