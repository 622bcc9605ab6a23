import type { Cents } from '@shop/shared/kernel/money.ts'
import type { CartLine } from '@shop/shared/pos/schema.ts'
import { useCallback, useMemo, useState } from 'react'
import type { ScreenState } from '../use-screen-state.ts'
import { removeLine, restoreLine, setCartDiscount, setPrice, setQuantity } from './cart-changes.ts'
import type { LineActions } from './cart-line-row.tsx'
import type { CartSession } from './cart-session.ts'
import { useCart } from './use-cart-session.ts'

const NONE: ReadonlyMap<string, string> = new Map()

export type LinesState = {
  readonly selected: CartLine | undefined
  /** Problems by line id, including those of lines that have left the cart. */
  readonly invalidQuantities: ReadonlyMap<string, string>
  readonly actions: LineActions
}

export function useLineActions(
  session: CartSession,
  { selectedId, setters: { setSelectedId, setNotice, setDiscounted } }: ScreenState,
): LinesState {
  const cart = useCart(session)?.cart
  const [invalidQuantities, setInvalidQuantities] = useState(NONE)

  const setInvalid = useCallback((lineId: string, message: string | null) => {
    setInvalidQuantities((before) => {
      if ((before.get(lineId) ?? null) === message) return before
      const after = new Map(before)
      if (message === null) after.delete(lineId)
      else after.set(lineId, message)
      return after
    })
  }, [])

  const actions = useMemo<LineActions>(
    () => ({
      select: setSelectedId,
      setPrice: (lineId: string, price: Cents | null) => session.change(setPrice(lineId, price)),
      setQuantity: (lineId, quantity) => session.change(setQuantity(lineId, quantity)),
      setInvalid,
      discount: (lineId) => setDiscounted({ lineId }),
      remove: (lineId) => {
        const { lines = [], discount = null } = session.read()?.cart ?? {}
        const index = lines.findIndex((line) => line.id === lineId)
        const line = lines[index]
        if (!line) return
        session.change(removeLine(lineId))
        setInvalid(lineId, null)
        setSelectedId((lines[index + 1] ?? lines[index - 1])?.id ?? null)
        setNotice({
          message: `Removed ${line.itemName}`,
          undo: () => {
            session.change(restoreLine(line, index))
            if (lines.length === 1) session.change(setCartDiscount(discount))
            setSelectedId(line.id)
            setNotice(null)
          },
        })
      },
    }),
    [session, setInvalid, setSelectedId, setNotice, setDiscounted],
  )
  const selected = cart?.lines.find((line) => line.id === selectedId) ?? cart?.lines.at(-1)
  return { selected, invalidQuantities, actions }
}
