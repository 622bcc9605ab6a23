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
import { ProviderButtons } from './provider-buttons.tsx'
import classes from './sign-in.module.css'
import type { SignInWays } from './use-sign-in-ways.ts'

const schema = z.object({ displayName: displayNameSchema, email: emailSchema, password: newPasswordSchema })
/** Refusals that are about the e-mail. */
const ON_EMAIL = ['EMAIL_IN_USE', 'INVITATION_OTHER_EMAIL']

type Props = {
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly ways: SignInWays
  /** The secret of the invitation that the person opened, if any. */
  readonly invitation: string | null
  readonly returnPath: string
}

/** Creates an account with name, e-mail and password. */
export function SignUpForm({ email, onEmail, ways, invitation, returnPath }: Props) {
  const { isOffline } = ways
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
        await signUp({ email: address, password, name: displayName, ...(invitation !== null && { invitation }) })
      } catch (thrown) {
        const sentence = sentenceOf(thrown)
        if (thrown instanceof Refusal && ON_EMAIL.includes(thrown.code)) mark({ email: sentence })
        else if (thrown instanceof Refusal && thrown.fields?.password) mark({ password: thrown.fields.password })
        else fail(sentence)
      }
    }),
  )
  return (
    <>
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
      {invitation !== null && <ProviderButtons ways={ways} invitation={invitation} returnPath={returnPath} onFail={fail} />}
    </>
  )
}
