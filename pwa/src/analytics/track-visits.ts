import { storedSession } from '../sync/store/stored-session.ts'
import { onPlaceChange } from '../ui/router.tsx'
import { sendVisit } from './send-visit.ts'

/** A screen counts only if it stays this long, so that redirects and guards do not count. */
const STAYED_MS = 150

let shown = ''
let timer: ReturnType<typeof setTimeout> | undefined

/** Counts a visit of the open screen, and of each screen that opens later. */
export function trackVisits(): void {
  const look = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void count(), STAYED_MS)
  }
  onPlaceChange(look)
  look()
}

async function count(): Promise<void> {
  const { pathname } = window.location
  // the landing page counts its own visits
  if (pathname === shown || pathname === '/') return
  shown = pathname
  await sendVisit(pathname, (await storedSession())?.token ?? null)
}
