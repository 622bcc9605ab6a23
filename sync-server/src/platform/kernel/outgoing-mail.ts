/** A mail as the features hand it over. */
export type OutgoingMail = {
  readonly to: string
  readonly subject: string
  /** The words, with an empty line between paragraphs. A line that is nothing but a web address becomes a button, labelled by what stands before it
   *  on that line: `Choose a password: https://…`. */
  readonly text: string
  /** Body inside the shop's layout, as safe HTML; made from `text` when absent. */
  readonly html?: string
  /** Purpose, such as `accounts.passwordReset`, shown in the log of mails. */
  readonly kind: string
  /** True when the text is for its reader alone, such as a link that signs in: the log never shows it while the shop has a mail server, and
   *  forgets it once it is sent. Defaults to true for mails of `accounts`. */
  readonly holdsSecret?: boolean
  /** Id from a sender that may repeat itself, such as a job: a second mail with it is dropped. */
  readonly id?: string
  /** Author, when a person wrote it. */
  readonly byUid?: string
}

/** Hands a mail over to be sent: it is kept when this resolves, and sent by a job with retry. Features get it from app/, so that none imports another. */
export type SendMail = (mail: OutgoingMail) => Promise<void>
