import { formatCents } from '@shop/shared/kernel/money.ts'
import { METHOD_NAME } from '@shop/shared/payouts/rules/payout-form.ts'
import { namedColumns } from '../platform/database/collection-table.ts'
import { momentIn } from '../platform/kernel/moment.ts'
import type { SendMail } from '../platform/kernel/outgoing-mail.ts'
import type { Platform } from '../platform/platform.ts'
import { NEW_HANDLE_JOB, type NewHandlePayload } from './effects.ts'
import { payoutsTable } from './tables.ts'

type Mailing = { readonly sendMail: SendMail; readonly shopName: () => Promise<string> }

/** Registers the job that mails a consignor about a payout to another handle than the last one. */
export function mailAboutNewHandles(platform: Platform, mailing: Mailing): void {
  platform.jobs.handle(NEW_HANDLE_JOB, (payload, { id }) => mailAbout(platform, mailing, id, payload as NewHandlePayload))
}

async function mailAbout(
  { db }: Platform,
  { sendMail, shopName }: Mailing,
  jobId: string,
  { payoutId, isOwn }: NewHandlePayload,
): Promise<void> {
  const payout = await db.selectFrom('payouts').select(namedColumns(payoutsTable)).where('id', '=', payoutId).executeTakeFirst()
  if (!payout || payout.handle === '') return
  const person = db.selectFrom('users').select('email').where('id', '=', payout.uid).where('closed_at_ms', 'is', null)
  const email = (await person.executeTakeFirst())?.email ?? ''
  if (email === '') return
  const shop = await shopName()
  const settings = await db.selectFrom('settings').select('time_zone').executeTakeFirst()
  const by = METHOD_NAME[payout.method]
  await sendMail({
    // a repeated job writes no second mail; the payout's id would not do, because whoever asks chooses it
    id: jobId,
    to: email,
    subject: `Payout to ${payout.handle} requested`,
    kind: 'payouts.newHandle',
    text: [
      'Hello,',
      `${isOwn ? 'your account at' : 'an admin of'} ${shop} asked on ${momentIn(settings?.time_zone, payout.requestedAtMs)} to pay ${formatCents(payout.amountCents)} by ${by} to ${payout.handle}.`,
      `Your last request by ${by}, if there was one, went to another name.`,
      'If this is right, there is nothing to do.',
      'If it was not you, tell the shop at once, so that it does not pay, and change your password.',
    ].join('\n\n'),
  })
}
