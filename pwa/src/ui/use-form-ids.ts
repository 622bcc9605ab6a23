import { useCallback, useMemo, useRef } from 'react'
import { useDevice } from '../sync/api.ts'

/** Ids of one form: `commandId` for the command it sends, `rowId` for the row it creates. */
export type FormIds = { readonly commandId: string; readonly rowId: string }

type KeptIds = {
  readonly current: () => FormIds
  readonly changed: () => void
  /** `isAnswered`: a rule refused the command under these ids, and the server would repeat that answer even for a changed form. */
  readonly refused: (isAnswered: boolean) => void
}

/** Ids minted with the form rather than with the click, so that a double tap is one command (law *Once*). They are renewed immediately after a refusal
 *  by a rule, and after any other failure at the next change of the form. */
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
