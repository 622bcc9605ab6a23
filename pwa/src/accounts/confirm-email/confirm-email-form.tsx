import { Button, TextInput } from '@mantine/core'
import { EMAIL_PROOF_HOURS, proveEmailCall, requestEmailProofCall } from '@shop/shared/accounts/calls/email-proof.ts'
import { emailCodeSchema } from '@shop/shared/accounts/rules.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useCall } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { errorMessage, fieldsOf } from '../../ui/error-message.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { useSignInWays } from '../use-sign-in-ways.ts'
import classes from './confirm-email.module.css'

const schema = z.object({ code: emailCodeSchema })

type Props = { readonly email: string; readonly onConfirmed: () => void }

/** Asks for the mailed code, and offers to send another mail. */
export default function ConfirmEmailForm({ email, onConfirmed }: Props) {
  const call = useCall()
  const { busy, run } = useBusy()
  const { props: banner, show } = useBanner()
  const { form, element, submit, mark } = useShopForm({ initialValues: { code: '' }, schema, onChange: banner.onClear })
  // a call, not a command: people who still lack a membership cannot queue commands
  const send = submit(({ code }) =>
    run(async () => {
      banner.onClear()
      try {
        await call(proveEmailCall, { body: { code } })
        onConfirmed()
      } catch (thrown) {
        const wrong = fieldsOf(thrown)
        mark(wrong)
        // beside the only field, one message is enough
        if (wrong.code === undefined) show(errorMessage('Error confirming your e-mail: ', thrown))
      }
    }),
  )
  return (
    <div className={classes.parts}>
      <form ref={element} onSubmit={send} noValidate className={classes.line}>
        <TextInput
          label="Six digits of the mail"
          inputMode="numeric"
          autoComplete="one-time-code"
          className={classes.digits}
          // the message above the field leaves the button beside the field
          inputWrapperOrder={['label', 'error', 'input']}
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={busy}>
          Confirm e-mail
        </Button>
      </form>
      <Banner {...banner} inline />
      <AnotherMail email={email} />
    </div>
  )
}

function AnotherMail({ email }: { readonly email: string }) {
  const call = useCall()
  const { mail: hasMailServer } = useSignInWays()
  const { busy, run } = useBusy()
  const { props: banner, show } = useBanner()
  const [isSent, setSent] = useState(false)
  const send = () =>
    run(async () => {
      banner.onClear()
      setSent(false)
      try {
        await call(requestEmailProofCall, {})
        setSent(true)
      } catch (thrown) {
        show(errorMessage('Error sending the mail: ', thrown))
      }
    })
  return (
    <>
      <div className={classes.line}>
        <Button variant="default" loading={busy} onClick={() => void send()}>
          {hasMailServer ? 'Send me the mail' : 'Ask for new digits'}
        </Button>
        <p className={classes.note} role="status">
          {mailNote({ email, isSent, hasMailServer })}
        </p>
      </div>
      <Banner {...banner} inline />
    </>
  )
}

function mailNote({ email, isSent, hasMailServer }: { readonly email: string; readonly isSent: boolean; readonly hasMailServer: boolean }) {
  if (!hasMailServer)
    return isSent
      ? 'Please ask the shop for your new digits. Earlier ones do not work any more.'
      : 'This shop has no mail server yet: your mail waits with its administrator. Please ask there for the digits.'
  return isSent && `A new mail is on its way to ${email}. Its digits work for ${EMAIL_PROOF_HOURS} hours; earlier ones do not.`
}
