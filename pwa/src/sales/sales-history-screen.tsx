import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { useLive, useSession } from '../sync/api.ts'
import { Page } from '../ui/page.tsx'
import { navigate, usePlace, useQuery } from '../ui/router.tsx'
import { isHistoryTab } from './history-entries.ts'
import { HistoryView } from './history-view.tsx'

/** `/sales-history`: a consignor's own sales, payouts and shipments. `?tab=` names the initial tab, `?sale=` the sale to trace. */
export default function SalesHistoryScreen() {
  const { user } = useSession()
  const own = useLive((view) => (user ? view.get(users, user.uid) : undefined), [user?.uid])
  const { pathname } = usePlace()
  const query = useQuery()
  if (!user) return null
  const tab = query.get('tab')
  return (
    <Page title="Sales History" subtitle="What was sold, paid out and sent in">
      <HistoryView
        uid={user.uid}
        name={nameOf(own ?? user)}
        canEdit={user.role === 'admin'}
        startTab={isHistoryTab(tab) ? tab : 'all'}
        startSaleId={query.get('sale')}
        // a closed sale stays closed after a reload
        onCloseSale={() => navigate(pathname, { replace: true })}
      />
    </Page>
  )
}
