import { Button, PasswordInput, TextInput } from '@mantine/core'
import { emailSchema, givenPasswordSchema } from '@shop/shared/accounts/rules.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useEffect } from 'react'
import { z } from 'zod'
import { useSession } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { useShopForm } from '../ui/use-shop-form.ts'
import classes from './entry-page.module.css'
import { sentenceOf } from './sentence-of.ts'

const schema = z.object({ email: emailSchema, password: givenPasswordSchema })

type Props = { readonly email: string; readonly onEmail: (email: string) => void; readonly lockReason: string | null }

/** E-mail and password. */
export function SignInForm({ email, onEmail, lockReason }: Props) {
  const { signIn } = useSession()
  const { props: banner, fail } = useBanner()
  const { busy, run } = useBusy()
  const { form, element, submit, mark } = useShopForm({ initialValues: { email, password: '' }, schema, onChange: banner.onClear })

  useEffect(() => {
    if (lockReason !== null) fail(lockReason)
  }, [lockReason, fail])

  const send = submit((values) =>
    run(async () => {
      banner.onClear()
      onEmail(values.email)
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
    <form ref={element} className={classes.form} onSubmit={send} noValidate>
      <Banner {...banner} inline />
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        inputMode="email"
        {...form.getInputProps('email')}
        autoFocus={email === ''}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
        {...form.getInputProps('password')}
      />
      <Button type="submit" fullWidth loading={busy} loaderProps={{ children: 'Signing in...' }} aria-busy={busy}>
        Sign in
      </Button>
    </form>
  )
}
