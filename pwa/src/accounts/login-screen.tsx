import { type ReactNode, useMemo, useState } from 'react'
import { useSession, useSyncStatus } from '../sync/api.ts'
import { ClosedWorkNote } from '../ui/closed-work-note.tsx'
import { EntryPage } from '../ui/entry-page.tsx'
import { Redirect, usePlace } from '../ui/router.tsx'
import { useTitle } from '../ui/use-title.ts'
import { type LoginState, loginStateOf, returnPathOf } from './login-place.ts'
import { ResetRequestForm } from './reset-request-form.tsx'
import { type SecondStep, SecondStepForm } from './second-step-form.tsx'
import classes from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useSignInWays } from './use-sign-in-ways.ts'

type Mode = 'signin' | 'second' | 'reset' | 'signup'

const TITLES: Readonly<Record<Mode, string>> = {
  signin: 'Sign in',
  second: 'Second step',
  reset: 'Reset your password',
  signup: 'Create your account',
}

/** `/login`: sign-in, password reset request and sign-up. */
export default function LoginScreen({ prompt }: { readonly prompt?: ReactNode }) {
  const { status, user, lockReason } = useSession()
  const { signInNeeded } = useSyncStatus()
  const { state } = usePlace()
  const handed = useMemo(() => loginStateOf(state), [state])
  const [mode, setMode] = useState<Mode>(handed.mode ?? 'signin')
  const [email, setEmail] = useState(handed.email ?? user?.email ?? '')
  const ways = useSignInWays()
  const [step, setStep] = useState<SecondStep>({})
  const [ended, setEnded] = useState<LoginState['notice']>(undefined)
  const notice = useMemo(
    () => (lockReason === null ? (ended ?? handed.notice) : { text: lockReason, isError: true }),
    [lockReason, ended, handed],
  )
  const goToSecondStep = (secondStep: SecondStep) => {
    setStep(secondStep)
    setMode('second')
  }
  const startAgain = (why: LoginState['notice']) => {
    setEnded(why)
    setMode('signin')
  }
  useTitle(TITLES[mode])
  const returnPath = returnPathOf(handed.from)
  if (status === 'signedIn' && !signInNeeded) return <Redirect to={returnPath} />

  const common = { email, onEmail: setEmail }
  return (
    <EntryPage
      key={mode}
      title={TITLES[mode]}
      subtitle={subtitleOf(mode, { signInNeeded, mail: ways.mail })}
      foot={mode !== 'second' && <Foot mode={mode} onMode={setMode} />}
    >
      {mode === 'signin' && (
        <SignInForm
          {...common}
          ways={ways}
          notice={notice}
          returnPath={returnPath}
          onForgot={() => setMode('reset')}
          onSecondStep={goToSecondStep}
        />
      )}
      {mode === 'second' && <SecondStepForm step={step} onEnded={startAgain} />}
      {mode === 'reset' && <ResetRequestForm {...common} ways={ways} />}
      {mode === 'signup' && <SignUpForm {...common} isOffline={ways.isOffline} />}
      {mode === 'signin' && <ClosedWorkNote />}
      {(mode === 'signin' || mode === 'signup') && prompt}
    </EntryPage>
  )
}

/** Links to the other modes. */
function Foot({ mode, onMode }: { readonly mode: Mode; readonly onMode: (mode: Mode) => void }) {
  const to = (next: Mode, label: string) => (
    <button type="button" className={classes.switch} onClick={() => onMode(next)}>
      {label}
    </button>
  )
  if (mode === 'reset') return to('signin', 'Back to sign in')
  return (
    <>
      {mode === 'signin' ? 'New here?' : 'Already registered?'}
      {mode === 'signin' ? to('signup', 'Create an account') : to('signin', 'Sign in instead')}
    </>
  )
}

function subtitleOf(mode: Mode, { signInNeeded, mail }: { readonly signInNeeded: boolean; readonly mail: boolean }): string {
  if (mode === 'reset') return `${mail ? 'We send a link to your mailbox by which' : 'By a link'} you choose a new password.`
  if (mode === 'second') return 'The password is right. This account asks for a second step as well.'
  if (mode === 'signup') return 'To follow what you sell, and what you are owed.'
  return signInNeeded
    ? 'Your sign-in has ended. What was done on this device is kept and sent afterwards.'
    : 'Your stock, sales and balance.'
}
