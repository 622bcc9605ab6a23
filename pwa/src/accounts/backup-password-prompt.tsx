import { lazy, Suspense, useEffect, useState } from 'react'
import { Banner, useBanner } from '../ui/banner.tsx'
import { navigate, usePlace, useQuery } from '../ui/router.tsx'

const BackupPasswordModal = lazy(() => import('./backup-password-modal.tsx').then((module) => ({ default: module.BackupPasswordModal })))

/** Opens the backup-password modal when the address contains `setupPassword=true`, and removes the query. */
export function BackupPasswordPrompt() {
  const { pathname } = usePlace()
  const isAsked = useQuery().get('setupPassword') === 'true'
  const [isOpen, setOpen] = useState(isAsked)
  const { props: banner, show } = useBanner()

  useEffect(() => {
    if (!isAsked) return
    setOpen(true)
    navigate(pathname, { replace: true })
  }, [isAsked, pathname])
  const set = () => {
    setOpen(false)
    show('Password set successfully!')
  }
  return (
    <>
      <Banner {...banner} />
      {isOpen && (
        <Suspense fallback={null}>
          <BackupPasswordModal onClose={() => setOpen(false)} onSet={set} />
        </Suspense>
      )}
    </>
  )
}
