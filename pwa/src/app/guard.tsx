import { Skeleton } from '@mantine/core'
import { useCallback } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { useSession, useSignInRequired } from '../sync/api.ts'
import classes from './guard.module.css'

/** What stands while the device opens its data or a screen is loaded: the spec's text, and the outline of a page. */
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

/** Screens for signed-in people (spec §2 Guard). `/login` brings them back to where they wanted to be. */
export function RequireUser() {
  const { status } = useSession()
  const location = useLocation()
  const navigate = useNavigate()
  const from = location.pathname + location.search
  useSignInRequired(useCallback(() => void navigate('/login', { state: { from } }), [navigate, from]))
  if (status === 'loading') return <LoadingScreen />
  if (status === 'signedOut') return <Navigate to="/login" replace state={{ from }} />
  return <Outlet />
}

/** Screens for admins; others go to their dashboard (spec §2 Guard). */
export function RequireAdmin() {
  const { user } = useSession()
  return user?.role === 'admin' ? <Outlet /> : <Navigate to="/dashboard" replace />
}
