import { listMails, MAIL_PAGE_SIZE } from '@shop/shared/mail/calls.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { loggedMail } from '../logged-mail.ts'
import type { Mail } from '../mail.ts'
import { findMails } from '../mail-rows.ts'

/** GET /admin/mails. */
export const listMailsCall = (mail: Mail) =>
  implementCall(listMails, async ({ query: { q = '', state, page }, platform }) => {
    const found = await findMails(platform.db, {
      recipient: q.trim().toLowerCase(),
      state,
      offset: (page - 1) * MAIL_PAGE_SIZE,
      // one more than is shown says whether there are more
      limit: MAIL_PAGE_SIZE + 1,
    })
    return {
      mails: found.slice(0, MAIL_PAGE_SIZE).map((row) => loggedMail(row, mail.hasServer)),
      hasMore: found.length > MAIL_PAGE_SIZE,
      hasServer: mail.hasServer,
    }
  })
