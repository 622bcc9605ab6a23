import { lazy, Suspense } from 'react'
import { Outlet, Route, Routes } from 'react-router'
import { LoadingScreen, RequireAdmin, RequireUser } from './guard.tsx'
import { Shell } from './shell/shell.tsx'

const Landing = lazy(() => import('./landing/landing-screen.tsx'))
const NotFound = lazy(() => import('./not-found-screen.tsx'))
const Login = lazy(() => import('../accounts/login-screen.tsx'))
const SetUp = lazy(() => import('../accounts/set-up-screen.tsx'))
const Dashboard = lazy(() => import('./dashboard/dashboard-screen.tsx'))
const SyncScreen = lazy(() => import('./status/sync-screen.tsx'))
const Inventory = lazy(() => import('../inventory/inventory-screen.tsx'))
const ImportItems = lazy(() => import('../inventory/import/import-screen.tsx'))
const Discrepancies = lazy(() => import('../inventory/discrepancies/discrepancies-screen.tsx'))
const Till = lazy(() => import('../pos/till-screen.tsx'))
const PosSales = lazy(() => import('../pos/history/pos-sales-screen.tsx'))
const Settings = lazy(() => import('../settings/settings-screen.tsx'))

function Public() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Outlet />
    </Suspense>
  )
}

/** Every address of the app (spec §2 Route table). */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Public />}>
        <Route path="/" element={<Landing />} />
        <Route path="/login" element={<Login />} />
        <Route path="/setup" element={<SetUp />} />
        <Route path="*" element={<NotFound />} />
      </Route>
      <Route element={<RequireUser />}>
        <Route element={<Shell />}>
          <Route path="/dashboard" element={<Dashboard />} />
          <Route path="/sync" element={<SyncScreen />} />
          <Route element={<RequireAdmin />}>
            <Route path="/admin" element={<Inventory />} />
            <Route path="/admin/import" element={<ImportItems />} />
            <Route path="/discrepancies" element={<Discrepancies />} />
            <Route path="/pos" element={<Till />} />
            <Route path="/pos/sales" element={<PosSales />} />
            <Route path="/settings" element={<Settings />} />
          </Route>
        </Route>
      </Route>
    </Routes>
  )
}
