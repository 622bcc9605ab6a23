import { EMAIL_PROOF_HOURS } from '@shop/shared/accounts/calls/email-proof.ts'
import { readShopName } from '../platform/database/shop-name.ts'
import type { Platform } from '../platform/platform.ts'
import type { Accounts } from './accounts.ts'
import { issueEmailProof } from './email-proofs.ts'

type Desk = Pick<Accounts, 'address' | 'limits' | 'sendMail' | 'hasMailServer'>

/** Mails this account a six-digit code and a link, either of which proves the e-mail. If a mail server sends the mail but the shop's address is
 *  neither configured nor confirmed, there is no link. The codes and links of earlier mails become void. Refuses TOO_MANY_ATTEMPTS, and UNAVAILABLE
 *  when too many mails wait. */
export async function mailEmailProof(
  platform: Platform,
  { address, limits, sendMail, hasMailServer }: Desk,
  { uid, email, clientAddress, origin }: { uid: string; email: string; clientAddress: string; origin: string },
): Promise<void> {
  limits.proofMail(clientAddress, email)
  const { origin: shopOrigin, isConfirmed } = await address.ofMail(origin)
  const { secret, code } = await issueEmailProof(platform.db, uid, email)
  const shop = (await readShopName(platform.db)) || new URL(shopOrigin).host
  const link = [
    `To confirm that this address is yours, open this link within ${EMAIL_PROOF_HOURS} hours:`,
    `Confirm this e-mail: ${shopOrigin}/confirm-email?token=${secret}`,
    'Or type these six digits in the shop’s app, on the dashboard or under Profile:',
  ]
  await sendMail({
    to: email,
    subject: `Confirm your e-mail for ${shop}`,
    kind: 'accounts.emailProof',
    text: [
      // the mail names nobody, because somebody who signs up with another person's address could put any text into a name
      'Hello,',
      `somebody, probably you, made an account with ${email} at ${shop}.`,
      // no mail with a link is sent before the shop's address is configured or confirmed; the code works without a link
      ...(hasMailServer && !isConfirmed
        ? [
            `To confirm that this address is yours, type these six digits in the shop’s app within ${EMAIL_PROOF_HOURS} hours, under Profile:`,
          ]
        : link),
      code,
      'Do not pass them on: the shop never asks for them.',
      'If it was not you, ignore this mail: without you the account gets nothing that is yours.',
    ].join('\n\n'),
  })
}

/** Mails a new account its first code and link. A mail that fails does not stop the sign-up, because the person can ask for another mail. */
export async function mailFirstProof(...[platform, desk, about]: Parameters<typeof mailEmailProof>): Promise<void> {
  try {
    await mailEmailProof(platform, desk, about)
  } catch (error) {
    platform.log.warn({ err: error, uid: about.uid }, 'the mail to a new account was not written')
  }
}
