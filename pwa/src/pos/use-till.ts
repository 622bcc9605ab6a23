import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { type Cart, type CartLine, MAX_LINES } from '@shop/shared/pos/schema.ts'
import { useCallback, useMemo, useRef } from 'react'
import { newId, useLive, useLocalSetting, useSyncStatus } from '../sync/api.ts'
import { useLoad } from '../ui/use-load.tsx'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import { cartTotals } from './cart/build-sale.ts'
import { addLine, type CartProblem, cartProblems, isFull, lineOf, lineWithItemOf, setPercentage } from './cart/cart-changes.ts'
import { waitingCarts } from './cart/open-carts.ts'
import { useCartSession } from './cart/use-cart-session.ts'
import { useLineActions } from './cart/use-line-actions.ts'
import { type Consignor, useCarts, useItemById, useItemCount, useOwnerNames } from './queries.ts'
import { useFeedback } from './scan/use-feedback.ts'
import { useScans } from './scan/use-scans.ts'
import { useTakenPayments } from './tender/use-taken-payments.ts'
import { usePayment } from './use-payment.ts'
import { CART, useScreenState } from './use-screen-state.ts'
import { useWholeCart } from './use-whole-cart.ts'

/** Everything the till knows and does; the screen only draws it. `uid`: the cashier. */
export function useTill(uid: string) {
  const status = useSyncStatus()
  const settings = useShopSettings()
  const ownerOf = useOwnerNames()
  const feedback = useFeedback()
  const [consignor, setConsignor] = useLocalSetting<Consignor | null>('till.consignor', null)
  const { setters, selectedId, ...shown } = useScreenState()
  const session = useCartSession({
    uid,
    isReady: status.phase !== 'starting' || status.lastSyncAtMs !== null,
    defaultPercent: settings.defaultSplitPercent,
    onLost: (message) => {
      setters.setStage(CART)
      setters.setNotice({ message })
    },
  })
  const cart = session.state?.cart ?? null
  const problems = useCartProblems(cart)
  const lines = useLineActions({ session, cart, setSelectedId: setters.setSelectedId, setNotice: setters.setNotice })
  const taken = useTakenPayments(cart?.id ?? null)
  const payment = usePayment({
    taken,
    session,
    problems,
    // of lines that are in the cart: one that was parked or taken over with a wrong number in its field says nothing of the next
    hasInvalidQuantity: cart?.lines.some(({ id }) => lines.invalidQuantities.has(id)) ?? false,
    taxRateBps: settings.taxRateBps,
    setters,
    feedback,
  })

  const latest = useRef({ cart, ownerOf, feedback })
  latest.current = { cart, ownerOf, feedback }
  const { change } = session
  const addCartLine = useCallback(
    (line: CartLine, how: 'scan' | 'tap') => {
      const { cart: before, feedback: tell } = latest.current
      const there = before ? lineWithItemOf(before, line) : undefined
      if (before && isFull(before) && !there) {
        setters.setNotice({ message: `A sale has at most ${MAX_LINES} lines. Complete or park this one first.` })
        return tell.play('question', how)
      }
      change(addLine(line))
      setters.setSelectedId(there?.id ?? line.id)
      setters.setIsChecked(false)
      setters.setProblem(null)
      setters.setStage((current) => (current.kind === 'tender' && line.unitPriceCents !== null ? current : CART))
      tell.play('added', how)
    },
    [change, setters],
  )
  const add = useCallback(
    (item: Item, how: 'scan' | 'tap' = 'tap', quantity = 1) =>
      addCartLine({ ...lineOf(item, newId(), latest.current.ownerOf(item.consignorId)), quantity }, how),
    [addCartLine],
  )
  const { isLoading, failure } = useLoad('items', useItemCount() === 0)
  const scans = useScans({
    isReady: !isLoading,
    consignorId: consignor?.uid ?? null,
    add,
    addLine: addCartLine,
    onQuestion: () => {
      setters.setStage((current) => (current.kind === 'sold' ? CART : current))
      feedback.play('question', 'scan')
    },
  })

  const allCarts = useCarts()
  const selected = cart?.lines.find((line) => line.id === selectedId) ?? cart?.lines.at(-1)
  return {
    ...shown,
    ...setters,
    ...payment,
    ...scans,
    status,
    /** Of the items, on a device's first day: see `useLoad`. */
    loading: { isLoading, failure },
    settings,
    session,
    cart,
    totals: useMemo(() => (cart ? cartTotals(cart, settings.taxRateBps) : null), [cart, settings.taxRateBps]),
    problems,
    selectedId: selected?.id ?? null,
    consignor,
    setConsignor,
    ownerOf,
    feedback,
    lines,
    taken,
    whole: useWholeCart(session, setters, taken.sumCents),
    waiting: useMemo(() => waitingCarts(allCarts, cart?.id ?? null), [allCarts, cart?.id]),
    add,
    setPercentage: useCallback((percent: number) => change(setPercentage(percent)), [change]),
    itemById: useItemById(),
  }
}

/** The till's state and deeds. */
export type Till = ReturnType<typeof useTill>

/** What stands in the way of completing, over the stock as it is now. */
function useCartProblems(cart: Cart | null): readonly CartProblem[] {
  const itemIds = cart?.lines.map((line) => line.itemId).filter((id) => id !== null) ?? []
  const cartItems = useLive((view) => itemIds.map((id) => view.get(items, id)).filter((item) => item !== undefined), [itemIds.join()])
  return useMemo(() => {
    const byId = new Map(cartItems.map((item) => [item.id, item]))
    return cart ? cartProblems(cart, (id) => byId.get(id)) : []
  }, [cart, cartItems])
}
