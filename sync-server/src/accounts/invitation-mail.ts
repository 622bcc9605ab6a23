import { INVITATION_DAYS } from '@shop/shared/accounts/rules/sign-up.ts'
import { readShopName } from '../platform/database/shop-name.ts'
import type { Platform } from '../platform/platform.ts'
import type { Accounts } from './accounts.ts'
import type { MailAddress } from './shop-address.ts'

export const invitationLink = (origin: string, secret: string): string => `${origin}/login?invitation=${secret}`

/** Mails an invitation. Refuses UNAVAILABLE when too many mails wait. */
export async function mailInvitation(
  { db }: Platform,
  { sendMail }: Accounts,
  { email, secret, at: { origin, isConfirmed } }: { email: string; secret: string; at: MailAddress },
): Promise<void> {
  const shop = (await readShopName(db)) || new URL(origin).host
  await sendMail({
    to: email,
    subject: `Your invitation to ${shop}`,
    kind: 'accounts.invitation',
    isHeld: !isConfirmed,
    text: [
      'Hello,',
      `${shop} invites you to create an account with ${email}. There you follow your goods, what was sold, and what you are owed.`,
      `To begin, open this link within ${INVITATION_DAYS} days:`,
      `Create your account: ${invitationLink(origin, secret)}`,
      'The link works once.',
      'If you do not know this shop, ignore this mail: without you nothing happens.',
    ].join('\n\n'),
  })
}
