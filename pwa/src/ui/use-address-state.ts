import { useCallback, useEffect, useRef, useState } from 'react'
import { navigate, usePlace } from './router.tsx'

/** Pause after a keystroke before the address follows, since browsers limit how often it may change. */
const ADDRESS_PAUSE_MS = 400

/** How a list's search, filters and order stand in the address. Both functions must be the same at every render. */
export type AddressForm<State> = {
  /** Ignores whatever it does not know: anybody can write an address. */
  readonly read: (query: URLSearchParams) => State
  /** The query's parameters; an empty text leaves its parameter out. */
  readonly write: (state: State) => Readonly<Record<string, string>>
}

/** Longest text taken from an address. */
const MAX_TEXT_CHARS = 500

/** The text of a parameter; '' without one. */
export const textIn = (query: URLSearchParams, name: string): string => (query.get(name) ?? '').slice(0, MAX_TEXT_CHARS)

/** The order in an address, `price` or `-price`: a column and its direction, however made up. */
export function orderIn(query: URLSearchParams): { readonly column: string; readonly descending: boolean } {
  const text = query.get('sort') ?? ''
  return { column: text.replace(/^-/, ''), descending: text.startsWith('-') }
}

/** The text that `orderIn` reads. */
export const orderText = (column: string, descending: boolean): string => `${descending ? '-' : ''}${column}`

/** A choice makes an entry of the history, which Back undoes; typing changes the present entry. */
export type AddressChange = 'typed' | 'chosen'

/** Keeps the state of a list in the address, so that a reload, Back and a shared link show the same. The list changes at once, and the address follows.
 *  `round` counts the states that came from outside, by Back or a link: fields that hold typed text of their own start again with each. */
export function useAddressState<State>(form: AddressForm<State>) {
  const { pathname, search } = usePlace()
  const [held, setHeld] = useState(() => ({ state: form.read(new URLSearchParams(search)), search, round: 0 }))
  const [seen, setSeen] = useState(search)
  const write = useAddressWriter(pathname)
  if (search !== seen) {
    setSeen(search)
    // an address that this list has left behind may still arrive
    if (search !== held.search && search === window.location.search)
      setHeld({ state: form.read(new URLSearchParams(search)), search, round: held.round + 1 })
  }
  const change = useCallback(
    (state: State, how: AddressChange = 'chosen') => {
      const next = searchWith(form.write(state))
      setHeld(({ round }) => ({ state, search: next, round }))
      write(next, how)
    },
    [form, write],
  )
  return { state: held.state, round: held.round, change }
}

function searchWith(parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(window.location.search)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  return query.size === 0 ? '' : `?${query}`
}

/** Writes the search of this screen's address: of typing after a pause, of a choice at once, after what was typed before it. */
function useAddressWriter(pathname: string) {
  const due = useRef<{ readonly search: string; readonly timer: ReturnType<typeof setTimeout> } | null>(null)
  const forget = useCallback(() => {
    clearTimeout(due.current?.timer)
    due.current = null
  }, [])
  const put = useCallback(
    (search: string, replace: boolean) => {
      const { location, history } = window
      // while the next screen loads, this one is still there
      if (location.pathname !== pathname || location.search === search) return
      navigate(pathname + search, { replace, state: replace ? history.state : null })
    },
    [pathname],
  )
  useEffect(() => {
    // Back, during the pause
    window.addEventListener('popstate', forget)
    return () => {
      window.removeEventListener('popstate', forget)
      forget()
    }
  }, [forget])
  return useCallback(
    (search: string, how: AddressChange) => {
      const typed = due.current
      forget()
      if (how === 'typed') {
        const timer = setTimeout(() => {
          due.current = null
          put(search, true)
        }, ADDRESS_PAUSE_MS)
        due.current = { search, timer }
        return
      }
      if (typed) put(typed.search, true)
      put(search, false)
    },
    [forget, put],
  )
}
