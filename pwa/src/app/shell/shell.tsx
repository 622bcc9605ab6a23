import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import { useSession, useSyncStatus } from '../../sync/api.ts'
import { OFFERS_SYNC_MS, useRegularSync } from '../../trades/use-regular-sync.ts'
import { PRODUCT_NAME } from '../../ui/brand.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { usePlace } from '../../ui/router.tsx'
import { UndoToasts } from '../../ui/undo-toast.tsx'
import { LoadingScreen } from '../guard.tsx'
import { areaOf, currentEntry, entriesOf, NAVIGATION, type NavEntry } from '../navigation.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Notices } from './notices.tsx'
import { Rail } from './rail.tsx'
import classes from './shell.module.css'
import { TopBar } from './top-bar.tsx'

// a gesture may come after the screen, and a shell whose gesture did not load still stands
const PullToRefresh = lazy(() => import('./pull-to-refresh.tsx').catch(() => ({ default: () => null })))

/** The frame of every signed-in screen: navigation, state of sync, what the app has to say, and the screen itself. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { pathname } = usePlace()
  const isAdmin = useSession().user?.role === 'admin'
  const area = areaOf(pathname, isAdmin)
  const entries = entriesOf(area, isAdmin)
  const current = currentEntry(entries, pathname)
  const main = useRef<HTMLElement>(null)
  const { listening } = useSyncStatus()
  // keeps the count of pending offers current where no pokes come
  useRegularSync(OFFERS_SYNC_MS, area === 'user' && !listening)
  // a screen below an entry's, or in no navigation, names itself by useTitle
  useFreshStart(main, pathname, current?.to === pathname ? titleOf(current) : undefined)
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <Rail entries={entries} current={current} area={area} />
      <TopBar />
      <div className={classes.middle}>
        <Notices />
        <main ref={main} id="content" className={classes.main} data-scroll-root tabIndex={-1}>
          <Suspense fallback={null}>
            <PullToRefresh scroller={main} />
          </Suspense>
          <div className={classes.content}>
            <ErrorBoundary resetKey={pathname}>
              <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
            </ErrorBoundary>
          </div>
        </main>
      </div>
      <BottomBar entries={entries} current={current} area={area} />
      <UndoToasts />
    </div>
  )
}

/** Two screens of the same name are told apart in the browser's tabs and history. */
function titleOf(entry: NavEntry): string {
  const isTwice = NAVIGATION.some(({ label, to }) => label === entry.label && to !== entry.to)
  return isTwice && entry.area === 'admin' ? `${entry.label}, admin` : entry.label
}

/** Another screen starts at its top, is named in the tab, and has the focus on its heading, so that a screen reader says where it is. */
function useFreshStart(main: RefObject<HTMLElement | null>, pathname: string, label: string | undefined): void {
  // whoever signed in came here without a load of the page, and without a focus
  const before = useRef(loadedPath())
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    main.current?.scrollTo(0, 0)
    // what has the focus within, such as a field the screen itself chose, keeps it
    if (document.activeElement !== main.current && main.current?.contains(document.activeElement)) return
    const heading = main.current?.querySelector('h1')
    if (heading) heading.tabIndex = -1
    ;(heading ?? main.current)?.focus({ preventScroll: true })
  }, [main, pathname])
  useEffect(() => {
    if (label !== undefined) document.title = `${label} · ${PRODUCT_NAME}`
  }, [label])
}

/** The address the page itself was loaded at. */
function loadedPath(): string {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded ? new URL(loaded.name).pathname : window.location.pathname
}
