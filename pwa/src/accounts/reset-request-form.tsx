import { Button, TextInput } from '@mantine/core'
import { requestPasswordResetCall } from '@shop/shared/accounts/calls/password.ts'
import { emailSchema } from '@shop/shared/accounts/rules.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import * as z from 'zod/mini'
import { useCall } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { sentenceOf } from '../ui/error-message.ts'
import { useBusy } from '../ui/use-busy.ts'
import { useShopForm } from '../ui/use-shop-form.ts'
import { OfflineNote } from './offline-note.tsx'
import classes from './sign-in.module.css'
import type { SignInWays } from './use-sign-in-ways.ts'

const schema = z.object({ email: emailSchema })
/** Time that the message stays. It is long enough to check the mailbox and come back. */
const SENT_MS = 600_000

type Props = { readonly email: string; readonly onEmail: (email: string) => void; readonly ways: SignInWays }

/** Requests a mail with a link for setting a new password. */
export function ResetRequestForm({ email, onEmail, ways: { mail, isOffline } }: Props) {
  const call = useCall()
  const { props: banner, fail, show } = useBanner()
  const { busy, run } = useBusy()
  const changed = (values: { readonly email: string }) => {
    banner.onClear()
    onEmail(values.email)
  }
  const { form, element, submit, mark } = useShopForm({ initialValues: { email }, schema, onChange: changed })
  const send = submit((values) =>
    run(async () => {
      banner.onClear()
      try {
        await call(requestPasswordResetCall, { body: schema.parse(values) })
        show('Password reset email sent! Check your inbox.')
      } catch (thrown) {
        const sentence = sentenceOf(thrown)
        if (thrown instanceof Refusal && thrown.code === 'USER_NOT_FOUND') mark({ email: sentence })
        else fail(sentence)
      }
    }),
  )
  return (
    <form ref={element} className={classes.form} onSubmit={send} noValidate>
      {isOffline && <OfflineNote />}
      <Banner {...banner} inline clearAfterMs={SENT_MS} />
      <TextInput label="E-mail" type="email" autoComplete="username" inputMode="email" {...form.getInputProps('email')} autoFocus />
      <Button type="submit" fullWidth loading={busy} disabled={isOffline} loaderProps={{ children: 'Sending email...' }} aria-busy={busy}>
        Send reset email
      </Button>
      {!mail && (
        // shown before anybody types an address, so it reveals nothing about any account
        <p className={classes.reason} role="note">
          This shop has no mail server yet: its mails wait with its administrator. If nothing arrives, ask there for your link.
        </p>
      )}
    </form>
  )
}
