import type { SignUpRule } from '@shop/shared/accounts/rules/sign-up.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { useSession, useSyncStatus } from '../sync/api.ts'
import { ClosedWorkNote } from '../ui/closed-work-note.tsx'
import { EntryPage } from '../ui/entry-page.tsx'
import { Redirect, usePlace } from '../ui/router.tsx'
import { useTitle } from '../ui/use-title.ts'
import { type LoginState, loginStateOf, returnPathOf } from './login-place.ts'
import { OfflineNote } from './offline-note.tsx'
import { ResetRequestForm } from './reset-request-form.tsx'
import { type SecondStep, SecondStepForm } from './second-step-form.tsx'
import classes from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useInvitation } from './use-invitation.ts'
import { useSignInWays } from './use-sign-in-ways.ts'

type Mode = 'signin' | 'second' | 'reset' | 'signup'

const TITLES: Readonly<Record<Mode, string>> = {
  signin: 'Sign in',
  second: 'Second step',
  reset: 'Reset your password',
  signup: 'Create your account',
}

/** `/login`: sign-in with its second step, request of a password reset, and sign-up. */
export default function LoginScreen({ prompt }: { readonly prompt?: ReactNode }) {
  const { status, user, lockReason, ending = null } = useSession()
  const { signInNeeded } = useSyncStatus()
  const { state } = usePlace()
  const handed = useMemo(() => loginStateOf(state), [state])
  const invited = useInvitation()
  const [chosen, setMode] = useState<Mode | null>(handed.mode ?? null)
  const mode = chosen ?? (invited.isGood ? 'signup' : 'signin')
  const [typed, setEmail] = useState(handed.email ?? user?.email ?? null)
  const email = typed ?? invited.email ?? ''
  const ways = useSignInWays()
  const [step, setStep] = useState<SecondStep>({})
  const [ended, setEnded] = useState<LoginState['notice']>(undefined)
  const notice = useMemo(
    () => (lockReason === null ? (ended ?? invited.problem ?? handed.notice) : { text: lockReason, isError: true }),
    [lockReason, ended, invited.problem, handed],
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

  if (invited.isAsking)
    return (
      <EntryPage title="Your invitation">{ways.isOffline ? <OfflineNote /> : <p role="status">Looking at your invitation...</p>}</EntryPage>
    )
  const common = { email, onEmail: setEmail, ways, returnPath, invitation: invited.secret }
  return (
    <EntryPage
      key={mode}
      title={TITLES[mode]}
      subtitle={subtitleOf(mode, { ending: signInNeeded ? 'session' : ending, mail: ways.mail })}
      foot={mode !== 'second' && <Foot mode={mode} signUp={invited.isGood ? 'open' : ways.signUp} onMode={setMode} />}
    >
      {mode === 'signin' && <SignInForm {...common} notice={notice} onForgot={() => setMode('reset')} onSecondStep={goToSecondStep} />}
      {mode === 'second' && <SecondStepForm step={step} onEnded={startAgain} />}
      {mode === 'reset' && <ResetRequestForm email={email} onEmail={setEmail} ways={ways} />}
      {mode === 'signup' && <SignUpForm {...common} />}
      {mode === 'signin' && <ClosedWorkNote />}
      {(mode === 'signin' || mode === 'signup') && prompt}
    </EntryPage>
  )
}

type FootProps = { readonly mode: Mode; readonly signUp: SignUpRule | null; readonly onMode: (mode: Mode) => void }

function Foot({ mode, signUp, onMode }: FootProps) {
  const to = (next: Mode, label: string) => (
    <button type="button" className={classes.switch} onClick={() => onMode(next)}>
      {label}
    </button>
  )
  if (mode === 'reset') return to('signin', 'Back to sign in')
  if (mode === 'signup') return <>Already registered?{to('signin', 'Sign in instead')}</>
  if (signUp === null) return null
  if (signUp === 'off') return 'This shop takes no new accounts.'
  if (signUp === 'invited') return 'New here? Only invited people can create an account: open the link of your invitation.'
  return <>New here?{to('signup', 'Create an account')}</>
}

const ENDINGS = {
  session: 'Your sign-in has ended. What was done on this device is kept and sent afterwards.',
  erased: 'Your data was erased, and this device keeps nothing of it.',
} as const

function subtitleOf(mode: Mode, { ending, mail }: { readonly ending: keyof typeof ENDINGS | null; readonly mail: boolean }): string {
  if (mode === 'reset') return `${mail ? 'We send a link to your mailbox by which' : 'By a link'} you choose a new password.`
  if (mode === 'second') return 'The password is right. This account asks for a second step as well.'
  if (mode === 'signup') return 'To follow what you sell, and what you are owed.'
  return ending === null ? 'Your stock, sales and balance.' : ENDINGS[ending]
}
