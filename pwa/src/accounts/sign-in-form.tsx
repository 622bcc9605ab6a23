import { Button, TextInput } from '@mantine/core'
import { emailSchema, givenPasswordSchema } from '@shop/shared/accounts/rules.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useSession } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { sentenceOf } from '../ui/error-message.ts'
import { useBusy } from '../ui/use-busy.ts'
import { useShopForm } from '../ui/use-shop-form.ts'
import type { LoginState } from './login-place.ts'
import { OfflineNote } from './offline-note.tsx'
import { PasswordField } from './password-fields.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import classes from './sign-in.module.css'
import type { SignInWays } from './use-sign-in-ways.ts'

const schema = z.object({ email: emailSchema, password: givenPasswordSchema })
/** A notice from another screen stays until the person types. */
const NOTICE_MS = 600_000

type Props = {
  readonly email: string
  /** Receives each change, so that switching to another form keeps the address. */
  readonly onEmail: (email: string) => void
  readonly ways: SignInWays
  readonly notice: LoginState['notice']
  readonly returnPath: string
  readonly onForgot: () => void
}

/** Signs in by e-mail and password, or by a provider. */
export function SignInForm({ email, onEmail, ways, notice, returnPath, onForgot }: Props) {
  const { signIn } = useSession()
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

  const send = submit((values) =>
    run(async () => {
      banner.onClear()
      try {
        await signIn(emailSchema.parse(values.email), values.password)
      } catch (thrown) {
        const sentence = sentenceOf(thrown)
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
      <ProviderButtons ways={ways} returnPath={returnPath} onFail={fail} />
      <button type="button" className={`${classes.switch} ${classes.forgot}`} onClick={onForgot}>
        Forgot password?
      </button>
    </>
  )
}
