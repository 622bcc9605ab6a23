import { Button } from '@mantine/core'
import { type LoggedMail, openMailCall } from '@shop/shared/mail/calls.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../sync/api.ts'
import classes from './mail.module.css'
import { MailStateTag } from './mail-words.tsx'

const LOOK_MS = 1_500
/** Maximum number of polls. After them only the log shows the state. */
const MAX_LOOKS = 40

/** Latest state of a mail that was just sent, polled while it waits. */
export function useDelivery(mail: LoggedMail | null): LoggedMail | null {
  const call = useCall()
  const [latest, setLatest] = useState(mail)
  useEffect(() => {
    setLatest(mail)
    if (mail?.state !== 'waiting') return
    let timer: ReturnType<typeof setTimeout> | undefined
    let looks = 0
    const look = async () => {
      // a failed poll is followed by the next one
      const now = await call(openMailCall, { params: { id: mail.id } }).catch(() => null)
      if (timer === undefined) return
      if (now) setLatest(now)
      looks += 1
      if ((now?.state ?? 'waiting') === 'waiting' && looks < MAX_LOOKS) timer = setTimeout(() => void look(), LOOK_MS)
    }
    timer = setTimeout(() => void look(), LOOK_MS)
    return () => {
      clearTimeout(timer)
      timer = undefined
    }
  }, [mail, call])
  return latest
}

/** Delivery state of the mail just sent: our server accepted it, but the mail server may still refuse it. */
export function Delivery({ mail: { email, state, lastError }, onEdit }: { readonly mail: LoggedMail; readonly onEdit: () => void }) {
  return (
    <div className={classes.delivery} role={state === 'failed' ? 'alert' : 'status'}>
      <MailStateTag state={state} />
      <span>
        <bdi>{email}</bdi>
        {state === 'kept' && ': no mail server is set up, so the mail is kept under Sent mails.'}
        {(state === 'waiting' || state === 'failed') && lastError && (
          <>
            {': '}
            <bdi>{lastError}</bdi>
          </>
        )}
      </span>
      {state === 'failed' && (
        <Button variant="default" onClick={onEdit}>
          Edit and send again
        </Button>
      )}
    </div>
  )
}
