/** A mail to be sent. */
export type OutgoingMail = {
  readonly to: string
  readonly subject: string
  /** Text with an empty line between paragraphs. A line that is a web address, optionally behind a label, becomes a button:
   *  `Choose a password: https://…`. */
  readonly text: string
  /** Body inside the shop's layout, as safe HTML; made from `text` when absent. */
  readonly html?: string
  /** Purpose, such as `accounts.passwordReset`, shown in the log of mails. */
  readonly kind: string
  /** True when only the recipient may see the text, such as a link that signs in. A shop with a mail server never shows it in the log, and erases
   *  it once the mail is sent or has failed. Defaults to true for mails of `accounts`. */
  readonly holdsSecret?: boolean
  /** True when the mail must not leave the shop, because no address for its links is confirmed. An admin reads such a mail and hands it on. */
  readonly isHeld?: boolean
  /** Id that a sender sets when it may repeat itself, such as a job; a second mail with this id is dropped. */
  readonly id?: string
  /** Author, when a person wrote it. */
  readonly byUid?: string
}

/** Stores a mail, which a job then sends with retries. Features get this from app/, so that none imports another. */
export type SendMail = (mail: OutgoingMail) => Promise<void>
