export type OutgoingMail = {
  readonly to: string
  readonly subject: string
  /** Text with an empty line between paragraphs. A line with a web address becomes a button, with or without a label before it: `Choose a password:
   *  https://…`. */
  readonly text: string
  /** Body inside the shop's layout, as safe HTML. Made from `text` when absent. */
  readonly html?: string
  /** Purpose of the mail, such as `accounts.passwordReset`. The log of mails shows it. */
  readonly kind: string
  /** True when only the recipient may see the text, for example because of a link that signs in. A shop with a mail server shows such a text in the
   *  log only if the mail is held, and erases it once the mail is sent or has failed. Defaults to true for mails of `accounts`. */
  readonly holdsSecret?: boolean
  /** True when the mail must not be sent, because no address for its links is confirmed. An admin reads such a mail and passes it on. */
  readonly isHeld?: boolean
  /** Id from a sender that may run twice, such as a job's id. A second mail with this id is dropped, so an id must not come from a request:
   *  somebody could use it first for another mail. The admins' e-mail tool takes the id of a request all the same, and compares the mails. */
  readonly id?: string
  /** Author, when a person wrote the mail. */
  readonly byUid?: string
}

/** Stores a mail. A job sends it, with retries, unless the shop has no mail server or the mail is held. Features get this function from app/, because
 *  no feature imports another one. */
export type SendMail = (mail: OutgoingMail) => Promise<void>
