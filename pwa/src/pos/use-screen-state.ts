import { useMemo, useState } from 'react'

/** A short message that needs no answer. Some messages offer to undo what they report. */
export type Notice = { readonly message: string; readonly undo?: () => void }

/** The step of the sale on the right side of the till. */
export type Stage = { readonly kind: 'cart' } | { readonly kind: 'tender' } | { readonly kind: 'sold'; readonly saleId: string }

export const CART: Stage = { kind: 'cart' }

/** Object of a discount: a line, or with null the whole cart. */
export type Discounted = { readonly lineId: string | null }

/** State of the screen, which is lost with the page. */
export function useScreenState() {
  const [stage, setStage] = useState<Stage>(CART)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [discounted, setDiscounted] = useState<Discounted | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const [refusedCount, setRefusedCount] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const setters = useMemo(
    () => ({
      setStage,
      setSelectedId,
      setNotice,
      /** Opens the window of a discount; null closes it. */
      setDiscounted,
      /** Marks what is missing, after an attempt to complete. */
      setIsChecked,
      noteRefused: () => setRefusedCount((count) => count + 1),
      setProblem,
      fail: (thrown: unknown) => setProblem(thrown instanceof Error ? thrown.message : String(thrown)),
      /** Tells the cashier that the cart was taken over or ended elsewhere. */
      noteLost: (message: string) => {
        setStage(CART)
        setNotice({ message })
      },
    }),
    [],
  )
  return { stage, selectedId, notice, discounted, isChecked, refusedCount, problem, setters }
}

/** `setters` are the same functions at every render. */
export type ScreenState = ReturnType<typeof useScreenState>
