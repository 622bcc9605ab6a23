import { Button, Group } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useSession, useSyncStatus } from '../../sync/api.ts'
import { recall, remember } from '../../ui/remembered.ts'
import { usePlace } from '../../ui/router.tsx'
import { Notice } from '../shell/notice.tsx'

const HelpLater = lazy(() => import('./help-later.tsx'))

/** Screens on which an offer interrupts no work. The till and forms are not among them. */
const CALM = ['/dashboard', '/admin', '/consignors', '/pos/sales']

const tourKey = (uid: string) => `shop-tour-${uid}`

/** Offers help, one offer at a time. An offer that the person has not answered comes back. */
export function Help() {
  const { user } = useSession()
  return user && <HelpFor key={user.uid} uid={user.uid} isAdmin={user.role === 'admin'} />
}

function HelpFor({ uid, isAdmin }: { readonly uid: string; readonly isAdmin: boolean }) {
  const { pathname } = usePlace()
  const { startProgress } = useSyncStatus()
  const [tour, setTour] = useState<'offered' | 'open' | 'over'>(() => (recall(tourKey(uid)) === null ? 'offered' : 'over'))
  const isCalm = !startProgress && CALM.includes(pathname)
  const answer = (next: 'open' | 'over') => {
    remember(tourKey(uid), 'seen')
    setTour(next)
  }
  return (
    <>
      {/* not lazy, because an offer that appears later would move the screen under a finger */}
      {isCalm && tour === 'offered' && <TourOffer onAnswer={answer} />}
      <Suspense fallback={null}>
        <HelpLater
          isTouring={isCalm && tour === 'open'}
          isAdmin={isAdmin}
          onTourEnd={() => setTour('over')}
          mayOfferInstall={isCalm && tour === 'over'}
        />
      </Suspense>
    </>
  )
}

function TourOffer({ onAnswer }: { readonly onAnswer: (next: 'open' | 'over') => void }) {
  return (
    <Notice
      tone="info"
      action={
        <Group gap="xs">
          <Button onClick={() => onAnswer('open')}>Take the tour</Button>
          <Button variant="default" onClick={() => onAnswer('over')}>
            Not now
          </Button>
        </Group>
      }
    >
      New here? A tour of one minute shows where things are.
    </Notice>
  )
}
