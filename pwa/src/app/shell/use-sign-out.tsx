import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSession } from '../../sync/api.ts'

const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx'))

/** The way out, which never abandons what is not sent: it asks first. `question` is to be rendered somewhere. */
export function useSignOut(): { readonly leave: () => Promise<void>; readonly question: ReactNode } {
  const { signOut } = useSession()
  const [unsynced, setUnsynced] = useState<number | null>(null)
  const leave = async () => {
    const outcome = await signOut()
    if (!outcome.done) setUnsynced(outcome.unsynced)
  }
  const question = unsynced !== null && (
    <Suspense fallback={null}>
      <SignOutDialog unsynced={unsynced} onClose={() => setUnsynced(null)} />
    </Suspense>
  )
  return { leave, question }
}
