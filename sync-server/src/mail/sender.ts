import { z } from 'zod'

export type MailConfig = {
  /** Address of the mail server; when undefined, mails are only stored in the database. */
  readonly smtpUrl: string | undefined
  /** `MAIL_FROM`: an address, or a name followed by an address in <>. */
  readonly mailFrom: string | undefined
  readonly publicUrl: string | undefined
  /** The shop's brands. The first one's title names a shop without a name in its settings. */
  readonly brands: readonly { readonly title: string }[]
}

/** Answers the sender of all mails. It is `MAIL_FROM` if set, else the mail server's user if that is an address, because most servers accept no other
 *  sender. Else it is no-reply at the shop's domain, the mail server's domain or localhost.localdomain. The name is empty
 *  unless `MAIL_FROM` has one. */
export function senderOf({ smtpUrl, mailFrom, publicUrl }: Omit<MailConfig, 'brands'>): { name: string; address: string } {
  if (mailFrom !== undefined) {
    const named = /^(.*)<([^<>]+)>\s*$/s.exec(mailFrom)
    if (!named) return { name: '', address: mailFrom.trim() }
    return { name: (named[1] ?? '').trim().replace(/^"(.*)"$/s, '$1'), address: (named[2] ?? '').trim() }
  }
  const smtp = smtpUrl === undefined ? undefined : new URL(smtpUrl)
  const user = decodeURIComponent(smtp?.username ?? '')
  if (isAddress(user)) return { name: '', address: user }
  const hosts = [publicUrl === undefined ? undefined : new URL(publicUrl).hostname, smtp?.hostname]
  const address = hosts.map((host) => `no-reply@${host}`).find(isAddress)
  return { name: '', address: address ?? 'no-reply@localhost.localdomain' }
}

const isAddress = (text: string) => z.email().safeParse(text).success
