import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { listMailsCall, MAIL_PAGE_SIZE, openMailCall, resendMailCall, sendEmailCall } from '@shop/shared/mail/calls.ts'
import { noteSecretShown } from '@shop/shared/mail/commands/note-secret-shown.ts'
import { mailRefusals } from '@shop/shared/mail/errors.ts'
import { FILL_IN_ALL, TOO_LONG, TOO_NESTED } from '@shop/shared/mail/rules/mail-form.ts'
import { MAX_MAIL_HTML } from '@shop/shared/mail/schema.ts'
import { type CallImplementation, implementCall } from '../platform/http/implement-call.ts'
import { loggedMail, openedMail } from './logged-mail.ts'
import { type Mail, WRITTEN_KIND } from './mail.ts'
import { findMail, findMails } from './mail-rows.ts'
import { safeHtml } from './safe-html.ts'

/** POST /admin/send-email. */
export const handleSendEmail = (mail: Mail) =>
  implementCall(sendEmailCall, async ({ body, actor, platform, newId }) => {
    const safe = safeHtml(body.htmlContent)
    if (!safe) throw refusal(kernelRefusals, 'INVALID', { message: TOO_NESTED, fields: { htmlContent: TOO_NESTED } })
    const { html, text, isChanged } = safe
    if (text === '') throw refusal(kernelRefusals, 'INVALID', { message: FILL_IN_ALL, fields: { htmlContent: FILL_IN_ALL } })
    // tags that are escaped as text make a mail longer, and a cut could change its meaning
    if (html.length > MAX_MAIL_HTML) throw refusal(kernelRefusals, 'INVALID', { message: TOO_LONG, fields: { htmlContent: TOO_LONG } })
    const id = body.id ?? newId()
    await mail.send({ id, to: body.email, subject: body.subject, text, html, kind: WRITTEN_KIND, byUid: actor.uid })
    const kept = await findMail(platform.db, id)
    if (!kept) throw refusal(mailRefusals, 'MAIL_NOT_FOUND')
    if (kept.toAddress !== body.email || kept.subject !== body.subject || kept.html !== html) throw refusal(kernelRefusals, 'ID_REUSED')
    return { success: true as const, mail: loggedMail(kept, mail.hasServer), isChanged }
  })

/** GET /admin/mails. */
export const handleListMails = (mail: Mail) =>
  implementCall(listMailsCall, async ({ query: { q = '', state, page }, platform }) => {
    const found = await findMails(platform.db, {
      recipient: q.trim().toLowerCase(),
      state,
      offset: (page - 1) * MAIL_PAGE_SIZE,
      // reads one row beyond the page, which shows if there are more
      limit: MAIL_PAGE_SIZE + 1,
    })
    return {
      mails: found.slice(0, MAIL_PAGE_SIZE).map((row) => loggedMail(row, mail.hasServer)),
      hasMore: found.length > MAIL_PAGE_SIZE,
      hasServer: mail.hasServer,
    }
  })

/** GET /admin/mails/{id}. Before it shows a secret, it records who sees it. */
export const handleOpenMail = (mail: Mail) =>
  implementCall(openMailCall, async ({ params, actor, platform }) => {
    const found = await findMail(platform.db, params.id)
    if (!found) throw refusal(mailRefusals, 'MAIL_NOT_FOUND')
    const opened = openedMail(found, mail.hasServer, await mail.shopName())
    if (found.holdsSecret && !opened.isHidden)
      await platform.runCommand(actor, noteSecretShown, { mailId: found.id, email: found.toAddress })
    return opened
  })

/** POST /admin/mails/{id}/resend. */
export const handleResendMail = (mail: Mail) =>
  implementCall(resendMailCall, async ({ params, query: { only }, actor, platform, newId }) => {
    const waitingId = await mail.resend(params.id, only === 'unsent' ? null : { id: newId(), byUid: actor.uid })
    const found = await findMail(platform.db, waitingId ?? params.id)
    if (!found) throw refusal(mailRefusals, 'MAIL_NOT_FOUND')
    if (waitingId === undefined && only === 'unsent' && found.state === 'sent') throw refusal(mailRefusals, 'MAIL_SENT_MEANWHILE')
    if (waitingId === undefined) throw refusal(mailRefusals, 'MAIL_NOT_RESENDABLE')
    return loggedMail(found, mail.hasServer)
  })

export const mailCalls = ({ mail }: { mail: Mail }): readonly CallImplementation[] => [
  handleSendEmail(mail),
  handleListMails(mail),
  handleOpenMail(mail),
  handleResendMail(mail),
]
