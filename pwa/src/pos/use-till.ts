import type { Item } from '@shop/shared/inventory/schema.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import type { Cart, CartLine, Tender } from '@shop/shared/pos/schema.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { newId, useItemSearch, useLive, useLocalSetting, useSyncStatus } from '../sync/api.ts'
import { cartTotals } from './cart/build-sale.ts'
import { addLine, cartProblems, freeLine, lineOf, setPercentage } from './cart/cart-changes.ts'
import { waitingCarts } from './cart/open-carts.ts'
import { useCartSession } from './cart/use-cart-session.ts'
import { useLineActions } from './cart/use-line-actions.ts'
import type { Notice } from './notice.ts'
import { type Consignor, useCarts, useItemById, useOwnerNames, useShopSettings } from './queries.ts'
import { answered, ask, judgeScan, type ScanQuestion } from './scan/scan-questions.ts'
import { useFeedback } from './scan/use-feedback.ts'
import { useCompleteSale } from './use-complete-sale.ts'

/** What the right side of the till shows. */
export type Stage = { readonly kind: 'cart' } | { readonly kind: 'tender' } | { readonly kind: 'sold'; readonly saleId: string }

const CART: Stage = { kind: 'cart' }

/** Everything the till knows and does; the screen only draws it. `uid`: the cashier. */
export function useTill(uid: string) {
  const status = useSyncStatus()
  const settings = useShopSettings()
  const search = useItemSearch()
  const ownerOf = useOwnerNames()
  const completeSale = useCompleteSale()
  const feedback = useFeedback()
  const [consignor, setConsignor] = useLocalSetting<Consignor | null>('till.consignor', null)
  const [stage, setStage] = useState<Stage>(CART)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [questions, setQuestions] = useState<readonly ScanQuestion[]>([])
  const [notice, setNotice] = useState<Notice | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const busy = useRef(false)

  const session = useCartSession({
    uid,
    isReady: status.phase !== 'starting' || status.lastSyncAtMs !== null,
    defaultPercent: settings.defaultSplitPercent,
    onLost: (message) => {
      setStage(CART)
      setNotice({ message })
    },
  })
  const cart = session.state?.cart ?? null
  const itemById = useItemById()
  const selected = cart?.lines.find((line) => line.id === selectedId) ?? cart?.lines.at(-1)
  const latest = useRef({ cart, search, consignor, stage, questions, ownerOf, feedback })
  latest.current = { cart, search, consignor, stage, questions, ownerOf, feedback }

  const itemIds = cart?.lines.map((line) => line.itemId).filter((id) => id !== null) ?? []
  const cartItems = useLive((view) => itemIds.map((id) => view.get(items, id)).filter((item) => item !== undefined), [itemIds.join()])
  const problems = useMemo(() => {
    const byId = new Map(cartItems.map((item) => [item.id, item]))
    return cart ? cartProblems(cart, (id) => byId.get(id)) : []
  }, [cart, cartItems])
  const totals = useMemo(() => (cart ? cartTotals(cart, settings.taxRateBps) : null), [cart, settings.taxRateBps])
  const lines = useLineActions({ session, cart, setSelectedId, setNotice })

  const fail = useCallback((thrown: unknown) => setProblem(thrown instanceof Error ? thrown.message : String(thrown)), [])

  const { change } = session
  const addCartLine = useCallback(
    (line: CartLine, how: 'scan' | 'tap') => {
      const there = line.itemId === null ? undefined : latest.current.cart?.lines.find((other) => other.itemId === line.itemId)
      change(addLine(line))
      setSelectedId(there?.id ?? line.id)
      setIsChecked(false)
      setProblem(null)
      setStage((current) => (current.kind === 'tender' && line.unitPriceCents !== null ? current : CART))
      latest.current.feedback.play('added', how)
    },
    [change],
  )

  const add = useCallback(
    (item: Item, how: 'scan' | 'tap' = 'tap', quantity = 1) =>
      addCartLine({ ...lineOf(item, newId(), latest.current.ownerOf(item.consignorId)), quantity }, how),
    [addCartLine],
  )

  const scan = useCallback(
    (code: string) => {
      const outcome = judgeScan(code, latest.current.search.byBarcode(code), latest.current.consignor?.uid ?? null)
      if (outcome.kind === 'add') {
        add(outcome.item, 'scan')
        return
      }
      setQuestions((open) => ask(open, outcome))
      setStage((current) => (current.kind === 'sold' ? CART : current))
      latest.current.feedback.play('question', 'scan')
    },
    [add],
  )

  const isKnown = useCallback((code: string) => latest.current.search.byBarcode(code).length > 0, [])

  const close = useCallback((code: string) => setQuestions((open) => answered(open, code)), [])
  const answers = useMemo(
    () => ({
      choose: (question: ScanQuestion, item: Item) => {
        close(question.code)
        add(item, 'scan', question.count)
      },
      created: (question: ScanQuestion, item: Item) => {
        close(question.code)
        add(item, 'scan', question.count)
      },
      sellFree: (question: ScanQuestion) => {
        close(question.code)
        addCartLine({ ...freeLine(newId(), `Item ${question.code}`, question.code, null), quantity: question.count }, 'scan')
      },
      dismiss: close,
    }),
    [add, addCartLine, close],
  )

  const startPaying = useCallback((): boolean => {
    setIsChecked(true)
    setProblem(null)
    if (problems.length > 0 || lines.invalidQuantities.size > 0) return false
    setStage({ kind: 'tender' })
    return true
  }, [problems, lines.invalidQuantities])

  const complete = useCallback(
    async (tenders: readonly Tender[]) => {
      if (busy.current) return
      busy.current = true
      setIsBusy(true)
      setProblem(null)
      try {
        const saleId = await session.completing((current) => completeSale(current, tenders, settings.taxRateBps))
        setStage({ kind: 'sold', saleId })
        setSelectedId(null)
        setIsChecked(false)
        setNotice(null)
        latest.current.feedback.play('sold', 'tap')
      } catch (thrown) {
        fail(thrown)
      } finally {
        busy.current = false
        setIsBusy(false)
      }
    },
    [session.completing, completeSale, settings.taxRateBps, fail],
  )

  const allCarts = useCarts()
  const whole = useMemo(() => {
    const attempt = async (work: () => Promise<void>) => {
      setProblem(null)
      try {
        await work()
        setSelectedId(null)
        setIsChecked(false)
        setStage(CART)
      } catch (thrown) {
        fail(thrown)
      }
    }
    return {
      park: (label: string) =>
        void attempt(async () => {
          await session.park(label)
          setNotice({ message: label ? `Parked “${label}”` : 'Cart parked' })
        }),
      resume: (row: Cart) =>
        void attempt(async () => {
          const isOpen = await session.resume(row)
          setNotice(isOpen ? null : { message: 'This cart is open in another tab of this device.' })
        }),
      discard: () =>
        void attempt(async () => {
          const undo = await session.discard()
          setNotice({ message: 'Cart discarded', undo: () => void attempt(undo).then(() => setNotice(null)) })
        }),
    }
  }, [session.park, session.resume, session.discard, fail])

  return {
    status,
    settings,
    session,
    cart,
    totals,
    problems,
    isChecked,
    stage,
    setStage,
    selectedId: selected?.id ?? null,
    setSelectedId,
    questions,
    answers,
    notice,
    setNotice,
    isBusy,
    problem,
    consignor,
    setConsignor,
    ownerOf,
    feedback,
    lines,
    whole,
    waiting: useMemo(() => waitingCarts(allCarts, cart?.id ?? null), [allCarts, cart?.id]),
    add,
    scan,
    isKnown,
    startPaying,
    complete,
    setPercentage: useCallback((percent: number) => change(setPercentage(percent)), [change]),
    itemById,
  }
}

/** The till's state and deeds. */
export type Till = ReturnType<typeof useTill>
