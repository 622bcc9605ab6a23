import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'

/** Where the app is. `state` was handed over by whoever led here, and survives a reload. */
export type Place = { readonly pathname: string; readonly search: string; readonly state: unknown }

const readPlace = (): Place => ({
  pathname: window.location.pathname,
  search: window.location.search,
  state: window.history.state as unknown,
})

const listeners = new Set<() => void>()

type Options = { readonly replace?: boolean; readonly state?: unknown }

/** Goes to an address of the app. The screen before it stays until the next one is loaded. */
export function navigate(to: string, { replace = false, state = null }: Options = {}): void {
  if (replace) window.history.replaceState(state, '', to)
  else window.history.pushState(state, '', to)
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change of the address, for as long as the page lives. */
export function onPlaceChange(listener: () => void): void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
}

const PlaceContext = createContext<Place | null>(null)

/** Gives the app its address. Wraps everything once. */
export function Router({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState(readPlace)
  useLayoutEffect(() => {
    const update = () => startTransition(() => setPlace(readPlace()))
    listeners.add(update)
    window.addEventListener('popstate', update)
    return () => {
      listeners.delete(update)
      window.removeEventListener('popstate', update)
    }
  }, [])
  return <PlaceContext value={place}>{children}</PlaceContext>
}

/** Where the app is; renders again when it changes. */
export function usePlace(): Place {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('usePlace works inside Router only')
  return place
}

/** The query of the address. */
export function useQuery(): URLSearchParams {
  const { search } = usePlace()
  return useMemo(() => new URLSearchParams(search), [search])
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Options & { readonly to: string; readonly ref?: Ref<HTMLAnchorElement> }

/** A link to another screen: a real one, for the middle button and the screen reader, that does not load the page anew. */
export function Link({ to, replace, state, onClick, children, ...anchor }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain || (anchor.target !== undefined && anchor.target !== '_self')) return
    event.preventDefault()
    const isHere = to === window.location.pathname + window.location.search
    navigate(to, { replace: replace ?? isHere, state })
  }
  return (
    <a {...anchor} href={to} onClick={follow}>
      {children}
    </a>
  )
}

/** Leads away as soon as it is drawn, and again from an address that came before the screen it leads to was there. */
export function Redirect({ to, state }: { readonly to: string; readonly state?: unknown }) {
  const { pathname, search } = usePlace()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is handed over is read once, with the address
  useEffect(() => navigate(to, { replace: true, state }), [to, pathname, search])
  return null
}
