import { useEffect } from 'react'
import { useDevice, useLive, useSession, useSyncStatus } from '../../sync/api.ts'
import { navigate } from '../../ui/router.tsx'
import { waitingFor } from '../navigation.ts'

/** The address that the app's icon opens, as the manifest says. */
const START = '/dashboard'

type LaunchQueue = { setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void }

/** Lives with the system's icon: shows on it how much waits for the person, and follows its shortcuts in the window that is already open. */
export default function InstalledApp() {
  const user = useSession().user
  const { nowMs } = useDevice()
  const { needsAttention } = useSyncStatus()
  const [uid, isAdmin] = [user?.uid ?? '', user?.role === 'admin']
  const waiting = needsAttention + useLive((view) => waitingFor(view, { uid, isAdmin, nowMs }), [uid, isAdmin])

  useEffect(() => {
    // a browser that shows no badges, or not now, refuses: nothing depends on it
    if (waiting > 0) navigator.setAppBadge?.(waiting).catch(() => undefined)
    else clearBadge()
  }, [waiting])
  useEffect(() => clearBadge, [])
  useEffect(followLaunches, [])
  return null
}

const clearBadge = (): void => void navigator.clearAppBadge?.().catch(() => undefined)

/** Opens what a shortcut names. The icon itself only brings the window to the front, where a sale may be under way. */
function followLaunches(): void {
  const queue = (window as { launchQueue?: LaunchQueue }).launchQueue
  queue?.setConsumer(({ targetURL }) => {
    const target = new URL(targetURL ?? START, window.location.origin)
    const to = target.pathname + target.search
    if (target.origin === window.location.origin && to !== START && to !== window.location.pathname + window.location.search) navigate(to)
  })
}
