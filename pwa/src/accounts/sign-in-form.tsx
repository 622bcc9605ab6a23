import { Button, TextInput } from '@mantine/core'
import { signInWithPasskeyCall } from '@shop/shared/accounts/calls/passkeys.ts'
import type { PasskeyAnswer as PasskeyUse } from '@shop/shared/accounts/rules/passkeys.ts'
import { emailSchema, givenPasswordSchema } from '@shop/shared/accounts/rules.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useCall, useSession } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { sentenceOf } from '../ui/error-message.ts'
import { useBusy } from '../ui/use-busy.ts'
import { useShopForm } from '../ui/use-shop-form.ts'
import type { LoginState } from './login-place.ts'
import { OfflineNote } from './offline-note.tsx'
import { PasswordField } from './password-fields.tsx'
import { PasskeyAnswer } from './proof/passkey-answer.tsx'
import { offersPasskeys } from './proof/use-passkey.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { type SecondStep, secondStepOf } from './second-step-form.tsx'
import classes from './sign-in.module.css'
import type { SignInWays } from './use-sign-in-ways.ts'

const schema = z.object({ email: emailSchema, password: givenPasswordSchema })
/** Time that a notice from another screen stays, unless the person types earlier. */
const NOTICE_MS = 600_000

type Props = {
  readonly email: string
  /** Receives each change of the e-mail, so that the other forms keep it. */
  readonly onEmail: (email: string) => void
  readonly ways: SignInWays
  readonly invitation: string | null
  readonly notice: LoginState['notice']
  readonly returnPath: string
  readonly onForgot: () => void
  /** Receives the second step when the password is right and the account asks for more. */
  readonly onSecondStep: (step: SecondStep) => void
}

/** Signs in by e-mail and password, by a passkey, or by a provider. */
export function SignInForm({ email, onEmail, ways, invitation, notice, returnPath, onForgot, onSecondStep }: Props) {
  const { signIn, signInBy } = useSession()
  const call = useCall()
  const { props: banner, fail, show } = useBanner()
  const { busy, run } = useBusy()
  const changed = (values: { readonly email: string }) => {
    banner.onClear()
    onEmail(values.email)
  }
  const { form, element, submit, mark } = useShopForm({ initialValues: { email, password: '' }, schema, onChange: changed })

  useEffect(() => {
    if (notice) (notice.isError ? fail : show)(notice.text)
  }, [notice, fail, show])

  const signInByPasskey = async ({ passkey }: { readonly passkey: PasskeyUse }) =>
    signInBy((known) => call(signInWithPasskeyCall, { body: { ...passkey, ...known } }))
  const send = submit((values) =>
    run(async () => {
      banner.onClear()
      try {
        await signIn(emailSchema.parse(values.email), values.password)
      } catch (thrown) {
        const sentence = sentenceOf(thrown)
        const step = secondStepOf(thrown)
        if (step) return onSecondStep(step)
        if (thrown instanceof Refusal && thrown.code === 'WRONG_PASSWORD') mark({ password: sentence })
        else if (thrown instanceof Refusal && thrown.code === 'USER_NOT_FOUND') mark({ email: sentence })
        else fail(sentence)
      }
    }),
  )
  return (
    <>
      <form ref={element} className={classes.form} onSubmit={send} noValidate>
        {ways.isOffline && <OfflineNote />}
        <Banner {...banner} inline clearAfterMs={NOTICE_MS} />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          inputMode="email"
          {...form.getInputProps('email')}
          autoFocus={email === ''}
        />
        <PasswordField label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        <Button
          type="submit"
          fullWidth
          loading={busy}
          disabled={ways.isOffline}
          loaderProps={{ children: 'Signing in...' }}
          aria-busy={busy}
        >
          Sign in
        </Button>
      </form>
      {offersPasskeys() && (
        <div className={classes.providers}>
          <PasskeyAnswer label="Sign in with a passkey" look="default" isDisabled={ways.isOffline} send={signInByPasskey} />
        </div>
      )}
      <ProviderButtons ways={ways} invitation={invitation} returnPath={returnPath} onFail={fail} />
      <button type="button" className={`${classes.switch} ${classes.forgot}`} onClick={onForgot}>
        Forgot password?
      </button>
    </>
  )
}
