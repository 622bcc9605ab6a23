import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useCallback, useRef, useState } from 'react'

type Asking = {
  /** Asks, and hands the answer over unless a newer question was asked meanwhile; `failed` instead, when the server refused or cannot be reached. */
  readonly ask: <Answer>(question: () => Promise<Answer>, take: (answer: Answer) => void, failed?: () => void) => Promise<void>
  /** Why the last question came to nothing. */
  readonly problem: string | null
  readonly isLoading: boolean
}

/** Questions to the server of which only the newest counts: the pages of a list, by what is searched. */
export function useAsking(): Asking {
  const [problem, setProblem] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(false)
  const asked = useRef(0)
  const ask = useCallback<Asking['ask']>(async (question, take, failed) => {
    const turn = ++asked.current
    setLoading(true)
    try {
      const answer = await question()
      if (turn !== asked.current) return
      setProblem(null)
      take(answer)
    } catch (thrown) {
      if (turn !== asked.current) return
      if (!(thrown instanceof Refusal)) throw thrown
      setProblem(thrown.message)
      failed?.()
    } finally {
      if (turn === asked.current) setLoading(false)
    }
  }, [])
  return { ask, problem, isLoading }
}
