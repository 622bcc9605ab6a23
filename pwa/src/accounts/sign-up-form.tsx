import { Button, TextInput } from '@mantine/core'
import { displayNameSchema, emailSchema, newPasswordSchema } from '@shop/shared/accounts/rules.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import * as z from 'zod/mini'
import { useSession } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { sentenceOf } from '../ui/error-message.ts'
import { useBusy } from '../ui/use-busy.ts'
import { useShopForm } from '../ui/use-shop-form.ts'
import { OfflineNote } from './offline-note.tsx'
import { NewPasswordField } from './password-fields.tsx'
import classes from './sign-in.module.css'

const schema = z.object({ displayName: displayNameSchema, email: emailSchema, password: newPasswordSchema })

type Props = { readonly email: string; readonly onEmail: (email: string) => void; readonly isOffline: boolean }

/** Creates an account with name, e-mail and password. */
export function SignUpForm({ email, onEmail, isOffline }: Props) {
  const { signUp } = useSession()
  const { props: banner, fail } = useBanner()
  const { busy, run } = useBusy()
  const changed = (values: { readonly email: string }) => {
    banner.onClear()
    onEmail(values.email)
  }
  const { form, element, submit, mark } = useShopForm({
    initialValues: { displayName: '', email, password: '' },
    schema,
    onChange: changed,
  })
  const send = submit((values) =>
    run(async () => {
      banner.onClear()
      const { displayName, email: address, password } = schema.parse(values)
      try {
        await signUp(address, password, displayName)
      } catch (thrown) {
        const sentence = sentenceOf(thrown)
        if (thrown instanceof Refusal && thrown.code === 'EMAIL_IN_USE') mark({ email: sentence })
        else if (thrown instanceof Refusal && thrown.fields?.password) mark({ password: thrown.fields.password })
        else fail(sentence)
      }
    }),
  )
  return (
    <form ref={element} className={classes.form} onSubmit={send} noValidate>
      {isOffline && <OfflineNote />}
      <Banner {...banner} inline />
      <TextInput label="Your name" autoComplete="name" {...form.getInputProps('displayName')} autoFocus />
      <TextInput label="E-mail" type="email" autoComplete="username" inputMode="email" {...form.getInputProps('email')} />
      <NewPasswordField label="Password" {...form.getInputProps('password')} />
      <Button
        type="submit"
        fullWidth
        loading={busy}
        disabled={isOffline}
        loaderProps={{ children: 'Creating your account...' }}
        aria-busy={busy}
      >
        Create account
      </Button>
    </form>
  )
}
