import { Button, Skeleton } from '@mantine/core'
import { EMAIL_PROOF_HOURS, type Proved, proveEmailByLinkCall } from '@shop/shared/accounts/calls/email-proof.ts'
import { givenPasswordSchema } from '@shop/shared/accounts/rules.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useCall, useSession } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { EntryPage } from '../../ui/entry-page.tsx'
import { sentenceOf } from '../../ui/error-message.ts'
import { navigate, useQuery } from '../../ui/router.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { useTitle } from '../../ui/use-title.ts'
import { leadToLogin } from '../login-place.ts'
import { PasswordField } from '../password-fields.tsx'
import classes from '../sign-in.module.css'

type Outcome = Proved | { readonly state: 'checking' | 'old' | 'password' } | { readonly state: 'unknown'; readonly why: string }

/** `/confirm-email?token=…`: opened by a mailed link, on any device. */
export default function ConfirmEmailScreen() {
  const call = useCall()
  const { status, refreshProfile } = useSession()
  const token = useQuery().get('token') ?? ''
  const [outcome, setOutcome] = useState<Outcome>({ state: token === '' ? 'old' : 'checking' })
  const [tries, setTries] = useState(0)
  useTitle('Confirm your e-mail')

  // confirming the e-mail opens the app for somebody whose membership waited for it
  const proved = useCallback(
    (answer: Proved) => {
      setOutcome(answer)
      void refreshProfile()
    },
    [refreshProfile],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    // a session of this account makes the password unnecessary, so wait until the session is loaded
    if (token === '' || status === 'loading' || outcome.state === 'confirmed' || outcome.state === 'already') return
    let isGone = false
    call(proveEmailByLinkCall, { body: { token } })
      .then((answer) => !isGone && proved(answer))
      .catch((thrown: unknown) => !isGone && setOutcome(outcomeOf(thrown)))
    return () => {
      isGone = true
    }
  }, [call, token, tries, status === 'loading'])

  if (outcome.state === 'confirmed' || outcome.state === 'already') return <Done {...outcome} />
  if (outcome.state === 'password') return <OwnPassword token={token} onProved={proved} onOld={() => setOutcome({ state: 'old' })} />
  if (outcome.state === 'old') return <OldLink />
  return (
    <EntryPage title="Confirm your e-mail">
      <div className={classes.form}>
        {outcome.state !== 'unknown' ? (
          <>
            <p className={classes.text} role="status">
              Loading...
            </p>
            <Skeleton height={44} />
          </>
        ) : (
          <>
            <Banner message={{ text: outcome.why, isError: true }} onClear={() => undefined} inline />
            <Button onClick={() => setTries((count) => count + 1)}>Try again</Button>
          </>
        )}
      </div>
    </EntryPage>
  )
}

function outcomeOf(thrown: unknown): Outcome {
  if (thrown instanceof Refusal && (thrown.code === 'EMAIL_LINK_OLD' || thrown.status === 400)) return { state: 'old' }
  if (thrown instanceof Refusal && thrown.code === 'EMAIL_LINK_NEEDS_PASSWORD') return { state: 'password' }
  return { state: 'unknown', why: sentenceOf(thrown) }
}

function Done({ email, state }: Proved) {
  const { user } = useSession()
  return (
    <EntryPage
      title={state === 'confirmed' ? 'Your e-mail is confirmed' : 'This e-mail is confirmed already'}
      subtitle={state === 'confirmed' ? <bdi>{email}</bdi> : `This link was used before, or ${email} was confirmed in another way.`}
    >
      <div className={classes.form}>
        {user ? (
          <Button fullWidth onClick={() => navigate('/dashboard', { replace: true })}>
            Go to the dashboard
          </Button>
        ) : (
          <Button fullWidth onClick={() => leadToLogin({ email })}>
            Sign in
          </Button>
        )}
      </div>
    </EntryPage>
  )
}

function OldLink() {
  const { user } = useSession()
  return (
    <EntryPage
      title="This link is too old"
      subtitle={`A link works for ${EMAIL_PROOF_HOURS} hours, and only the one of the newest mail does. Another mail can be sent from your profile.`}
    >
      <div className={classes.form}>
        {user ? (
          <Button fullWidth onClick={() => navigate('/profile', { replace: true })}>
            Go to the profile
          </Button>
        ) : (
          <Button fullWidth onClick={() => leadToLogin({ from: '/profile' })}>
            Sign in
          </Button>
        )}
      </div>
    </EntryPage>
  )
}

const schema = z.object({ password: givenPasswordSchema })

type PasswordProps = { readonly token: string; readonly onProved: (answer: Proved) => void; readonly onOld: () => void }

/** Asks for the password of the account when nobody is signed in to the account on this device. */
function OwnPassword({ token, onProved, onOld }: PasswordProps) {
  const call = useCall()
  const { props: banner, fail } = useBanner()
  const { busy, run } = useBusy()
  const { form, element, submit, mark } = useShopForm({ initialValues: { password: '' }, schema, onChange: banner.onClear })
  const send = submit(({ password }) =>
    run(async () => {
      banner.onClear()
      try {
        onProved(await call(proveEmailByLinkCall, { body: { token, password } }))
      } catch (thrown) {
        if (thrown instanceof Refusal && thrown.code === 'EMAIL_LINK_OLD') return onOld()
        const message = thrown instanceof Refusal ? thrown.fields?.password : undefined
        if (message) mark({ password: message })
        else fail(sentenceOf(thrown))
      }
    }),
  )
  return (
    <EntryPage
      title="Confirm your e-mail"
      subtitle="Please enter the password you chose when you made the account. If you made none, close this page: nothing happens without you."
    >
      <form ref={element} className={classes.form} onSubmit={send} noValidate>
        <Banner {...banner} inline />
        <PasswordField label="Password" autoComplete="current-password" {...form.getInputProps('password')} autoFocus />
        <Button type="submit" fullWidth loading={busy} loaderProps={{ children: 'Checking...' }} aria-busy={busy}>
          Confirm e-mail
        </Button>
        <Button fullWidth variant="default" onClick={() => leadToLogin({ mode: 'reset' })}>
          I do not know the password
        </Button>
      </form>
    </EntryPage>
  )
}
