import { Button } from '@mantine/core'
import { users } from '@shop/shared/accounts/schema.ts'
import { discrepancies, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { type Cents, sumCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { IconAlertTriangle, IconCashRegister, IconPackages, IconSettings } from '@tabler/icons-react'
import { useMemo } from 'react'
import { BackupPasswordPrompt } from '../../accounts/backup-password-prompt.tsx'
import { ConfirmEmailBanner } from '../../accounts/confirm-email/confirm-email-banner.tsx'
import { UsernamePrompt } from '../../accounts/profile/username-prompt.tsx'
import { useLive, useSession } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { counted, grouped } from '../../ui/counted.ts'
import { MoneyText } from '../../ui/money-text.tsx'
import { Page } from '../../ui/page.tsx'
import { Link } from '../../ui/router.tsx'
import { CountBadge } from '../../ui/tag.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import type { OwnRows } from './changes.ts'
import { ChangesSection } from './changes-section.tsx'
import classes from './dashboard.module.css'
import { DashboardActions } from './dashboard-actions.tsx'
import { ItemSearchList } from './item-search-list.tsx'
import { SalesChart } from './sales-chart.tsx'
import { StatCard } from './stat-card.tsx'
import { StockAgeSection } from './stock-age-section.tsx'
import { useHasRows, useOwnRows } from './use-own-rows.ts'

/** `/dashboard`: a consignor's balance, stock and sales, from the replica. */
export default function DashboardScreen() {
  const { user } = useSession()
  const profile = useLive((view) => (user ? view.get(users, user.uid) : undefined), [user?.uid])
  return user ? <Dashboard uid={user.uid} name={(profile ?? user).displayName} isAdmin={user.role === 'admin'} /> : null
}

type Props = { readonly uid: string; readonly name: string; readonly isAdmin: boolean }

function Dashboard({ uid, name, isAdmin }: Props) {
  const rows = useOwnRows(uid)
  const hasRows = useHasRows()
  const banner = useBanner()
  const isLoading = !hasRows && rows.items.length + rows.sales.length === 0
  const { failure } = useLoad('data', rows.items.length + rows.sales.length === 0)
  const isConsignor = !isAdmin || rows.items.length + rows.sales.length > 0
  return (
    <Page title="My Inventory" {...(name === '' ? {} : { subtitle: `Welcome, ${name}` })} actions={<DashboardActions uid={uid} />}>
      <Banner {...banner.props} />
      <UsernamePrompt uid={uid} />
      <BackupPasswordPrompt />
      {!isAdmin && <ConfirmEmailBanner uid={uid} onMessage={banner.show} />}
      {isAdmin && <AdminWork />}
      {failure ?? (
        <>
          <Stats uid={uid} rows={rows} isLoading={isLoading} />
          <ChangesSection rows={rows} hasRows={hasRows} />
          {isConsignor && (
            <div className={classes.insights}>
              <SalesChart sales={rows.sales} isLoading={isLoading} />
              {rows.items.some(({ stockCount }) => stockCount > 0) && <StockAgeSection items={rows.items} />}
            </div>
          )}
          <ItemSearchList uid={uid} items={rows.items} isLoading={isLoading} onMessage={banner.show} />
        </>
      )}
    </Page>
  )
}

type StatsProps = { readonly uid: string; readonly rows: OwnRows; readonly isLoading: boolean }

function Stats({ uid, rows: { items, sales, payouts }, isLoading }: StatsProps) {
  const available: Cents = useLive((view) => view.get(balances, uid)?.availableCents ?? ZERO_CENTS, [uid])
  const { salesCents, soldPieces, paidCents, active, pieces } = useMemo(() => {
    const standing = sales.filter((sale) => sale.voidedAtMs === null)
    const inStock = items.filter((item) => item.stockCount > 0)
    return {
      salesCents: sumCents(standing.map((sale) => sale.salePriceCents)),
      soldPieces: standing.reduce((count, sale) => count + sale.soldQuantity, 0),
      paidCents: sumCents(payouts.filter(({ status }) => status === 'paid').map(({ amountCents }) => amountCents)),
      active: inStock.length,
      pieces: inStock.reduce((count, item) => count + shownQuantity(item), 0),
    }
  }, [items, sales, payouts])
  return (
    <div className={classes.stats} aria-busy={isLoading}>
      <StatCard label="Current Balance" isLoading={isLoading} value={<MoneyText cents={available} />} note="Your share of what was sold" />
      <StatCard label="Active Items" isLoading={isLoading} value={grouped(active)} note={`${counted(pieces, 'piece')} in stock`} />
      <StatCard
        label="Total Sales"
        isLoading={isLoading}
        value={<MoneyText cents={salesCents} />}
        note={`${counted(soldPieces, 'piece')} sold`}
        to="/sales-history"
      />
      <StatCard label="Total Payouts" isLoading={isLoading} value={<MoneyText cents={paidCents} />} note="Paid to you so far" />
    </div>
  )
}

function AdminWork() {
  const open = useLive((view) => view.all(discrepancies).filter((discrepancy) => discrepancy.settledAtMs === null).length, [])
  return (
    <nav className={classes.work} aria-label="Your work">
      <Button component={Link} to="/pos" leftSection={<IconCashRegister size="1.25rem" />}>
        New sale
      </Button>
      <Button component={Link} to="/admin" variant="default" leftSection={<IconPackages size="1.25rem" />}>
        Inventory
      </Button>
      <Button
        component={Link}
        to="/discrepancies"
        variant="default"
        leftSection={<IconAlertTriangle size="1.25rem" />}
        rightSection={<CountBadge count={open} label="open" />}
      >
        Discrepancies
      </Button>
      <Button component={Link} to="/settings" variant="default" leftSection={<IconSettings size="1.25rem" />}>
        Settings
      </Button>
    </nav>
  )
}
