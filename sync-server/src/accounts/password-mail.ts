import { RESET_LINK_MINUTES } from '@shop/shared/accounts/calls/password.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { readShopName } from '../platform/database/shop-name.ts'
import type { SendMail } from '../platform/kernel/outgoing-mail.ts'
import type { Platform } from '../platform/platform.ts'
import { isMailTooSoon, type MailPace } from './account-mail.ts'
import type { MailAddress } from './shop-address.ts'
import { issueTicket } from './tickets.ts'

const RESET_KIND = 'accounts.passwordReset'
/** Pace of the mails with a reset link to one account. Nobody can flood a mailbox, and a stranger's requests keep the owner's mail back for an hour at
 *  most. */
export const RESET_MAILS: MailPace = { atOnce: 3, everyMs: 3_600_000 }

/** Held mails have a pace of their own: anybody can cause them by naming a host that is not confirmed, and they reach no mailbox. */
export const isResetMailTooSoon = (platform: Platform, email: string, isHeld: boolean): Promise<boolean> =>
  isMailTooSoon(platform, { kind: RESET_KIND, email, isHeld, ...RESET_MAILS })

/** Mails the person with this e-mail a link that sets a new password. Earlier links stay valid, so that a stranger who asks again does not void the
 *  link that the owner has just got. Refuses USER_NOT_FOUND, and UNAVAILABLE when too many mails wait. */
export async function mailResetLink(
  platform: Platform,
  sendMail: SendMail,
  email: string,
  { origin, isConfirmed }: MailAddress,
): Promise<void> {
  const person = await platform.db
    .selectFrom('identity_users')
    .leftJoin('users', 'users.id', 'identity_users.id')
    .select('identity_users.id as uid')
    .where('identity_users.email', '=', email)
    .where('users.closed_at_ms', 'is', null)
    .executeTakeFirst()
  if (!person) throw refusal(accountRefusals, 'USER_NOT_FOUND')
  const link = await newResetLink(platform, { uid: person.uid, email }, origin)
  const shop = (await readShopName(platform.db)) || new URL(origin).host
  await sendMail({
    to: email,
    subject: `Reset your password for ${shop}`,
    kind: RESET_KIND,
    isHeld: !isConfirmed,
    text: [
      // the mail names nobody, because somebody who signs up with another person's address could put any text into a name
      'Hello,',
      `somebody, probably you, asked for a new password for ${email} at ${shop}. To choose one, open this link within ${RESET_LINK_MINUTES} minutes:`,
      `Choose a new password: ${link}`,
      'The link works once. You will be signed out on all devices; unsent work stays locked on each of them until you sign in there.',
      'If it was not you, ignore this mail: nothing changes.',
    ].join('\n\n'),
  })
}

/** Makes a link at `origin` that sets a new password once. The first link that is used voids all others of this account. */
export async function newResetLink(platform: Platform, { uid, email }: { uid: string; email: string }, origin: string): Promise<string> {
  const secret = await platform.transaction((tx) =>
    issueTicket(tx, { kind: 'passwordReset', uid, payload: { email }, seconds: RESET_LINK_MINUTES * 60 }),
  )
  return `${origin}/reset-password?token=${secret}`
}
