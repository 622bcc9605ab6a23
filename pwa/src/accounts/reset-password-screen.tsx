import { Button, Skeleton } from '@mantine/core'
import { checkPasswordResetCall } from '@shop/shared/accounts/calls/password.ts'
import { newPasswordSchema } from '@shop/shared/accounts/rules.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useCall, useSession } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { EntryPage } from '../ui/entry-page.tsx'
import { sentenceOf } from '../ui/error-message.ts'
import { useQuery } from '../ui/router.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { useShopForm } from '../ui/use-shop-form.ts'
import { useTitle } from '../ui/use-title.ts'
import { leadToLogin } from './login-place.ts'
import { DIFFERS_AGAIN, NewPasswordFields, PasswordOwner } from './password-fields.tsx'
import classes from './sign-in.module.css'

type Link =
  | { readonly state: 'checking' }
  | { readonly state: 'dead' }
  | { readonly state: 'good'; readonly email: string }
  | { readonly state: 'unknown'; readonly why: string }

/** `/reset-password?token=…`: opened by a mailed link. */
export default function ResetPasswordScreen() {
  const call = useCall()
  const token = useQuery().get('token') ?? ''
  const [link, setLink] = useState<Link>({ state: token === '' ? 'dead' : 'checking' })
  const [tries, setTries] = useState(0)
  useTitle('Choose a new password')

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (token === '') return
    let isGone = false
    call(checkPasswordResetCall, { body: { token } })
      .then(({ email }) => !isGone && setLink({ state: 'good', email }))
      .catch((thrown: unknown) => {
        if (isGone) return
        const isDead = thrown instanceof Refusal && (thrown.code === 'RESET_LINK_INVALID' || thrown.status === 400)
        setLink(isDead ? { state: 'dead' } : { state: 'unknown', why: sentenceOf(thrown) })
      })
    return () => {
      isGone = true
    }
  }, [call, token, tries])

  if (link.state === 'good') return <NewPassword token={token} email={link.email} onDead={() => setLink({ state: 'dead' })} />
  if (link.state === 'dead') return <DeadLink />
  return (
    <EntryPage title="Choose a new password">
      <div className={classes.form}>
        {link.state === 'checking' ? (
          <>
            <p className={classes.text} role="status">
              Loading...
            </p>
            <Skeleton height={44} />
          </>
        ) : (
          <>
            <Banner message={{ text: link.why, isError: true }} onClear={() => undefined} inline />
            <Button onClick={() => setTries((count) => count + 1)}>Try again</Button>
          </>
        )}
      </div>
    </EntryPage>
  )
}

function DeadLink() {
  return (
    <EntryPage
      title="This link is no longer good"
      subtitle="A link to a new password works once, for an hour, and only the newest one does."
    >
      <div className={classes.form}>
        <Button fullWidth onClick={() => leadToLogin({ mode: 'reset' })}>
          Ask for a new link
        </Button>
        <Button fullWidth variant="default" onClick={() => leadToLogin()}>
          Back to sign in
        </Button>
      </div>
    </EntryPage>
  )
}

const schema = z
  .object({ password: newPasswordSchema, again: z.string() })
  .check(z.refine(({ password, again }) => password === again, DIFFERS_AGAIN))

function NewPassword({ token, email, onDead }: { readonly token: string; readonly email: string; readonly onDead: () => void }) {
  const { refreshProfile, resetPassword } = useSession()
  const { props: banner, fail } = useBanner()
  const { busy, run } = useBusy()
  const { form, element, submit, mark } = useShopForm({ initialValues: { password: '', again: '' }, schema, onChange: banner.onClear })
  const send = submit(({ password }) =>
    run(async () => {
      banner.onClear()
      try {
        await resetPassword(token, password)
        // the reset also ended this device's sign-in, if it was to the same account
        await refreshProfile()
        leadToLogin({ email, notice: { text: 'Your new password is set. Sign in with it.', isError: false } })
      } catch (thrown) {
        if (thrown instanceof Refusal && thrown.code === 'RESET_LINK_INVALID') return onDead()
        const message = thrown instanceof Refusal ? thrown.fields?.newPassword : undefined
        if (message) mark({ password: message })
        else fail(sentenceOf(thrown))
      }
    }),
  )
  return (
    <EntryPage
      title="Choose a new password"
      subtitle={`For ${email}. You will be signed out everywhere else; unsent work stays locked on its device.`}
    >
      <form ref={element} className={classes.form} onSubmit={send} noValidate>
        <Banner {...banner} inline />
        <PasswordOwner email={email} />
        <NewPasswordFields
          label="New password"
          first={{ ...form.getInputProps('password'), autoFocus: true }}
          again={form.getInputProps('again')}
        />
        <Button type="submit" fullWidth loading={busy} loaderProps={{ children: 'Saving...' }} aria-busy={busy}>
          Set new password
        </Button>
      </form>
    </EntryPage>
  )
}
