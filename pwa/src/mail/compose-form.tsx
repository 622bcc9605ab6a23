import { Button, Textarea, TextInput } from '@mantine/core'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { type LoggedMail, sendEmailCall } from '@shop/shared/mail/calls.ts'
import { mailPage } from '@shop/shared/mail/rules/layout.ts'
import { FILL_IN_ALL, htmlOfMessage, MAX_MAIL_MESSAGE, mailFormSchema } from '@shop/shared/mail/rules/mail-form.ts'
import { MAX_MAIL_SUBJECT } from '@shop/shared/mail/schema.ts'
import { IconSend } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { useCall } from '../sync/api.ts'
import { fieldsOf, isAnswer } from '../ui/error-message.ts'
import { FormProblem } from '../ui/form-problem.tsx'
import { Section } from '../ui/page.tsx'
import { SuggestInput } from '../ui/suggest-input.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { useFormIds } from '../ui/use-form-ids.ts'
import { useShopForm } from '../ui/use-shop-form.ts'
import classes from './mail.module.css'
import { MailFrame } from './mail-frame.tsx'
import { emailOf, type Recipient, recipientText, suggestRecipients } from './recipients.ts'

export const NOTHING_WRITTEN = { pickedEmail: '', customEmail: '', subject: '', message: '' }
export type Written = typeof NOTHING_WRITTEN

const schema = z.pipe(
  z.transform((values): unknown => ({ ...(values as Written), email: emailOf(values as Written) })),
  mailFormSchema,
)

type Writing = { readonly initial: Written; readonly onSent: (mail: LoggedMail, written: Written) => void }

/** Validates a mail and sends it. Empty fields share one message and are each marked. */
function useComposeForm({ initial, onSent }: Writing) {
  const call = useCall()
  const ids = useFormIds()
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, run } = useBusy()
  const { form, element, mark } = useShopForm({
    initialValues: initial,
    schema,
    onChange: () => {
      ids.changed()
      setProblem(null)
    },
  })

  const send = async (written: Written) => {
    const { email, subject, message } = mailFormSchema.parse({ ...written, email: emailOf(written) })
    try {
      const { mail } = await call(sendEmailCall, { body: { id: ids.current().rowId, email, subject, htmlContent: htmlOfMessage(message) } })
      onSent(mail, written)
    } catch (thrown) {
      ids.refused(isAnswer(thrown))
      mark(fieldsOf(thrown))
      setProblem(thrown instanceof Refusal && thrown.code !== 'NO_WORDS' ? thrown.message : 'Failed to send email')
    }
  }
  const submit = form.onSubmit(
    (written) => void run(() => send(written)),
    (wrong) => {
      mark(wrong as Record<string, string>)
      const own = Object.values(wrong)
        .map(String)
        .find((message) => message !== FILL_IN_ALL)
      setProblem(own ?? FILL_IN_ALL)
    },
  )
  const errorOf = (field: string): string | boolean | undefined => {
    const message = form.errors[field] as string | undefined
    return message === FILL_IN_ALL ? true : message
  }
  return { form, element, submit, busy, problem, clearProblem: () => setProblem(null), errorOf }
}

type Composing = ReturnType<typeof useComposeForm>

type Props = Writing & { readonly recipients: readonly Recipient[]; readonly shopName: string; readonly isOnline: boolean }

/** Composes a mail to a user or any address, with a preview. */
export function ComposeForm({ recipients, shopName, isOnline, ...writing }: Props) {
  const composing = useComposeForm(writing)
  const { form, element, submit, busy, problem, clearProblem, errorOf } = composing
  const { values } = form
  return (
    <div className={classes.compose}>
      <form ref={element} className={classes.form} onSubmit={submit} noValidate>
        {/* above the fields, because below the first field its suggestions would cover the message */}
        <FormProblem text={problem} onClear={clearProblem} />
        <RecipientFields composing={composing} recipients={recipients} />
        <TextInput
          label="Subject"
          maxLength={MAX_MAIL_SUBJECT}
          autoComplete="off"
          {...form.getInputProps('subject')}
          error={errorOf('subject')}
        />
        <Textarea
          label="Message"
          autosize
          minRows={8}
          maxRows={24}
          maxLength={MAX_MAIL_MESSAGE}
          {...form.getInputProps('message')}
          error={errorOf('message')}
        />
        <div className={classes.send}>
          <Button type="submit" loading={busy} disabled={!isOnline} leftSection={<IconSend size="1.25rem" aria-hidden />}>
            Send Email
          </Button>
          {!isOnline && (
            <span className={classes.muted}>Offline: sending needs a connection to the server. What you write stays here.</span>
          )}
        </div>
      </form>
      <Preview shopName={shopName} to={emailOf(values)} subject={values.subject} message={values.message} />
    </div>
  )
}

type RecipientProps = { readonly composing: Composing; readonly recipients: readonly Recipient[] }

/** Fields for the recipient: a user, or a custom address instead. An invalid address marks the field that it came from. */
function RecipientFields({ composing: { form, errorOf }, recipients }: RecipientProps) {
  const [typed, setTyped] = useState('')
  const picked = recipients.find(({ email }) => email === form.values.pickedEmail) ?? null
  const suggestions = useMemo(() => suggestRecipients(recipients, picked ? '' : typed), [recipients, picked, typed])
  const isCustom = form.values.customEmail.trim() !== ''
  const pick = (email: string) => {
    form.setFieldValue('pickedEmail', email)
    form.clearFieldError('email')
  }
  return (
    <>
      <SuggestInput
        label="Recipient"
        placeholder="Name, username or e-mail of a user"
        value={picked && typed === '' ? recipientText(picked) : typed}
        pickedId={picked?.id ?? null}
        suggestions={suggestions}
        onText={(text) => {
          setTyped(text)
          pick('')
        }}
        onPick={(id) => {
          const recipient = recipients.find((one) => one.id === id)
          if (!recipient) return
          pick(recipient.email)
          setTyped('')
        }}
        nothing="No user found. Enter a custom e-mail address below."
        listLabel="Users"
        error={isCustom ? undefined : errorOf('email')}
      />
      <TextInput
        label="Custom e-mail address"
        description={isCustom && picked ? 'This address is used, not the selected user’s.' : 'Instead of a user'}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('customEmail')}
        onChange={(event) => {
          form.setFieldValue('customEmail', event.currentTarget.value)
          form.clearFieldError('email')
        }}
        error={isCustom ? errorOf('email') : undefined}
      />
    </>
  )
}

function Preview({ shopName, to, subject, message }: { shopName: string; to: string; subject: string; message: string }) {
  const shown = useDeferredValue(message)
  const html = useMemo(() => mailPage(shopName, subject, htmlOfMessage(shown)), [shopName, subject, shown])
  return (
    <Section title="Preview">
      <dl className={classes.facts}>
        <dt>To</dt>
        <dd>
          <bdi>{to || '–'}</bdi>
        </dd>
        <dt>Subject</dt>
        <dd>
          <bdi>{subject || '–'}</bdi>
        </dd>
      </dl>
      <MailFrame html={html} title="Preview of the mail" />
    </Section>
  )
}
