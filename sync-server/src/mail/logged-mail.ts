import type { LoggedMail, OpenedMail } from '@shop/shared/mail/calls.ts'
import { mailPage } from '@shop/shared/mail/rules/layout.ts'
import type { MailRow } from './mail-rows.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** Whether it can be sent (again): it is not under way, and no link in it has lost its use meanwhile. */
export const canResend = ({ state, holdsSecret }: MailRow, hasServer: boolean): boolean => hasServer && !holdsSecret && state !== 'waiting'

/** A mail as the log lists it. */
export function loggedMail(mail: MailRow, hasServer: boolean): LoggedMail {
  const { id, kind, toAddress, subject, state, attempts, lastError, answer, createdAtMs, settledAtMs, byUid } = mail
  return {
    id,
    kind,
    email: toAddress,
    subject,
    state,
    attempts,
    lastError,
    answer,
    createdAt: iso(createdAtMs),
    settledAt: settledAtMs === null ? null : iso(settledAtMs),
    byUid,
    canResend: canResend(mail, hasServer),
  }
}

/** A mail with its words. Secrets are shown only where nothing else delivers them: in a shop without a mail server. */
export function openedMail(mail: MailRow, hasServer: boolean, shopName: string): OpenedMail {
  const isHidden = mail.holdsSecret && (hasServer || mail.state !== 'kept')
  return {
    ...loggedMail(mail, hasServer),
    text: isHidden ? '' : mail.text,
    html: isHidden ? '' : mailPage(shopName, mail.subject, mail.html),
    isHidden,
  }
}
