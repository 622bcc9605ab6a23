import { Skeleton } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import { useSession, useSignInRequired } from '../sync/api.ts'
import { navigate, Redirect, usePlace } from '../ui/router.tsx'
import classes from './guard.module.css'

/** A skeleton shown while the replica opens or a screen's code loads. */
export function LoadingScreen() {
  return (
    <div className={classes.loading} role="status">
      <p className={classes.text}>Loading...</p>
      <Skeleton height={28} width="30%" />
      <Skeleton height={120} />
      <Skeleton height={240} />
    </div>
  )
}

/** Requires a session. `/login` later returns to the requested address. */
export function RequireUser({ children }: { readonly children: ReactNode }) {
  const { status } = useSession()
  const { pathname, search } = usePlace()
  const from = pathname + search
  useSignInRequired(useCallback(() => navigate('/login', { state: { from } }), [from]))
  if (status === 'loading') return <LoadingScreen />
  if (status === 'signedOut') return <Redirect to="/login" state={{ from }} />
  return children
}

/** Requires an admin; others are redirected to their dashboard. */
export function RequireAdmin({ children }: { readonly children: ReactNode }) {
  const { user } = useSession()
  return user?.role === 'admin' ? children : <Redirect to="/dashboard" />
}
