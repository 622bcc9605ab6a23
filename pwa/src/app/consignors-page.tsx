import { Skeleton } from '@mantine/core'
import { nameOf } from '@shop/shared/accounts/schema.ts'
import { type ComponentType, lazy, Suspense } from 'react'
import { ConsignorsScreen } from '../accounts/administration/consignors-screen.tsx'
import { HistoryView } from '../sales/history-view.tsx'
import { SignOutButton } from './shell/sign-out.tsx'

// without it the accounts are still there
const VisitorCard = lazy<ComponentType>(() => import('../analytics/visitor-card.tsx').catch(() => ({ default: () => null })))

/** `/consignors`, with the way out that spec §2 puts beside its title, each person's history, and the visitors beside the users. */
export default function ConsignorsPage() {
  return (
    <ConsignorsScreen
      signOutButton={<SignOutButton />}
      history={(user) => <HistoryView uid={user.id} name={nameOf(user)} canEdit />}
      overview={
        <Suspense fallback={<Skeleton height={152} />}>
          <VisitorCard />
        </Suspense>
      }
    />
  )
}
