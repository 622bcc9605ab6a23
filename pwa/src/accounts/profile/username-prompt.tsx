import { users } from '@shop/shared/accounts/schema.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useDevice, useLive, useLocalSetting, useSyncStatus } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { useQuery } from '../../ui/router.tsx'
import { isWindowOpen } from '../../ui/use-window.ts'

const UsernameDialog = lazy(() => import('./username-dialog.tsx'))

/** Pause on this device after a person chose Later. */
const LATER_MS = 24 * 60 * 60_000

/** True while a dialog is open or a field has the focus. The prompt would take the focus away. */
const isTyping = (): boolean => isWindowOpen() || document.activeElement?.matches('input, textarea, select') === true

/** Asks a person without a username to choose one, at most once a day. */
export function UsernamePrompt({ uid }: { readonly uid: string }) {
  const { nowMs } = useDevice()
  const isNamed = useLive((view) => view.get(users, uid)?.username !== null, [uid])
  const { online, phase, storage } = useSyncStatus()
  const [putOffAtMs, setPutOffAtMs] = useLocalSetting('usernamePutOffAtMs', 0)
  // the prompt for a password comes first, and the prompt for a username waits for the next visit
  const asksForPassword = useQuery().get('setupPassword') === 'true'
  const [isBusyElsewhere] = useState(asksForPassword)
  const [isOpen, setOpen] = useState(false)
  const { props: banner, show } = useBanner()

  // a browser that stores nothing would ask at every visit
  const isDue = !isNamed && online && phase === 'idle' && storage === 'ok' && !isBusyElsewhere
  useEffect(() => {
    // a person who is typing is asked after a later sync; a clock that was set back does not postpone the prompt for ever
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
