import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useCallback, useRef, useState } from 'react'

type Asking = {
  /** Asks, and passes the answer to `take`, unless a newer question is under way. Calls `failed` when the server refuses or is unreachable. */
  readonly ask: <Answer>(question: () => Promise<Answer>, take: (answer: Answer) => void, failed?: () => void) => Promise<void>
  /** Message of the last question's failure. */
  readonly problem: string | null
  readonly isLoading: boolean
}

/** Sends questions to the server and uses only the answer to the newest one, as for a list while its search changes. */
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
