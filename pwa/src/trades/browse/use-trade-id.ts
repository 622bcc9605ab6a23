import { useCallback, useRef } from 'react'

/** A random UUIDv4, also where the page is no secure context. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The id of the trade a form asks for: one for each of the form's own ids, so that a second click is the same trade. Random, since a trade's id is shown and
 *  must not say when it was asked for (design §9). */
export function useTradeId(): (formId: string) => string {
  const minted = useRef<{ readonly formId: string; readonly id: string } | null>(null)
  return useCallback((formId) => {
    if (minted.current?.formId !== formId) minted.current = { formId, id: randomId() }
    return minted.current.id
  }, [])
}
