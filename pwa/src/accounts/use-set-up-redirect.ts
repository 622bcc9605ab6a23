import { getSetUp } from '@shop/shared/accounts/calls/sign-in.ts'
import { useEffect } from 'react'
import { callServer, useSession } from '../sync/api.ts'
import { navigate } from '../ui/router.tsx'

/** Leads to /setup while the shop has no admin yet. Without an answer everything stays as it is. */
export function useSetUpRedirect(): void {
  const { status } = useSession()
  useEffect(() => {
    if (status !== 'signedOut') return
    let isGone = false
    callServer(getSetUp, {})
      .then(({ needed }) => {
        if (needed && !isGone) navigate('/setup', { replace: true })
      })
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [status])
}
