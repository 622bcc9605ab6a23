import { useState } from 'react'
import { useSession, useSyncStatus } from '../sync/api.ts'
import { Redirect, usePlace } from '../ui/router.tsx'
import { useTitle } from '../ui/use-title.ts'
import classes from './entry-page.module.css'
import { EntryPage } from './entry-page.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useSetUpRedirect } from './use-set-up-redirect.ts'

/** Where a person goes after signing in: back to where they came from, inside the app. */
function useReturnPath(): string {
  const from = (usePlace().state as { from?: unknown } | null)?.from
  return typeof from === 'string' && /^\/(?!\/)/.test(from) && !from.startsWith('/login') ? from : '/dashboard'
}

/** `/login`: signing in, and making an account (spec §2 Login screen, design §9). */
export default function LoginScreen() {
  const { status, user, lockReason } = useSession()
  const { signInNeeded } = useSyncStatus()
  const [mode, setMode] = useState<'signin' | 'signup'>('signin')
  const [email, setEmail] = useState(user?.email ?? '')
  const returnPath = useReturnPath()
  useTitle(mode === 'signin' ? 'Sign in' : 'Create account')
  useSetUpRedirect()
  if (status === 'signedIn' && !signInNeeded) return <Redirect to={returnPath} />

  const isSignIn = mode === 'signin'
  return (
    <EntryPage
      title={isSignIn ? 'Sign in' : 'Create your account'}
      subtitle={isSignIn ? subtitleOf(signInNeeded) : 'To follow what you sell, and what you are owed.'}
      foot={
        <>
          {isSignIn ? 'New here?' : 'Already registered?'}
          <button type="button" className={classes.switch} onClick={() => setMode(isSignIn ? 'signup' : 'signin')}>
            {isSignIn ? 'Create an account' : 'Sign in instead'}
          </button>
        </>
      }
    >
      {isSignIn ? <SignInForm email={email} onEmail={setEmail} lockReason={lockReason} /> : <SignUpForm email={email} onEmail={setEmail} />}
    </EntryPage>
  )
}

function subtitleOf(signInNeeded: boolean): string {
  return signInNeeded
    ? 'Your sign-in has ended. What was done on this device is kept and sent afterwards.'
    : 'Your stock, sales and balance.'
}
