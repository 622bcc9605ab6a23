import { useMemo, useState } from 'react'

/** A short message of the till that asks for nothing; some can be undone. */
export type Notice = { readonly message: string; readonly undo?: () => void }

/** What the right side of the till shows. */
export type Stage = { readonly kind: 'cart' } | { readonly kind: 'tender' } | { readonly kind: 'sold'; readonly saleId: string }

/** The cart itself. */
export const CART: Stage = { kind: 'cart' }

/** What the till shows that is nobody's data: it is gone with the page. */
export function useScreenState() {
  const [stage, setStage] = useState<Stage>(CART)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const [refusedCount, setRefusedCount] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const setters = useMemo(
    () => ({
      setStage,
      setSelectedId,
      setNotice,
      /** After an attempt to complete, what is missing is marked. */
      setIsChecked,
      noteRefused: () => setRefusedCount((count) => count + 1),
      setProblem,
      fail: (thrown: unknown) => setProblem(thrown instanceof Error ? thrown.message : String(thrown)),
      /** The cart went elsewhere. */
      noteLost: (message: string) => {
        setStage(CART)
        setNotice({ message })
      },
    }),
    [],
  )
  return { stage, selectedId, notice, isChecked, refusedCount, problem, setters }
}

/** `setters`: the ways to change what the till shows; the same functions at every render. */
export type ScreenState = ReturnType<typeof useScreenState>
