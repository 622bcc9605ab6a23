import { Button } from '@mantine/core'
import { isUnderWayOn } from '@shop/shared/pos/rules/open-cart.ts'
import { carts } from '@shop/shared/pos/schema.ts'
import { IconCloudDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useDevice, useLive, useSession, useSyncStatus, useUpdate } from '../../sync/api.ts'
import { grouped } from '../../ui/counted.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Link, usePlace } from '../../ui/router.tsx'
import { Help } from '../help/help.tsx'
import { Notice } from './notice.tsx'
import classes from './notices.module.css'

// lazy, because nothing on the screen waits for this notice
const FactorNotice = lazy(() => import('../../accounts/security/factor-notice.tsx'))

/** Messages of the app above the screen. Each shows while it applies. */
export function Notices() {
  const status = useSyncStatus()
  const { user } = useSession()
  return (
    <div className={classes.notices}>
      {status.storage === 'full' && (
        <Notice tone="bad">
          This device has no storage left. Nothing new can be saved until some is freed; the open cart stays as it is.
        </Notice>
      )}
      {status.storage === 'blocked' && (
        <Notice tone="bad">
          This browser does not let the app store anything (a private window?). You can look things up here, but nothing can be sold or
          changed.
        </Notice>
      )}
      {!status.secureContext && (
        <Notice tone="warn">
          This device cannot sell offline here: the address is not secure. Open the shop by https, or on the server itself.
        </Notice>
      )}
      {status.signInNeeded && <SignInNotice />}
      {status.trouble && !status.signInNeeded && <Notice tone="warn">{status.trouble.message}</Notice>}
      {status.startProgress && <FirstSync {...status.startProgress} />}
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

function FirstSync({ rows, of }: { readonly rows: number; readonly of: number }) {
  return (
    <div className={classes.notice} data-tone="info" role="status">
      <IconCloudDown aria-hidden="true" />
      <span className={classes.text}>
        Getting the shop’s data
        {/* hidden from screen readers, which read the progress bar on demand; announcing every step would drown everything else */}
        {of > 0 && <span aria-hidden="true">{`: ${grouped(rows)} of ${grouped(of)}`}</span>}
        <ProgressBar done={rows} of={of} label="First sync" />
      </span>
    </div>
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
