import { signInWithOneTimeTokenCall } from '@shop/shared/accounts/calls/providers.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCall, useSession } from '../sync/api.ts'
import { Banner } from '../ui/banner.tsx'
import { EntryPage } from '../ui/entry-page.tsx'
import { navigate, usePlace } from '../ui/router.tsx'
import { useTitle } from '../ui/use-title.ts'
import { leadToLogin, takeReturnPath } from './login-place.ts'
import { failureWords, NOT_COMPLETED, type ProviderName } from './provider-words.ts'
import classes from './sign-in.module.css'

/** A failure is shown this long before the screen leads on. */
export const SHOWN_MS = 3_000

type Failure = { readonly sentence: string; readonly reason: string | null }

type Call = ReturnType<typeof useCall>
type SignIn = (token: string) => Promise<void>

/** Each one-time token is handed in once, however often the screen is drawn. */
let handedIn: { readonly token: string; readonly done: Promise<void> } | undefined

function signInOnce(token: string, call: Call, signIn: SignIn): Promise<void> {
  if (handedIn?.token !== token) {
    const done = call(signInWithOneTimeTokenCall, { body: { token } })
      .then((session) => signIn(session.token))
      .catch((thrown: unknown) => {
        // they are signed in and only lack a membership: that has a screen of its own, wherever they go on to
        if (!(thrown instanceof Refusal) || thrown.code !== 'MEMBERSHIP_REQUIRED') throw thrown
      })
    handedIn = { token, done }
  }
  return handedIn.done
}

/** `/discord-callback` and `/google-callback`: completes a sign-in when the browser comes back from a provider. */
export default function ProviderCallbackScreen() {
  const place = usePlace()
  // as it was on arrival: the token leaves the address at once
  const [{ pathname, search }] = useState(place)
  const provider: ProviderName = pathname.startsWith('/google') ? 'Google' : 'Discord'
  const isLink = new URLSearchParams(search).get('intent') === 'link'
  const failure = useOutcome(provider, pathname, search)
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

/** Hands the token in and goes on; answers why that did not work. */
function useOutcome(provider: ProviderName, pathname: string, search: string): Failure | null {
  const { status, signInWithToken } = useSession()
  const call = useCall()
  const [failure, setFailure] = useState<Failure | null>(null)
  const isReady = status !== 'loading'
  // the ways into a session are made again with each of its states, and signing in is one
  const signIn = useRef(signInWithToken)
  signIn.current = signInWithToken
  useEffect(() => {
    if (!isReady) return
    const query = new URLSearchParams(search)
    const [error, token] = [query.get('error'), query.get('token')]
    navigate(pathname, { replace: true })
    if (error !== null) return setFailure(failureWords(provider, error))
    if (!token) return setFailure({ sentence: 'No authentication token received.', reason: null })
    let isGone = false
    const goOn = () => {
      // the screen of the membership may stand here by now in place of this one, at the same address
      if (window.location.pathname !== pathname) return
      navigate(query.get('isNew') === 'true' ? '/dashboard?setupPassword=true' : takeReturnPath(), { replace: true })
    }
    signInOnce(token, call, (session) => signIn.current(session))
      .then(goOn)
      .catch((thrown: unknown) => !isGone && setFailure(failureOf(provider, thrown)))
    return () => {
      isGone = true
    }
  }, [call, isReady, provider, pathname, search])
  return failure
}

function failureOf(provider: ProviderName, thrown: unknown): Failure {
  // the server's own message says why somebody may not use this shop
  if (thrown instanceof Refusal && thrown.status === 403) return { sentence: thrown.message || 'Domain access denied', reason: null }
  return { sentence: NOT_COMPLETED[provider], reason: null }
}
