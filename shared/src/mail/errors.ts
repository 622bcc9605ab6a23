import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of mail. */
export const mailRefusals = defineRefusals({
  MAIL_NOT_FOUND: { status: 404, message: 'This mail is not in the log (any more).' },
  /** The mail still waits to be sent, contains a secret or is held for an admin, or the shop has no mail server. */
  MAIL_NOT_RESENDABLE: { status: 409, message: 'This mail cannot be sent again.' },
  /** Another admin sent the unsent mail first. */
  MAIL_SENT_MEANWHILE: { status: 409, message: 'This mail was sent meanwhile. It was not sent a second time.' },
})
