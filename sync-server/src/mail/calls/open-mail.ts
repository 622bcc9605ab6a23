import { refusal } from '@shop/shared/kernel/errors.ts'
import { openMail } from '@shop/shared/mail/calls.ts'
import { noteSecretShown } from '@shop/shared/mail/commands/note-secret-shown.ts'
import { mailRefusals } from '@shop/shared/mail/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { openedMail } from '../logged-mail.ts'
import type { Mail } from '../mail.ts'
import { findMail } from '../mail-rows.ts'

/** GET /admin/mails/{id}. Who is shown somebody's secret is noted before it is. */
export const openMailCall = (mail: Mail) =>
  implementCall(openMail, async ({ params, actor, platform }) => {
    const found = await findMail(platform.db, params.id)
    if (!found) throw refusal(mailRefusals, 'MAIL_NOT_FOUND')
    const opened = openedMail(found, mail.hasServer, await mail.shopName())
    if (found.holdsSecret && !opened.isHidden)
      await platform.runCommand(actor, noteSecretShown, { mailId: found.id, email: found.toAddress })
    return opened
  })
