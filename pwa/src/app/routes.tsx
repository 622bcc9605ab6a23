import { type ComponentType, lazy, Suspense } from 'react'
import { useSession } from '../sync/api.ts'
import { usePlace } from '../ui/router.tsx'
import { LoadingScreen, RequireAdmin, RequireUser } from './guard.tsx'
import { Shell } from './shell/shell.tsx'

const NotFound = lazy(() => import('./not-found-screen.tsx'))
const Membership = lazy(() => import('./membership-page.tsx'))

type Route = { readonly Screen: ComponentType; readonly access: 'public' | 'user' | 'admin' }

const screen = (access: Route['access'], load: () => Promise<{ default: ComponentType }>): Route => ({ Screen: lazy(load), access })

/** All addresses of the app. A new screen adds one line here and, if the navigation lists it, one in navigation.ts. */
const ROUTES: Readonly<Record<string, Route>> = {
  '/': screen('public', () => import('./landing/landing-gate.tsx')),
  '/login': screen('public', () => import('./login-page.tsx')),
  '/reset-password': screen('public', () => import('../accounts/reset-password-screen.tsx')),
  '/confirm-email': screen('public', () => import('../accounts/confirm-email/confirm-email-screen.tsx')),
  '/discord-callback': screen('public', () => import('../accounts/provider-callback-screen.tsx')),
  '/google-callback': screen('public', () => import('../accounts/provider-callback-screen.tsx')),
  '/discord-success': screen('public', () => import('../accounts/discord-success-screen.tsx')),
  '/setup': screen('public', () => import('../accounts/set-up-screen.tsx')),
  '/dashboard': screen('user', () => import('./dashboard/dashboard-screen.tsx')),
  '/sales-history': screen('user', () => import('../sales/sales-history-screen.tsx')),
  '/user-shipments': screen('user', () => import('../shipments/user-shipments-screen.tsx')),
  '/marketplace': screen('user', () => import('../trades/marketplace-screen.tsx')),
  '/my-offers': screen('user', () => import('../trades/marketplace-redirect.tsx')),
  '/my-trades': screen('user', () => import('../trades/marketplace-redirect.tsx')),
  '/profile': screen('user', () => import('./profile-page.tsx')),
  '/sync': screen('user', () => import('./status/sync-screen.tsx')),
  '/help/offline': screen('user', () => import('./help/offline-screen.tsx')),
  '/admin': screen('admin', () => import('./inventory-page.tsx')),
  '/admin/import': screen('admin', () => import('../inventory/import/import-screen.tsx')),
  '/admin/image-backfill': screen('admin', () => import('../inventory/backfill/backfill-screen.tsx')),
  '/discrepancies': screen('admin', () => import('../inventory/discrepancies/discrepancies-screen.tsx')),
  '/pos': screen('admin', () => import('../pos/till-screen.tsx')),
  '/pos/sales': screen('admin', () => import('../pos/history/pos-sales-screen.tsx')),
  '/pos/sales/recorded': screen('admin', () => import('../sales/recorded-sales-screen.tsx')),
  '/admin-shipments': screen('admin', () => import('../shipments/admin-shipments-screen.tsx')),
  '/consignors': screen('admin', () => import('./consignors-page.tsx')),
  '/admin-fulfillment': screen('admin', () => import('../trades/fulfillment/fulfillment-screen.tsx')),
  '/email-tool': screen('admin', () => import('../mail/email-tool-screen.tsx')),
  '/payout-requests': screen('admin', () => import('../payouts/payout-requests-screen.tsx')),
  '/settings': screen('admin', () => import('./settings-page.tsx')),
  '/ledger': screen('admin', () => import('../sales/ledger/ledger-screen.tsx')),
  '/audit': screen('admin', () => import('../settings/audit/audit-screen.tsx')),
}

/** Public routes that show the membership screen to people who lack a membership. */
const SIGN_IN_ROUTES: ReadonlySet<string> = new Set(['/login', '/discord-callback', '/google-callback'])

/** The screen of the current address, behind its guard and in its frame. */
export function AppRoutes() {
  const { pathname } = usePlace()
  const { lockCode } = useSession()
  const path = pathname.replace(/(?<=.)\/+$/, '')
  const route = ROUTES[path]
  if (lockCode === 'MEMBERSHIP_REQUIRED' && route && (route.access !== 'public' || SIGN_IN_ROUTES.has(path))) {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <Membership />
      </Suspense>
    )
  }
  if (!route || route.access === 'public') {
    const Screen = route?.Screen ?? NotFound
    return (
      <Suspense fallback={<LoadingScreen />}>
        <Screen />
      </Suspense>
    )
  }
  return (
    <RequireUser>
      <Shell>
        {route.access === 'admin' ? (
          <RequireAdmin>
            <route.Screen />
          </RequireAdmin>
        ) : (
          <route.Screen />
        )}
      </Shell>
    </RequireUser>
  )
}
