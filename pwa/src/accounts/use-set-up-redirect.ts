import { getSetUpCall } from '@shop/shared/accounts/calls/sign-in.ts'
import { useEffect, useState } from 'react'
import { useCall, useSession } from '../sync/api.ts'
import { navigate } from '../ui/router.tsx'

/** Longest wait on a page that works without the answer. */
const PATIENCE_MS = 1_000
/** Longest wait on the login page. A redirect away from a half-filled form costs more than waiting, and signing in needs the same server. */
export const LONG_PATIENCE_MS = 10_000

/** A shop is set up only once, so a known answer spares later pages the wait. */
let isKnownSetUp = false

/** Redirects to /setup while the shop has no admin. Returns true once the page may show, so that the page does not flash before a redirect. */
export function useSetUpRedirect(patienceMs = PATIENCE_MS): boolean {
  const call = useCall()
  const { status } = useSession()
  const [stays, setStays] = useState(isKnownSetUp)
  useEffect(() => {
    if (status === 'signedIn') setStays(true)
    if (status !== 'signedOut' || isKnownSetUp) return
    let isGone = false
    const stay = () => {
      if (!isGone) setStays(true)
    }
    const timer = setTimeout(stay, patienceMs)
    call(getSetUpCall, {})
      .then(({ needed }) => {
        isKnownSetUp = !needed
        if (!needed) stay()
        else if (!isGone) navigate('/setup', { replace: true })
      })
      .catch(stay)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [call, status, patienceMs])
  return stays
}
