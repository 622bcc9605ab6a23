import type { Call, OutputOf } from '@shop/shared/kernel/define-call.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'
import { sentenceOf } from './error-message.ts'

/** Makes a call without input, and makes it again when the network returns. Returns its answer, or null until it arrives. */
export function useCalled<O>(asked: Call<undefined, undefined, undefined, O>) {
  const call = useCall()
  const { online } = useSyncStatus()
  const [answer, setAnswer] = useState<OutputOf<typeof asked> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const load = useCallback(async () => {
    try {
      setAnswer(await call(asked, {}))
      setProblem(null)
    } catch (thrown) {
      setProblem(sentenceOf(thrown))
    }
  }, [call, asked])
  useEffect(() => {
    if (online) void load()
  }, [online, load])
  return { answer, problem, load, clearProblem: () => setProblem(null) }
}
