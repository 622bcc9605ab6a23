import type { Item } from '@shop/shared/inventory/schema.ts'
import type { CartLine } from '@shop/shared/pos/schema.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useDevice, useItemSearch } from '../../sync/api.ts'
import { freeLine } from '../cart/cart-changes.ts'
import { answered, ask, judgeScan, type ScanQuestion, stale, withoutStale } from './scan-questions.ts'

type Ports = {
  /** True once the items have arrived, or cannot arrive now. */
  readonly isReady: boolean
  /** The chosen consignor, who decides between several items with one code; null for none. */
  readonly consignorId: string | null
  /** True while a completed sale is on screen. */
  readonly isSold: boolean
  readonly add: (item: Item, how: 'scan', quantity?: number) => void
  readonly addLine: (line: CartLine, how: 'scan') => void
  readonly onQuestion: () => void
}

/** Adds the item with the scanned code to the cart. Asks when the code is unknown or several items have it. */
export function useScans(ports: Ports) {
  const search = useItemSearch()
  const { newId } = useDevice()
  const [questions, setQuestions] = useState<readonly ScanQuestion[]>([])
  const latest = useRef({ ...ports, search })
  latest.current = { ...ports, search }

  /** Scans from before the items arrived, when no code can be called unknown yet. */
  const early = useRef<string[]>([])
  const scan = useCallback((code: string) => {
    if (!latest.current.isReady) return void early.current.push(code)
    const outcome = judgeScan(code, latest.current.search.byBarcode(code), latest.current.consignorId)
    if (outcome.kind === 'add') {
      latest.current.add(outcome.item, 'scan')
      return
    }
    setQuestions((open) => ask(open, outcome))
    latest.current.onQuestion()
  }, [])

  useEffect(() => {
    if (ports.isReady) for (const code of early.current.splice(0)) scan(code)
  }, [ports.isReady, scan])

  useEffect(() => setQuestions(ports.isSold ? stale : withoutStale), [ports.isSold])

  const isKnown = useCallback((code: string) => latest.current.search.byBarcode(code).length > 0, [])

  const answers = useMemo(() => {
    const close = (code: string) => setQuestions((open) => answered(open, code))
    const sell = (question: ScanQuestion, item: Item) => {
      close(question.code)
      latest.current.add(item, 'scan', question.count)
    }
    return {
      choose: sell,
      created: sell,
      sellFree: (question: ScanQuestion) => {
        close(question.code)
        latest.current.addLine({ ...freeLine(newId(), `Item ${question.code}`, question.code, null), quantity: question.count }, 'scan')
      },
      dismiss: close,
    }
  }, [newId])
  return { questions, scan, isKnown, answers }
}

export type Scans = ReturnType<typeof useScans>
