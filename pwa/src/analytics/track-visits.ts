import { storedSession } from '../sync/store/stored-session.ts'
import { onPlaceChange } from '../ui/router.tsx'
import { sendVisit } from './send-visit.ts'

/** A screen counts once somebody has stayed for so long: redirects and guards lead through some in no time. */
const STAYED_MS = 150

let shown = ''
let timer: ReturnType<typeof setTimeout> | undefined

/** Counts each screen of the app as it is shown, from now on. */
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
  // the landing page counts itself
  if (pathname === shown || pathname === '/') return
  shown = pathname
  await sendVisit(pathname, (await storedSession())?.token ?? null)
}
