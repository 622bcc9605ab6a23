import { signInWithOneTimeTokenCall } from '@shop/shared/accounts/calls/providers.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCall, useSession } from '../sync/api.ts'
import { Banner } from '../ui/banner.tsx'
import { EntryPage } from '../ui/entry-page.tsx'
import { navigate, usePlace } from '../ui/router.tsx'
import { useTitle } from '../ui/use-title.ts'
import { leadToLogin, takeReturnPath } from './login-place.ts'
import { tellProviderProof } from './proof/provider-window.ts'
import { failureWords, NOT_COMPLETED, type ProviderName } from './provider-words.ts'
import { type SecondStep, SecondStepForm, secondStepOf } from './second-step-form.tsx'
import classes from './sign-in.module.css'

/** Time that a failure stays on screen before the next screen opens, in milliseconds. */
export const SHOWN_MS = 3_000

type Failure = { readonly sentence: string; readonly reason: string | null }

type Call = ReturnType<typeof useCall>
type SignIn = ReturnType<typeof useSession>['signInBy']

/** The one-time token last redeemed, so that it is redeemed only once even if React mounts the screen twice. */
let handedIn: { readonly token: string; readonly done: Promise<void> } | undefined

function signInOnce(token: string, call: Call, signIn: SignIn): Promise<void> {
  if (handedIn?.token !== token) {
    const done = signIn((known) => call(signInWithOneTimeTokenCall, { body: { token, ...known } })).catch((thrown: unknown) => {
      // the sign-in succeeded and only the membership is missing, which another screen handles
      if (!(thrown instanceof Refusal) || thrown.code !== 'MEMBERSHIP_REQUIRED') throw thrown
    })
    handedIn = { token, done }
  }
  return handedIn.done
}

/** `/discord-callback` and `/google-callback`: completes a sign-in when the browser returns from a provider. */
export default function ProviderCallbackScreen() {
  const place = usePlace()
  const [query] = useState(() => new URLSearchParams(place.search))
  return query.get('intent') === 'proof' ? <ProofEnd error={query.get('error')} /> : <SignInEnd />
}

/** Ends a proof in its separate window. Tells the waiting window the outcome and closes this window. */
function ProofEnd({ error }: { readonly error: string | null }) {
  useTitle('Showing that it is you')
  useEffect(() => {
    tellProviderProof(error)
    window.close()
  }, [error])
  return (
    <EntryPage title="Showing that it is you">
      <p className={classes.text} role="status">
        {error === null ? 'Done.' : 'That did not work.'} You can close this window and go back to the shop.
      </p>
    </EntryPage>
  )
}

function SignInEnd() {
  const place = usePlace()
  // the address on arrival, because the effect below removes the token from the present address
  const [{ pathname, search }] = useState(place)
  const provider: ProviderName = pathname.startsWith('/google') ? 'Google' : 'Discord'
  const isLink = new URLSearchParams(search).get('intent') === 'link'
  const { failure, step, goOn: enter } = useOutcome(provider, pathname, search)
  useTitle(`Sign in with ${provider}`)

  const goOn = useCallback(() => {
    if (isLink) navigate('/profile', { replace: true })
    else leadToLogin({ notice: { text: failure?.reason ?? failure?.sentence ?? '', isError: true } })
  }, [failure, isLink])
  useEffect(() => {
    if (!failure) return
    const timer = setTimeout(goOn, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [failure, goOn])

  if (step)
    return (
      <EntryPage title="Second step" subtitle={`${provider} knows you. This account asks for a second step as well.`}>
        <SecondStepForm
          step={step}
          onEnded={(notice) => leadToLogin({ from: takeReturnPath(), ...(notice && { notice }) })}
          onDone={enter}
        />
      </EntryPage>
    )
  return (
    <EntryPage title={isLink ? `Link ${provider}` : `Sign in with ${provider}`}>
      {failure ? (
        <div className={classes.form}>
          <Banner message={{ text: failure.sentence, isError: true }} onClear={goOn} inline />
          {failure.reason !== null && <p className={classes.reason}>{failure.reason}</p>}
        </div>
      ) : (
        <p className={classes.text} role="status">
          Completing {provider} sign-in...
        </p>
      )}
    </EntryPage>
  )
}

type Outcome = { readonly failure: Failure | null; readonly step: SecondStep | null; readonly goOn: () => void }

/** Redeems the token and continues. Returns the failure or the second step, if any, and a function that continues after the second step. */
function useOutcome(provider: ProviderName, pathname: string, search: string): Outcome {
  const { status, signInBy } = useSession()
  const call = useCall()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [step, setStep] = useState<SecondStep | null>(null)
  const isReady = status !== 'loading'
  // `useSession` returns new functions with every state, and signing in changes the state
  const signIn = useRef(signInBy)
  signIn.current = signInBy
  const goOn = useCallback(() => {
    // the membership screen may have replaced this one at the same address
    if (window.location.pathname !== pathname) return
    const isNew = new URLSearchParams(search).get('isNew') === 'true'
    navigate(isNew ? '/dashboard?setupPassword=true' : takeReturnPath(), { replace: true })
  }, [pathname, search])
  useEffect(() => {
    if (!isReady) return
    const query = new URLSearchParams(search)
    const [error, token] = [query.get('error'), query.get('token')]
    navigate(pathname, { replace: true })
    if (error !== null) return setFailure(failureWords(provider, error))
    if (!token) return setFailure({ sentence: 'No authentication token received.', reason: null })
    let isGone = false
    signInOnce(token, call, (ask) => signIn.current(ask))
      .then(goOn)
      .catch((thrown: unknown) => {
        if (isGone) return
        const needed = secondStepOf(thrown)
        if (needed) setStep(needed)
        else setFailure(failureOf(provider, thrown))
      })
    return () => {
      isGone = true
    }
  }, [call, isReady, provider, pathname, search, goOn])
  return { failure, step, goOn }
}

function failureOf(provider: ProviderName, thrown: unknown): Failure {
  // the server's message says why this person may not use the shop
  if (thrown instanceof Refusal && thrown.status === 403) return { sentence: thrown.message || 'Domain access denied', reason: null }
  return { sentence: NOT_COMPLETED[provider], reason: null }
}
