import type { Item } from '@shop/shared/inventory/schema.ts'
import { type CartLine, MAX_LINES } from '@shop/shared/pos/schema.ts'
import { useMemo, useRef } from 'react'
import { useDevice } from '../sync/api.ts'
import { addLine, isFull, lineOf, lineWithItemOf } from './cart/cart-changes.ts'
import type { CartSession } from './cart/cart-session.ts'
import { useOwnerNames } from './queries.ts'
import type { Feedback } from './scan/use-feedback.ts'
import { CART, type ScreenState } from './use-screen-state.ts'

/** Adds goods to the cart and announces them. */
export type AddLine = {
  readonly add: (item: Item, how?: 'scan' | 'tap', quantity?: number) => void
  readonly addLine: (line: CartLine, how: 'scan' | 'tap') => void
}

/** Answers the same functions at every render. */
export function useAddLine(session: CartSession, { setters }: ScreenState, feedback: Feedback): AddLine {
  const { newId } = useDevice()
  const ownerOf = useOwnerNames()
  const latest = useRef({ ownerOf, feedback })
  latest.current = { ownerOf, feedback }
  return useMemo(() => {
    const putIn = (line: CartLine, how: 'scan' | 'tap') => {
      const { feedback: tell } = latest.current
      const before = session.read()?.cart
      const there = before ? lineWithItemOf(before, line) : undefined
      if (before && isFull(before) && !there) {
        setters.setNotice({ message: `A sale has at most ${MAX_LINES} lines. Complete or park this one first.` })
        return tell.play('question', how)
      }
      session.change(addLine(line))
      setters.setSelectedId(there?.id ?? line.id)
      setters.setIsChecked(false)
      setters.setProblem(null)
      setters.setStage((current) => (current.kind === 'tender' && line.unitPriceCents !== null ? current : CART))
      tell.play('added', how)
    }
    return {
      addLine: putIn,
      add: (item, how = 'tap', quantity = 1) =>
        putIn({ ...lineOf(item, newId(), latest.current.ownerOf(item.consignorId)), quantity }, how),
    }
  }, [session, setters, newId])
}
