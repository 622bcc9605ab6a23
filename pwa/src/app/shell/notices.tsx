import { Button } from '@mantine/core'
import { isUnderWayOn } from '@shop/shared/pos/rules/open-cart.ts'
import { carts } from '@shop/shared/pos/schema.ts'
import { lazy, Suspense } from 'react'
import { useDevice, useLive, useSession, useSyncStatus, useUpdate } from '../../sync/api.ts'
import { Link, usePlace } from '../../ui/router.tsx'
import { Help } from '../help/help.tsx'
import { Notice } from './notice.tsx'
import classes from './notices.module.css'

// lazy, because nothing on the screen waits for this notice
const FactorNotice = lazy(() => import('../../accounts/security/factor-notice.tsx'))

// lazy, because hardly any start of the app shows one of them
const RareNotices = lazy(() => import('./rare-notices.tsx'))

/** Messages of the app above the screen. Each shows while it applies. */
export function Notices() {
  const status = useSyncStatus()
  const { user } = useSession()
  return (
    <div className={classes.notices}>
      {(status.storage !== 'ok' || !status.secureContext || status.startProgress) && (
        <Suspense fallback={null}>
          <RareNotices status={status} />
        </Suspense>
      )}
      {status.signInNeeded && <SignInNotice />}
      {status.trouble && !status.signInNeeded && <Notice tone="warn">{status.trouble.message}</Notice>}
      {user?.role === 'admin' && (
        <Suspense fallback={null}>
          <FactorNotice>
            <FactorMissing />
          </FactorNotice>
        </Suspense>
      )}
      <UpdateNotice />
      <Help />
    </div>
  )
}

/** Leads an admin to the second step that the shop demands. */
function FactorMissing() {
  return (
    <Notice
      tone="warn"
      action={
        <Button component={Link} to="/profile" variant="default">
          Set it up
        </Button>
      }
    >
      This shop asks its admins for a second step when signing in. Until you set one up, some acts are closed to you.
    </Notice>
  )
}

function SignInNotice() {
  const { pathname, search } = usePlace()
  return (
    <Notice
      tone="warn"
      action={
        <Button component={Link} to="/login" state={{ from: pathname + search }} variant="default">
          Sign in
        </Button>
      }
    >
      Sign in to send. Everything is kept on this device until then.
    </Notice>
  )
}

/** Offers a new version, unless an open cart of this device has lines. An update thus never reloads a sale in progress. */
function UpdateNotice() {
  const { deviceId } = useDevice()
  const { ready, apply } = useUpdate()
  const hasOpenCart = useLive((view) => view.all(carts).some((cart) => isUnderWayOn(cart, deviceId())), [])
  if (!ready) return null
  if (hasOpenCart) return <Notice tone="info">A new version is ready. It waits until the open cart is finished.</Notice>
  return (
    <Notice
      tone="info"
      action={
        <Button variant="default" onClick={apply}>
          Update now
        </Button>
      }
    >
      A new version is ready.
    </Notice>
  )
}
