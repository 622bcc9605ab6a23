import { Button } from '@mantine/core'
import { users } from '@shop/shared/accounts/schema.ts'
import { discrepancies, type Item, items, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { type Cents, sumCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { payouts } from '@shop/shared/payouts/schema.ts'
import { balances, sales } from '@shop/shared/sales/schema.ts'
import { IconAlertTriangle, IconCashRegister, IconPackages, IconSettings } from '@tabler/icons-react'
import { useMemo } from 'react'
import { BackupPasswordPrompt } from '../../accounts/backup-password-prompt.tsx'
import { UsernamePrompt } from '../../accounts/profile/username-prompt.tsx'
import { useLive, useSession } from '../../sync/api.ts'
import { MoneyText } from '../../ui/money-text.tsx'
import { Page } from '../../ui/page.tsx'
import { Link } from '../../ui/router.tsx'
import { CountBadge } from '../../ui/tag.tsx'
import classes from './dashboard.module.css'
import { DashboardActions } from './dashboard-actions.tsx'
import { ItemSearchList } from './item-search-list.tsx'
import { StatCard } from './stat-card.tsx'

/** `/dashboard`: a consignor's balance, stock and sales, from the rows of this device (spec §2 Consignor dashboard). */
export default function DashboardScreen() {
  const { user } = useSession()
  const profile = useLive((view) => (user ? view.get(users, user.uid) : undefined), [user?.uid])
  return user ? <Dashboard uid={user.uid} name={(profile ?? user).displayName} isAdmin={user.role === 'admin'} /> : null
}

type Props = { readonly uid: string; readonly name: string; readonly isAdmin: boolean }

function Dashboard({ uid, name, isAdmin }: Props) {
  const own = useLive((view) => view.where(items, 'consignorId', uid), [uid])
  return (
    <Page title="My Inventory" {...(name === '' ? {} : { subtitle: `Welcome, ${name}` })} actions={<DashboardActions uid={uid} />}>
      <UsernamePrompt uid={uid} />
      <BackupPasswordPrompt />
      {isAdmin && <AdminWork />}
      <Stats uid={uid} own={own} />
      <ItemSearchList items={own} />
    </Page>
  )
}

function Stats({ uid, own }: { readonly uid: string; readonly own: readonly Item[] }) {
  const available: Cents = useLive((view) => view.get(balances, uid)?.availableCents ?? ZERO_CENTS, [uid])
  const lines = useLive((view) => view.where(sales, 'consignorId', uid), [uid])
  const paid: Cents = useLive(
    (view) =>
      sumCents(
        view
          .where(payouts, 'uid', uid)
          .filter(({ status }) => status === 'paid')
          .map(({ amountCents }) => amountCents),
      ),
    [uid],
  )
  const sold = useMemo(() => {
    const standing = lines.filter((sale) => sale.voidedAtMs === null)
    return {
      totalCents: sumCents(standing.map((sale) => sale.salePriceCents)),
      pieces: standing.reduce((count, sale) => count + sale.soldQuantity, 0),
    }
  }, [lines])
  const active = own.filter((item) => item.stockCount > 0)
  const pieces = active.reduce((count, item) => count + shownQuantity(item), 0)
  return (
    <div className={classes.stats}>
      <StatCard label="Current Balance" value={<MoneyText cents={available} />} note="Your share of what was sold" />
      <StatCard label="Active Items" value={active.length.toLocaleString('en-US')} note={`${counted(pieces, 'piece')} in stock`} />
      <StatCard
        label="Total Sales"
        value={<MoneyText cents={sold.totalCents} />}
        note={`${counted(sold.pieces, 'piece')} sold`}
        to="/sales-history"
      />
      <StatCard label="Total Payouts" value={<MoneyText cents={paid} />} note="Paid to you so far" />
    </div>
  )
}

const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`

/** An admin's ways to work. */
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
