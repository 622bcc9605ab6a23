import { refusal } from '@shop/shared/kernel/errors.ts'
import { openMail } from '@shop/shared/mail/calls.ts'
import { mailRefusals } from '@shop/shared/mail/errors.ts'
import { implementCall } from '../../platform/implement-call.ts'
import { openedMail } from '../logged-mail.ts'
import type { Mail } from '../mail.ts'
import { findMail } from '../mail-rows.ts'

/** GET /admin/mails/{id}. */
export const openMailCall = (mail: Mail) =>
  implementCall(openMail, async ({ params, platform }) => {
    const found = await findMail(platform.db, params.id)
    if (!found) throw refusal(mailRefusals, 'MAIL_NOT_FOUND')
    return openedMail(found, mail.hasServer, await mail.shopName())
  })
