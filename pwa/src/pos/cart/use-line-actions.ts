import type { Cents } from '@shop/shared/kernel/money.ts'
import type { Cart } from '@shop/shared/pos/schema.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Notice } from '../use-screen-state.ts'
import { removeLine, restoreLine, setPrice, setQuantity } from './cart-changes.ts'
import type { LineActions } from './cart-line-row.tsx'
import type { CartSession } from './use-cart-session.ts'

type Ports = {
  readonly session: CartSession
  readonly cart: Cart | null
  readonly setSelectedId: (lineId: string | null) => void
  readonly setNotice: (notice: Notice | null) => void
}

const NONE: ReadonlyMap<string, string> = new Map()

/** The actions on single lines, and the quantities that are typed wrong right now. */
export function useLineActions({ session, cart, setSelectedId, setNotice }: Ports): {
  readonly actions: LineActions
  readonly invalidQuantities: ReadonlyMap<string, string>
} {
  const [invalidQuantities, setInvalidQuantities] = useState(NONE)
  const latest = useRef(cart)
  latest.current = cart
  const { change } = session

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
      setPrice: (lineId: string, price: Cents | null) => change(setPrice(lineId, price)),
      setQuantity: (lineId, quantity) => change(setQuantity(lineId, quantity)),
      setInvalid,
      remove: (lineId) => {
        const lines = latest.current?.lines ?? []
        const index = lines.findIndex((line) => line.id === lineId)
        const line = lines[index]
        if (!line) return
        change(removeLine(lineId))
        setInvalid(lineId, null)
        setSelectedId((lines[index + 1] ?? lines[index - 1])?.id ?? null)
        setNotice({
          message: `Removed ${line.itemName}`,
          undo: () => {
            change(restoreLine(line, index))
            setSelectedId(line.id)
            setNotice(null)
          },
        })
      },
    }),
    [change, setInvalid, setSelectedId, setNotice],
  )
  return { actions, invalidQuantities }
}
