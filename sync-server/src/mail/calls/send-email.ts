import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { sendEmail } from '@shop/shared/mail/calls.ts'
import { mailRefusals } from '@shop/shared/mail/errors.ts'
import { FILL_IN_ALL, TOO_LONG, TOO_NESTED } from '@shop/shared/mail/rules/mail-form.ts'
import { MAX_MAIL_HTML } from '@shop/shared/mail/schema.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { loggedMail } from '../logged-mail.ts'
import { type Mail, WRITTEN_KIND } from '../mail.ts'
import { findMail } from '../mail-rows.ts'
import { safeHtml } from '../safe-html.ts'

/** POST /admin/send-email. */
export const sendEmailCall = (mail: Mail) =>
  implementCall(sendEmail, async ({ body, actor, platform, newId }) => {
    const safe = safeHtml(body.htmlContent)
    if (!safe) throw refusal(kernelRefusals, 'INVALID', { message: TOO_NESTED, fields: { htmlContent: TOO_NESTED } })
    const { html, text, isChanged } = safe
    if (text === '') throw refusal(kernelRefusals, 'INVALID', { message: FILL_IN_ALL, fields: { htmlContent: FILL_IN_ALL } })
    // what is shown as text instead grows: a mail that was cut would not say what was meant
    if (html.length > MAX_MAIL_HTML) throw refusal(kernelRefusals, 'INVALID', { message: TOO_LONG, fields: { htmlContent: TOO_LONG } })
    const id = body.id ?? newId()
    await mail.send({ id, to: body.email, subject: body.subject, text, html, kind: WRITTEN_KIND, byUid: actor.uid })
    const kept = await findMail(platform.db, id)
    if (!kept) throw refusal(mailRefusals, 'MAIL_NOT_FOUND')
    if (kept.toAddress !== body.email || kept.subject !== body.subject || kept.html !== html) throw refusal(kernelRefusals, 'ID_REUSED')
    return { success: true as const, mail: loggedMail(kept, mail.hasServer), isChanged }
  })
