import { useCallback, useMemo, useRef } from 'react'
import { newId } from '../sync/api.ts'

/** The ids of one form: `commandId` of what it sends, `rowId` of what it makes. */
export type FormIds = { readonly commandId: string; readonly rowId: string }

/** Ids minted with the form, not with the click, so that a double tap is one command; renewed at the first change after a refusal (design §4 Outbox). */
export function useFormIds(): { current: () => FormIds; changed: () => void; refused: () => void } {
  const ids = useRef<FormIds | null>(null)
  const spent = useRef(false)
  const current = useCallback(() => {
    ids.current ??= { commandId: newId(), rowId: newId() }
    return ids.current
  }, [])
  const changed = useCallback(() => {
    if (spent.current) ids.current = null
    spent.current = false
  }, [])
  const refused = useCallback(() => {
    spent.current = true
  }, [])
  return useMemo(() => ({ current, changed, refused }), [current, changed, refused])
}
