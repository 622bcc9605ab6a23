import './landing.css'
import { sendVisit } from '../../analytics/send-visit.ts'
import { storedSession } from '../../sync/store/stored-session.ts'
import { runTicker } from './ticker.ts'

/** Prefetches the app only when a pointer, finger or focus first reaches a link to it, because most visitors never sign in. `data-app`: the files
 *  that the app's page loads first. */
function fetchAppOnIntent(): void {
  const files = document.body.dataset.app?.split(' ') ?? []
  const fetchApp = (event: Event) => {
    if (!(event.target as Element).closest?.('a[href="/login"], a[href="/dashboard"]')) return
    for (const type of INTENTS) document.removeEventListener(type, fetchApp)
    for (const href of files) document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }))
  }
  for (const type of INTENTS) document.addEventListener(type, fetchApp, { passive: true })
}
const INTENTS = ['pointerover', 'touchstart', 'focusin'] as const

/** Shows the page for a signed-in or a signed-out visitor. Runs again for a page from the back-forward cache, because such a page may be older than
 *  the session. */
async function showSession(): Promise<string | null> {
  const session = await storedSession()
  document.documentElement.toggleAttribute('data-signed-in', session !== null)
  return session?.token ?? null
}

fetchAppOnIntent()
void runTicker()
void showSession().then((token) => sendVisit('/', token))
addEventListener('pageshow', (event) => event.persisted && void showSession())
