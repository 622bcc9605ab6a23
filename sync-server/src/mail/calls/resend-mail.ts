import { refusal } from '@shop/shared/kernel/errors.ts'
import { resendMail } from '@shop/shared/mail/calls.ts'
import { mailRefusals } from '@shop/shared/mail/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { loggedMail } from '../logged-mail.ts'
import type { Mail } from '../mail.ts'
import { findMail } from '../mail-rows.ts'

/** POST /admin/mails/{id}/resend. */
export const resendMailCall = (mail: Mail) =>
  implementCall(resendMail, async ({ params, query: { only }, actor, platform, newId }) => {
    const waitingId = await mail.resend(params.id, only === 'unsent' ? null : { id: newId(), byUid: actor.uid })
    const found = await findMail(platform.db, waitingId ?? params.id)
    if (!found) throw refusal(mailRefusals, 'MAIL_NOT_FOUND')
    if (waitingId === undefined && only === 'unsent' && found.state === 'sent') throw refusal(mailRefusals, 'MAIL_SENT_MEANWHILE')
    if (waitingId === undefined) throw refusal(mailRefusals, 'MAIL_NOT_RESENDABLE')
    return loggedMail(found, mail.hasServer)
  })
