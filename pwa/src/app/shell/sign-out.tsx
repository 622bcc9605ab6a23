import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type LeftBehind, useSession } from '../../sync/api.ts'

const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx'))

/** Signs out, but asks first if work is unsent. The caller renders `question`. */
export function useSignOut(): { readonly leave: () => Promise<void>; readonly question: ReactNode } {
  const { signOut } = useSession()
  const [left, setLeft] = useState<LeftBehind | null>(null)
  const leave = async () => {
    const outcome = await signOut()
    if (!outcome.done) setLeft(outcome)
  }
  const question = left !== null && (
    <Suspense fallback={null}>
      <SignOutDialog left={left} onClose={() => setLeft(null)} />
    </Suspense>
  )
  return { leave, question }
}

/** The sign-out button for a screen that shows it beside its title. */
export function SignOutButton() {
  const { leave, question } = useSignOut()
  return (
    <>
      <Button variant="default" onClick={() => void leave()}>
        Sign Out
      </Button>
      {question}
    </>
  )
}
