import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../sync/api.ts'

const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx'))

/** The way out, for a screen that shows it beside its title. Never abandons what is not sent. */
export function SignOutButton() {
  const { signOut } = useSession()
  const [unsynced, setUnsynced] = useState<number | null>(null)
  const leave = async () => {
    const outcome = await signOut()
    if (!outcome.done) setUnsynced(outcome.unsynced)
  }
  return (
    <>
      <Button variant="default" onClick={() => void leave()}>
        Sign Out
      </Button>
      {unsynced !== null && (
        <Suspense fallback={null}>
          <SignOutDialog unsynced={unsynced} onClose={() => setUnsynced(null)} />
        </Suspense>
      )}
    </>
  )
}
