import { Skeleton } from '@mantine/core'
import { nameOf } from '@shop/shared/accounts/schema.ts'
import { type ComponentType, lazy, Suspense } from 'react'
import { ConsignorsScreen } from '../accounts/administration/consignors-screen.tsx'
import { HistoryView } from '../sales/history-view.tsx'
import { SignOutButton } from './shell/sign-out.tsx'

// if the code of the card fails to load, the accounts still show
const VisitorCard = lazy<ComponentType>(() => import('../analytics/visitor-card.tsx').catch(() => ({ default: () => null })))

/** `/consignors`, with the sign-out button, each person's history, and the visitor statistics. */
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
