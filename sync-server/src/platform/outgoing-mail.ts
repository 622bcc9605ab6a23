/** A mail as the features hand it over. `html` is made from `text` when absent. */
export type OutgoingMail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** What it is for, such as `accounts.passwordReset`: shown in the log of mails. */
  readonly kind: string
}

/** Hands a mail over to be sent: it is kept when this resolves, and sent by a job with retry. Features get it from app/, so that none imports another. */
export type SendMail = (mail: OutgoingMail) => Promise<void>
