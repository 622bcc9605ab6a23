import { getSecondFactorCall } from '@shop/shared/accounts/calls/second-factor.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useCall, useSyncStatus } from '../../sync/api.ts'
import { usePlace } from '../../ui/router.tsx'

/** Shows its children to an admin of whom the shop demands a second step that is not set up yet. */
export default function FactorNotice({ children }: { readonly children: ReactNode }) {
  const call = useCall()
  const { online } = useSyncStatus()
  const { pathname } = usePlace()
  const [isMissing, setMissing] = useState(false)
  const isAsking = online && (isMissing || pathname === '/profile' || pathname === '/dashboard')
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again on the next screen, since the profile may have set it up
  useEffect(() => {
    if (!isAsking) return
    // a failure changes nothing: the next screen asks again
    call(getSecondFactorCall, {}).then(
      ({ isDemanded, hasSecond }) => setMissing(isDemanded && !hasSecond),
      () => undefined,
    )
  }, [call, isAsking, pathname])
  return isMissing ? children : null
}
