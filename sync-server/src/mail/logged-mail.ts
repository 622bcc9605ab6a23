import type { LoggedMail, OpenedMail } from '@shop/shared/mail/calls.ts'
import { mailPage } from '@shop/shared/mail/rules/layout.ts'
import type { MailRow } from './mail-rows.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** True when a mail can be sent again. False in a shop without a mail server, for a mail that waits or is held back, and for a mail with a secret,
 *  which may have expired. */
export const canResend = ({ state, holdsSecret, isHeld }: MailRow, hasServer: boolean): boolean =>
  hasServer && !holdsSecret && !isHeld && state !== 'waiting'

export function loggedMail(mail: MailRow, hasServer: boolean): LoggedMail {
  const { id, kind, toAddress, subject, state, attempts, lastError, answer, createdAtMs, settledAtMs, byUid, isHeld } = mail
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
    isHeld,
    canResend: canResend(mail, hasServer),
  }
}

/** Makes the view of a mail with its whole text. A secret is shown only if no mail server delivers it: in a shop without a mail server, and in a mail
 *  that is held back. */
export function openedMail(mail: MailRow, hasServer: boolean, shopName: string): OpenedMail {
  const isHidden = mail.holdsSecret && ((hasServer && !mail.isHeld) || mail.state !== 'kept')
  return {
    ...loggedMail(mail, hasServer),
    text: isHidden ? '' : mail.text,
    html: isHidden ? '' : mailPage(shopName, mail.subject, mail.html),
    isHidden,
  }
}
