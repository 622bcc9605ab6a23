import { users } from '@shop/shared/accounts/schema.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useDevice, useLive, useLocalSetting, useSyncStatus } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { useQuery } from '../../ui/router.tsx'
import { isWindowOpen } from '../../ui/use-window.ts'

const UsernameDialog = lazy(() => import('./username-dialog.tsx'))

/** How long a person who said Later is left alone on this device. */
const LATER_MS = 24 * 60 * 60_000

/** Whether somebody is in the middle of something that a question would take the keyboard from. */
const isTyping = (): boolean => isWindowOpen() || document.activeElement?.matches('input, textarea, select') === true

/** Asks a person without a username to choose one (spec §2 Consignor dashboard): when it can be chosen, and not again within a day of being put off. */
export function UsernamePrompt({ uid }: { readonly uid: string }) {
  const { nowMs } = useDevice()
  const isNamed = useLive((view) => view.get(users, uid)?.username !== null, [uid])
  const { online, phase, storage } = useSyncStatus()
  const [putOffAtMs, setPutOffAtMs] = useLocalSetting('usernamePutOffAtMs', 0)
  // one question at a time: whoever came to set up a password is asked at the next visit
  const asksForPassword = useQuery().get('setupPassword') === 'true'
  const [isBusyElsewhere] = useState(asksForPassword)
  const [isOpen, setOpen] = useState(false)
  const { props: banner, show } = useBanner()

  // a browser that stores nothing would ask again at every visit
  const isDue = !isNamed && online && phase === 'idle' && storage === 'ok' && !isBusyElsewhere
  useEffect(() => {
    // who types something is asked after a later sync; a clock that was set back does not put it off for ever
    if (isDue && !isTyping() && Math.abs(nowMs() - putOffAtMs) > LATER_MS) setOpen(true)
  }, [isDue, putOffAtMs, nowMs])
  return (
    <>
      <Banner {...banner} />
      {isOpen && (
        <Suspense fallback={null}>
          <UsernameDialog
            own={null}
            closeLabel="Later"
            onClose={() => {
              setPutOffAtMs(nowMs())
              setOpen(false)
            }}
            onDone={() => {
              setOpen(false)
              show('Username set successfully!')
            }}
          />
        </Suspense>
      )}
    </>
  )
}
