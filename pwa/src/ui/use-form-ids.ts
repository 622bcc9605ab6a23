import { useCallback, useMemo, useRef } from 'react'
import { useDevice } from '../sync/api.ts'

/** The ids of one form: `commandId` of what it sends, `rowId` of what it makes. */
export type FormIds = { readonly commandId: string; readonly rowId: string }

type KeptIds = {
  readonly current: () => FormIds
  readonly changed: () => void
  /** `isAnswered`: the server said no to these very ids, and would say the same of them again, whatever has changed since. */
  readonly refused: (isAnswered: boolean) => void
}

/** Ids minted with the form, not with the click, so that a double tap is one command; renewed at the first change after a refusal (design §4 Outbox), and at
 *  once after an answer. */
export function useFormIds(): KeptIds {
  const { newId } = useDevice()
  const ids = useRef<FormIds | null>(null)
  const spent = useRef(false)
  const current = useCallback(() => {
    ids.current ??= { commandId: newId(), rowId: newId() }
    return ids.current
  }, [newId])
  const changed = useCallback(() => {
    if (spent.current) ids.current = null
    spent.current = false
  }, [])
  const refused = useCallback((isAnswered: boolean) => {
    if (isAnswered) ids.current = null
    spent.current = !isAnswered
  }, [])
  return useMemo(() => ({ current, changed, refused }), [current, changed, refused])
}
