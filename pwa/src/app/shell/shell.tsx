import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import { useSession } from '../../sync/api.ts'
import { PRODUCT_NAME } from '../../ui/brand.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { usePlace } from '../../ui/router.tsx'
import { UndoToasts } from '../../ui/undo-toast.tsx'
import { LoadingScreen } from '../guard.tsx'
import { areaOf, currentEntry, entriesOf } from '../navigation.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Notices } from './notices.tsx'
import { PullToRefresh } from './pull-to-refresh.tsx'
import { Rail } from './rail.tsx'
import classes from './shell.module.css'
import { TopBar } from './top-bar.tsx'

/** The frame of every signed-in screen: navigation, state of sync, what the app has to say, and the screen itself. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { pathname } = usePlace()
  const isAdmin = useSession().user?.role === 'admin'
  const area = areaOf(pathname, isAdmin)
  const entries = entriesOf(area, isAdmin)
  const current = currentEntry(entries, pathname)
  const main = useRef<HTMLElement>(null)
  useFreshStart(main, pathname, current?.label)
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
          <PullToRefresh scroller={main} />
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

/** Another screen starts at its top, is named in the tab, and has the focus, so that a screen reader hears of it. */
function useFreshStart(main: RefObject<HTMLElement | null>, pathname: string, label: string | undefined): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    main.current?.scrollTo(0, 0)
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [main, pathname])
  useEffect(() => {
    // a screen that is in no navigation names itself, by useTitle
    if (label !== undefined) document.title = `${label} · ${PRODUCT_NAME}`
  }, [label])
}
