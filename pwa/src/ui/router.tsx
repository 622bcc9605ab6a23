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

/** Current address. `state` comes from the link that led here and survives a reload. */
export type Place = { readonly pathname: string; readonly search: string; readonly state: unknown }

const readPlace = (): Place => ({
  pathname: window.location.pathname,
  search: window.location.search,
  state: window.history.state as unknown,
})

const listeners = new Set<() => void>()

type Options = { readonly replace?: boolean; readonly state?: unknown }

/** Navigates within the app. The current screen stays until the next one has loaded. */
export function navigate(to: string, { replace = false, state = null }: Options = {}): void {
  if (replace) window.history.replaceState(state, '', to)
  else window.history.pushState(state, '', to)
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change of the address, for the lifetime of the page. */
export function onPlaceChange(listener: () => void): void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
}

const PlaceContext = createContext<Place | null>(null)

/** Provides the address; wraps the app once. */
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

export function usePlace(): Place {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('usePlace works inside Router only')
  return place
}

export function useQuery(): URLSearchParams {
  const { search } = usePlace()
  return useMemo(() => new URLSearchParams(search), [search])
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Options & { readonly to: string; readonly ref?: Ref<HTMLAnchorElement> }

/** A link within the app that does not reload the page. It is a real anchor, for the middle button and screen readers. */
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

/** Navigates on mount, and again when the address changes before the next screen has loaded. */
export function Redirect({ to, state }: { readonly to: string; readonly state?: unknown }) {
  const { pathname, search } = usePlace()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is read once, together with the address
  useEffect(() => navigate(to, { replace: true, state }), [to, pathname, search])
  return null
}
