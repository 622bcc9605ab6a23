import { getSetUpCall } from '@shop/shared/accounts/calls/sign-in.ts'
import { useEffect, useState } from 'react'
import { useCall, useSession } from '../sync/api.ts'
import { navigate } from '../ui/router.tsx'

/** A slow server must not hold up a page that can do without its answer. */
const PATIENCE_MS = 1_000
/** Signing in needs the same server: who is led away from a form that was begun has lost more than who waited. */
export const LONG_PATIENCE_MS = 10_000

/** A shop is set up once: who goes from page to page does not wait again. */
let isKnownSetUp = false

/** Leads to /setup while the shop has no admin yet. Without an answer everything stays as it is. True once it is clear, or no longer waited for, that
 *  the page stays: shown before, it would flash by. */
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
