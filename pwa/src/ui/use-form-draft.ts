import { useCallback, useMemo, useState } from 'react'
import { useSession } from '../sync/api.ts'

/** Largest draft that is kept, characters. */
const MAX_DRAFT = 100_000

export type FormDraft<Values> = {
  /** Values to start the form with: those of the draft, or the initial ones. */
  readonly started: Values
  /** True when the form started with a draft. */
  readonly isRestored: boolean
  /** Keeps what is typed; the initial values leave no draft. */
  readonly keep: (values: Values) => void
  /** Forgets the draft, because the form was sent or cancelled, or starts over. */
  readonly drop: () => void
}

/** Keeps what somebody types in a form for as long as this tab lives, until it is sent or cancelled: through Esc, the cross, a reload and a new
 *  sign-in. `name`: the form and the row it edits; null keeps nothing. A draft belongs to its person and to the initial values: once the row has
 *  changed it is ignored. */
export function useFormDraft<Values>(name: string | null, initial: Values): FormDraft<Values> {
  const uid = useSession().user?.uid
  const key = name === null || uid === undefined ? null : `draft ${uid} ${name}`
  const [opened] = useState(() => {
    const from = key === null ? '' : JSON.stringify(initial)
    return { from, kept: key === null ? null : readDraft<Values>(key, from) }
  })
  const [isRestored, setRestored] = useState(opened.kept !== null)
  const drop = useCallback(() => {
    setRestored(false)
    if (key !== null) sessionStorage.removeItem(key)
  }, [key])
  const keep = useCallback(
    (values: Values) => {
      if (key === null) return
      const text = JSON.stringify(values)
      if (text === opened.from || text.length > MAX_DRAFT) return sessionStorage.removeItem(key)
      try {
        sessionStorage.setItem(key, JSON.stringify({ from: opened.from, values }))
      } catch {
        // a tab without space keeps no draft; what is typed stays in the open form
      }
    },
    [key, opened.from],
  )
  const { kept } = opened
  return useMemo(() => ({ started: kept ?? initial, isRestored, keep, drop }), [kept, initial, isRestored, keep, drop])
}

function readDraft<Values>(key: string, from: string): Values | null {
  try {
    const draft: { from: string; values: Values } | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return draft?.from === from ? draft.values : null
  } catch {
    return null
  }
}
