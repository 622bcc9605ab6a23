import { Skeleton } from '@mantine/core'
import { shownQuantity } from '@shop/shared/inventory/schema.ts'
import { type Cents, cents, sumCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { METHOD_NAME } from '@shop/shared/payouts/rules/payout-form.ts'
import type { Payout } from '@shop/shared/payouts/schema.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { useMemo } from 'react'
import { ConfirmEmailBanner } from '../../accounts/confirm-email/confirm-email-banner.tsx'
import { UsernamePrompt } from '../../accounts/profile/username-prompt.tsx'
import { useLive } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { counted, grouped } from '../../ui/counted.ts'
import { MoneyText } from '../../ui/money-text.tsx'
import { Page } from '../../ui/page.tsx'
import { Link } from '../../ui/router.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import type { OwnRows } from './changes.ts'
import { ChangesSection } from './changes-section.tsx'
import classes from './dashboard.module.css'
import { DashboardActions } from './dashboard-actions.tsx'
import { DashboardTabs } from './dashboard-tabs.tsx'
import { GoodsSection } from './goods-section.tsx'
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
    <Page title="My Inventory" {...(name === '' ? {} : { subtitle: `Welcome, ${name}` })}>
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
          <GoodsSection uid={uid} items={rows.items} sales={rows.sales} isLoading={isLoading} onMessage={banner.show} />
        </>
      )}
    </Page>
  )
}

type StatsProps = { readonly uid: string; readonly rows: OwnRows; readonly isLoading: boolean }

function Stats({ uid, rows: { items, sales, payouts }, isLoading }: StatsProps) {
  const available: Cents = useLive((view) => view.get(balances, uid)?.availableCents ?? ZERO_CENTS, [uid])
  const { salesCents, soldPieces, paidCents, active, pieces } = useMemo(() => {
    // an edited record shows its own numbers, less what came back
    const standing = sales.filter((sale) => sale.voidedAtMs === null)
    const inStock = items.filter((item) => item.stockCount > 0)
    return {
      salesCents: sumCents(standing.map(({ salePriceCents, refunded }) => cents(salePriceCents - (refunded?.totalCents ?? 0)))),
      soldPieces: standing.reduce((count, { soldQuantity, refunded }) => count + soldQuantity - (refunded?.quantity ?? 0), 0),
      paidCents: sumCents(payouts.filter(({ status }) => status === 'paid').map(({ amountCents }) => amountCents)),
      active: inStock.length,
      pieces: inStock.reduce((count, item) => count + shownQuantity(item), 0),
    }
  }, [items, sales, payouts])
  const underWay = useMemo(() => payouts.filter(({ status }) => status === 'pending'), [payouts])
  return (
    <div className={classes.money} aria-busy={isLoading}>
      <section className={classes.balance} aria-label="Current Balance">
        <div>
          <h2 className={classes.statLabel}>Current Balance</h2>
          <p className={classes.figure}>
            {isLoading ? <Skeleton component="span" display="block" height="1em" width="60%" /> : <MoneyText cents={available} />}
          </p>
          <p className={classes.statNote}>{isLoading ? 'Loading...' : <UnderWay payouts={underWay} />}</p>
        </div>
        <DashboardActions uid={uid} />
      </section>
      <div className={classes.threeStats}>
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
    </div>
  )
}

/** Names the requested payouts, which have left the balance and not yet arrived. */
function UnderWay({ payouts }: { readonly payouts: readonly Payout[] }) {
  const { day } = useMoments()
  const [first] = payouts
  if (!first) return 'Your share of what was sold'
  const since = Math.min(...payouts.map(({ requestedAtMs }) => requestedAtMs))
  return (
    <Link to="/sales-history?tab=payouts" className={classes.statLink}>
      <MoneyText cents={sumCents(payouts.map(({ amountCents }) => amountCents))} /> on its way
      {payouts.length === 1 ? ` to ${first.handle || METHOD_NAME[first.method]}` : ` in ${counted(payouts.length, 'payout')}`}, requested{' '}
      {day(since)}
    </Link>
  )
}
