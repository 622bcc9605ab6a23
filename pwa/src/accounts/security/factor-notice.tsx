import { getSecondFactorCall } from '@shop/shared/accounts/calls/second-factor.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useCall, useSession, useSyncStatus } from '../../sync/api.ts'
import { usePlace } from '../../ui/router.tsx'

/** Shows its children to an admin who has not set up the second step that the shop requires. */
export default function FactorNotice({ children }: { readonly children: ReactNode }) {
  const call = useCall()
  const { online, signInNeeded } = useSyncStatus()
  const isAdmin = useSession().user?.role === 'admin'
  const { pathname } = usePlace()
  const [isMissing, setMissing] = useState(false)
  // not while a sign-in is needed: the app makes this call by itself, and its refusal would open the sign-in
  const isAsking = isAdmin && online && !signInNeeded && (isMissing || pathname === '/profile' || pathname === '/dashboard')
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again on the next screen, where a second step may exist by now
  useEffect(() => {
    if (!isAsking) return
    // a failure changes nothing: while the notice shows, the next screen asks again; otherwise the next visit of profile or dashboard does
    call(getSecondFactorCall, {}).then(
      ({ isDemanded, hasSecond }) => setMissing(isDemanded && !hasSecond),
      () => undefined,
    )
  }, [call, isAsking, pathname])
  return isMissing ? children : null
}
