/** A mail as the features hand it over. */
export type OutgoingMail = {
  readonly to: string
  readonly subject: string
  /** The words, with an empty line between paragraphs. A line that is nothing but a web address becomes a button, labelled by what stands before it
   *  on that line: `Choose a password: https://…`. */
  readonly text: string
  /** What stands in the shop's layout, as safe HTML; made from `text` when absent. */
  readonly html?: string
  /** What it is for, such as `accounts.passwordReset`: shown in the log of mails. */
  readonly kind: string
  /** Whether the text is for its reader alone, such as a link that signs in: the log never shows it while the shop has a mail server, and forgets it once
   *  it is sent. Mails of `accounts` do unless they say otherwise. */
  readonly holdsSecret?: boolean
  /** Of a sender who may repeat itself, such as a job: a second mail of the same id is not kept. */
  readonly id?: string
  /** Who wrote it, when a person did. */
  readonly byUid?: string
}

/** Hands a mail over to be sent: it is kept when this resolves, and sent by a job with retry. Features get it from app/, so that none imports another. */
export type SendMail = (mail: OutgoingMail) => Promise<void>
