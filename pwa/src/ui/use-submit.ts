import { useCallback, useRef, useState } from 'react'
import { type ErrorPrefix, errorMessage, isAnswer } from './error-message.ts'
import { type FormIds, useFormIds } from './use-form-ids.ts'

/** Submits a form; a second submission meanwhile does nothing. `problem` is the message of the last failure, until the next change; `otherwise` means
 *  the same as for `errorMessage`. */
export function useSubmit(prefix: ErrorPrefix, otherwise?: string) {
  const ids = useFormIds()
  const underWay = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = useCallback(
    async (send: (ids: FormIds) => Promise<unknown>): Promise<boolean> => {
      if (underWay.current) return false
      underWay.current = true
      setBusy(true)
      setProblem(null)
      try {
        await send(ids.current())
        return true
      } catch (thrown) {
        ids.refused(isAnswer(thrown))
        setProblem(errorMessage(prefix, thrown, otherwise))
        return false
      } finally {
        underWay.current = false
        setBusy(false)
      }
    },
    [ids, prefix, otherwise],
  )
  const changed = useCallback(() => {
    ids.changed()
    setProblem(null)
  }, [ids])
  const forget = useCallback(() => setProblem(null), [])
  return { submit, changed, busy, problem, forget }
}
