import { Button, Group } from '@mantine/core'
import { carts } from '@shop/shared/pos/schema.ts'
import { useEffect, useState } from 'react'
import { useDevice, useLive } from '../../sync/api.ts'
import { useInstall } from '../install-offer.ts'
import { PicturesAhead } from '../pictures/pictures-ahead.tsx'
import { Notice } from '../shell/notice.tsx'
import { countUse, declineInstall, isInstallMoment } from './install-moment.ts'
import { InstallSheet } from './install-sheet.tsx'
import { Tour } from './tour.tsx'

type Props = {
  readonly isTouring: boolean
  readonly isAdmin: boolean
  readonly onTourEnd: () => void
  /** True while the screen allows an offer and no other offer is pending. */
  readonly mayOfferInstall: boolean
}

/** Prefetches pictures, runs the tour, and offers the installation. Loaded after the screen. */
export default function HelpLater({ isTouring, isAdmin, onTourEnd, mayOfferInstall }: Props) {
  return (
    <>
      <PicturesAhead />
      {isTouring && <Tour isAdmin={isAdmin} onClose={onTourEnd} />}
      {mayOfferInstall && <InstallOffer />}
    </>
  )
}

function InstallOffer() {
  const { deviceId } = useDevice()
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
              // on an iPhone, reading the instructions also postpones the next offer
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
