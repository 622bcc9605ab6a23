import { Button, Group } from '@mantine/core'
import { carts } from '@shop/shared/pos/schema.ts'
import { useEffect, useState } from 'react'
import { deviceId, useLive, useSession, useSyncStatus } from '../../sync/api.ts'
import { usePlace } from '../../ui/router.tsx'
import { useInstall } from '../install-offer.ts'
import { PicturesAhead } from '../pictures/pictures-ahead.tsx'
import { Notice } from '../shell/notice.tsx'
import { countUse, declineInstall, isInstallMoment } from './install-moment.ts'
import { InstallSheet } from './install-sheet.tsx'
import { recall, remember } from './remembered.ts'
import { Tour } from './tour.tsx'

/** Screens where there is time for a word: never the till, never a form. */
const CALM = ['/dashboard', '/admin', '/consignors', '/pos/sales']

const tourKey = (uid: string) => `shop-tour-${uid}`

/** What the app does once the screen is there: pictures for later, and help it offers by itself, one at a time and each only until it was answered: the tour to somebody new on this device, and installing to somebody
 *  who has use of it. */
export default function HelpNotices() {
  const { user } = useSession()
  const { pathname } = usePlace()
  const { startProgress } = useSyncStatus()
  if (!user) return null
  return (
    <>
      <PicturesAhead />
      {!startProgress && CALM.includes(pathname) && <Offers key={user.uid} uid={user.uid} isAdmin={user.role === 'admin'} />}
    </>
  )
}

function Offers({ uid, isAdmin }: { readonly uid: string; readonly isAdmin: boolean }) {
  const [isNew, setNew] = useState(() => recall(tourKey(uid)) === null)
  const [isTouring, setTouring] = useState(false)
  const answer = () => {
    remember(tourKey(uid), 'seen')
    setNew(false)
  }
  if (isTouring) return <Tour isAdmin={isAdmin} onClose={() => setTouring(false)} />
  if (!isNew) return <InstallOffer />
  return (
    <Notice
      tone="info"
      action={
        <Group gap="xs">
          <Button
            onClick={() => {
              answer()
              setTouring(true)
            }}
          >
            Take the tour
          </Button>
          <Button variant="default" onClick={answer}>
            Not now
          </Button>
        </Group>
      }
    >
      New here? A tour of one minute shows where things are.
    </Notice>
  )
}

function InstallOffer() {
  const { isInstalled, isApple, install } = useInstall()
  const hasSold = useLive((view) => view.all(carts).some((cart) => cart.status === 'completed' && cart.clientId === deviceId()), [])
  const [days, setDays] = useState(0)
  const [isAnswered, setAnswered] = useState(false)
  const [isExplaining, setExplaining] = useState(false)
  useEffect(() => setDays(countUse(Date.now())), [])
  if (isExplaining) return <InstallSheet onClose={() => setExplaining(false)} />
  const canInstall = install !== null || isApple
  if (isInstalled || isAnswered || !canInstall || !isInstallMoment({ days, hasSold, nowMs: Date.now() })) return null
  const answer = (isNo: boolean) => {
    if (isNo) declineInstall(Date.now())
    setAnswered(true)
  }
  return (
    <Notice
      tone="info"
      action={
        <Group gap="xs">
          <Button
            onClick={() => {
              // whoever was shown how, on an iPhone, is not asked again soon
              answer(install === null)
              if (install) install()
              else setExplaining(true)
            }}
          >
            {install ? 'Install' : 'Show me how'}
          </Button>
          <Button variant="default" onClick={() => answer(true)}>
            Not now
          </Button>
        </Group>
      }
    >
      Install the app: it opens at once, works without network, and keeps its data.
    </Notice>
  )
}
