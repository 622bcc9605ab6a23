import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { unturned } from '@shop/shared/kernel/text.ts'
import { type LoggedMail, type OpenedMail, openMailCall } from '@shop/shared/mail/calls.ts'
import { IconSend } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useCall, useLive } from '../sync/api.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { counted } from '../ui/counted.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { useBusy } from '../ui/use-busy.ts'
import classes from './mail.module.css'
import { MailFrame } from './mail-frame.tsx'
import { kindWord, MailStateTag, whenOf } from './mail-words.tsx'

type Props = {
  readonly mail: LoggedMail
  readonly isOnline: boolean
  readonly onResend: (mail: LoggedMail) => Promise<void>
  readonly onClose: () => void
}

export function MailDialog({ mail, isOnline, onResend, onClose }: Props) {
  const author = useAuthor(mail.byUid)
  const { opened, problem } = useOpened(mail)
  const { busy, run } = useBusy()
  const confirm = useConfirm()
  const resend = async () => {
    const isWanted =
      mail.state !== 'sent' ||
      (await confirm({
        title: `Send “${unturned(mail.subject)}” again?`,
        body: (
          <>
            <bdi>{mail.email}</bdi> gets it a second time.
          </>
        ),
        confirmLabel: 'Send again',
        tone: 'neutral',
      }))
    if (isWanted) await onResend(mail)
  }
  return (
    <FormModal title="Mail" onClose={onClose} size="xl">
      <div className={classes.opened}>
        <dl className={classes.facts}>
          <dt>To</dt>
          <dd>
            <bdi>{mail.email}</bdi>
          </dd>
          <dt>Subject</dt>
          <dd>
            <bdi>{mail.subject}</bdi>
          </dd>
          <dt>Written</dt>
          <dd>
            {whenOf(mail.createdAt)} by <bdi>{author}</bdi> · {kindWord(mail.kind)}
          </dd>
          <dt>State</dt>
          <dd>
            <MailStateTag state={mail.state} /> <Outcome mail={mail} />
          </dd>
        </dl>
        {mail.canResend && (
          <div>
            <Button
              loading={busy}
              disabled={!isOnline}
              leftSection={<IconSend size="1.25rem" aria-hidden />}
              onClick={() => void run(resend)}
            >
              Send again
            </Button>
          </div>
        )}
        {problem !== null && <p role="alert">{`Error loading the mail: ${problem}`}</p>}
        {opened === null && problem === null && <Skeleton height={320} role="status" aria-label="Loading" />}
        {opened && <Words mail={opened} />}
        {/* without a tab stop after the mail's frame, Tab would leave the dialog */}
        <div className={classes.close}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </FormModal>
  )
}

/** The outcome as a sentence. The mail server's message is quoted verbatim. */
function Outcome({ mail: { state, attempts, lastError, answer, settledAt, isHeld } }: { readonly mail: LoggedMail }) {
  const tries = counted(attempts, 'attempt')
  if (isHeld)
    return (
      <span className={classes.muted}>
        No address of the shop is confirmed for links in mails. Hand this one on yourself, and confirm the address under Settings.
      </span>
    )
  if (state === 'kept') return <span className={classes.muted}>No mail server was set up.</span>
  if (state === 'sent')
    return (
      <span className={classes.muted}>
        {settledAt && whenOf(settledAt)}
        {attempts > 1 && `, after ${tries}`}
        {answer && <bdi className={classes.said}>{answer}</bdi>}
      </span>
    )
  return (
    <span className={classes.muted}>
      {attempts > 0 && tries}
      {lastError && <bdi className={classes.said}>{lastError}</bdi>}
    </span>
  )
}

function Words({ mail }: { readonly mail: OpenedMail }) {
  const [form, setForm] = useState('seen')
  if (mail.isHidden)
    return (
      <p className={classes.note}>
        This mail held a link for its reader alone. Its words are not shown here, and not kept once it is sent.
      </p>
    )
  return (
    <>
      <SegmentedControl
        aria-label="Form of the mail"
        data={[
          { value: 'seen', label: 'As it is read' },
          { value: 'text', label: 'Plain text' },
        ]}
        value={form}
        onChange={setForm}
      />
      {form === 'seen' ? <MailFrame html={mail.html} title="The mail" /> : <pre className={classes.text}>{mail.text}</pre>}
    </>
  )
}

/** The mail's text, reloaded when its state changes. */
function useOpened({ id, state }: LoggedMail): { opened: OpenedMail | null; problem: string | null } {
  const call = useCall()
  const [opened, setOpened] = useState<OpenedMail | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: sending may have deleted the text
  useEffect(() => {
    let isCurrent = true
    call(openMailCall, { params: { id } }).then(
      (mail) => {
        if (!isCurrent) return
        setOpened(mail)
        setProblem(null)
      },
      (thrown: unknown) => {
        if (!(thrown instanceof Refusal)) throw thrown
        if (isCurrent) setProblem(thrown.message)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [call, id, state])
  return { opened, problem }
}

function useAuthor(byUid: string | null): string {
  const user = useLive((view) => (byUid === null ? undefined : view.get(users, byUid)), [byUid])
  return byUid === null ? 'the shop' : user ? nameOf(user) : 'an admin'
}
