import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of mail. */
export const mailRefusals = defineRefusals({
  MAIL_NOT_FOUND: { status: 404, message: 'This mail is not in the log (any more).' },
  /** A mail that is under way, or one whose link has no use by now; any in a shop without a mail server. */
  MAIL_NOT_RESENDABLE: { status: 409, message: 'This mail cannot be sent again.' },
  /** It was to be sent because it had not left the shop, and somebody else was faster. */
  MAIL_SENT_MEANWHILE: { status: 409, message: 'This mail was sent meanwhile. It was not sent a second time.' },
})
