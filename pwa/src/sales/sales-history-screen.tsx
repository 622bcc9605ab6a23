import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { useLive, useSession } from '../sync/api.ts'
import { Page } from '../ui/page.tsx'
import { HistoryView } from './history-view.tsx'

/** `/sales-history`: one's own sales, payouts and shipments. */
export default function SalesHistoryScreen() {
  const { user } = useSession()
  const own = useLive((view) => (user ? view.get(users, user.uid) : undefined), [user?.uid])
  if (!user) return null
  return (
    <Page title="Sales History" subtitle="What was sold, paid out and sent in">
      <HistoryView uid={user.uid} name={nameOf(own ?? user)} canEdit={user.role === 'admin'} />
    </Page>
  )
}
