import { getSetUp } from '@shop/shared/accounts/calls.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { callServer, useSession } from '../sync/api.ts'

/** Leads to /setup while the shop has no admin yet. Without an answer everything stays as it is. */
export function useSetUpRedirect(): void {
  const { status } = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    if (status !== 'signedOut') return
    let isGone = false
    callServer(getSetUp, {})
      .then(({ needed }) => {
        if (needed && !isGone) void navigate('/setup', { replace: true })
      })
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [status, navigate])
}
