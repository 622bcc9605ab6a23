import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef } from 'react'
import { useSession, useSyncStatus } from '../../sync/api.ts'
import { OFFERS_SYNC_MS, useRegularSync } from '../../trades/use-regular-sync.ts'
import { PRODUCT_NAME } from '../../ui/brand.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { usePlace } from '../../ui/router.tsx'
import { LoadingScreen } from '../guard.tsx'
import { areaOf, currentEntry, entriesOf, NAVIGATION, type NavEntry, screenOf } from '../navigation.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Notices } from './notices.tsx'
import { Rail } from './rail.tsx'
import classes from './shell.module.css'
import { TopBar } from './top-bar.tsx'

// lazy, because no screen reports anything before somebody acts
const Messages = lazy(() => import('../../ui/messages.tsx').catch(() => ({ default: () => null })))

// lazy and optional: no screen waits for it
const Later = lazy(() => import('./later.tsx').catch(() => ({ default: () => null })))

// lazy and optional, because reports of faults must not cost the till's first load
const ReportButton = lazy(() => import('../../faults/report-button.tsx').catch(() => ({ default: () => null })))

/** Frame of every signed-in screen: navigation, sync status, notices, and the screen itself. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const screen = screenOf(usePlace())
  const isAdmin = useSession().user?.role === 'admin'
  const area = areaOf(screen, isAdmin)
  const entries = useMemo(() => entriesOf(area, isAdmin), [area, isAdmin])
  const current = currentEntry(entries, screen)
  const main = useRef<HTMLElement>(null)
  const { listening } = useSyncStatus()
  // syncs regularly while no pokes can arrive, so that the badge of pending offers stays current
  useRegularSync(OFFERS_SYNC_MS, area === 'user' && !listening)
  // subpages and screens outside the navigation set their title with useTitle
  useFreshStart(main, screen, current?.to === screen ? titleOf(current) : undefined)
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
            <Later scroller={main} />
          </Suspense>
          <div className={classes.content}>
            <ErrorBoundary
              resetKey={screen}
              report={(error) => (
                <Suspense fallback={null}>
                  <ReportButton error={error} />
                </Suspense>
              )}
            >
              <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
            </ErrorBoundary>
          </div>
        </main>
      </div>
      <BottomBar entries={entries} current={current} area={area} />
      <Suspense fallback={null}>
        <Messages />
      </Suspense>
    </div>
  )
}

/** Returns a title that distinguishes screens of the same name in the browser's tabs and history. */
function titleOf(entry: NavEntry): string {
  const isTwice = NAVIGATION.some(({ label, to }) => label === entry.label && to !== entry.to)
  return isTwice && entry.area === 'admin' ? `${entry.label}, admin` : entry.label
}

/** Scrolls a new screen to its top, sets the tab's title, and moves the focus to the heading, so that a screen reader announces it. */
function useFreshStart(main: RefObject<HTMLElement | null>, screen: string, label: string | undefined): void {
  // not the current path, because a sign-in leads here without a page load, and the heading must get the focus then too
  const before = useRef(loadedScreen())
  useEffect(() => {
    if (before.current === screen) return
    before.current = screen
    main.current?.scrollTo(0, 0)
    // a focus inside the screen stays, for example on a field that the screen has focused
    if (document.activeElement !== main.current && main.current?.contains(document.activeElement)) return
    const heading = main.current?.querySelector('h1')
    if (heading) heading.tabIndex = -1
    ;(heading ?? main.current)?.focus({ preventScroll: true })
  }, [main, screen])
  useEffect(() => {
    if (label !== undefined) document.title = `${label} · ${PRODUCT_NAME}`
  }, [label])
}

/** The screen at which the document was loaded. */
function loadedScreen(): string {
  const [loaded] = performance.getEntriesByType('navigation')
  return screenOf(loaded ? new URL(loaded.name) : window.location)
}
