import { shownQuantity } from '@shop/shared/inventory/schema.ts'
import { type Cents, sumCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { useMemo } from 'react'
import { ConfirmEmailBanner } from '../../accounts/confirm-email/confirm-email-banner.tsx'
import { UsernamePrompt } from '../../accounts/profile/username-prompt.tsx'
import { useLive } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { counted, grouped } from '../../ui/counted.ts'
import { MoneyText } from '../../ui/money-text.tsx'
import { Page } from '../../ui/page.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import type { OwnRows } from './changes.ts'
import { ChangesSection } from './changes-section.tsx'
import classes from './dashboard.module.css'
import { DashboardActions } from './dashboard-actions.tsx'
import { DashboardTabs } from './dashboard-tabs.tsx'
import { ItemSearchList } from './item-search-list.tsx'
import { SalesChart } from './sales-chart.tsx'
import { StatCard } from './stat-card.tsx'
import { StockAgeSection } from './stock-age-section.tsx'
import { useHasRows, useOwnRows } from './use-own-rows.ts'

type Props = { readonly uid: string; readonly name: string; readonly isAdmin: boolean }

/** A consignor's balance, stock and sales, from the replica. Admins find their own behind a tab. */
export function MyGoods({ uid, name, isAdmin }: Props) {
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
      {isAdmin ? <DashboardTabs shown="goods" /> : <ConfirmEmailBanner uid={uid} onMessage={banner.show} />}
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
