import { randomBytes } from 'node:crypto'
import { emailSchema } from '@shop/shared/accounts/rules.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { oneLine, storableText } from '@shop/shared/kernel/text.ts'
import { htmlOfText, mailPage } from '@shop/shared/mail/rules/layout.ts'
import { MAIL_MAX_ATTEMPTS, MAIL_QUEUE_MAX, MAX_MAIL_HTML, MAX_MAIL_SUBJECT, MAX_MAIL_TEXT } from '@shop/shared/mail/schema.ts'
import { readShopName } from '../platform/database/shop-name.ts'
import { enqueueJobs, scheduleJob } from '../platform/jobs/job-store.ts'
import type { OutgoingMail, SendMail } from '../platform/kernel/outgoing-mail.ts'
import type { Platform } from '../platform/platform.ts'
import { copySentMail, countWaiting, findMail, insertMail, noteAttempt, purgeMails, requeueMail, settleMail } from './mail-rows.ts'
import { type MailConfig, senderOf } from './sender.ts'
import { NotSent, openSmtp, type Smtp } from './smtp.ts'

const SEND_JOB = 'mail.send'
const PURGE_JOB = 'mail.purge'
const DAY_SECONDS = 86_400
/** Mails of these kinds hold a secret, unless their `holdsSecret` says otherwise. */
const SECRET_KINDS = /^accounts\./
/** The kind of mails that an admin writes in the e-mail tool. */
export const WRITTEN_KIND = 'mail.written'

export type Mail = {
  readonly send: SendMail
  /** True when the shop has a mail server. */
  readonly hasServer: boolean
  /** Reads the name of the shop for its mails. */
  shopName(): Promise<string>
  /** Queues a failed or kept mail again, or a copy of a sent mail under the id in `copy`. Answers the id of the queued mail. Undefined when nothing
   *  can be queued, for example because the mail is waiting or had a secret. */
  resend(id: string, copy: { readonly id: string; readonly byUid: string } | null): Promise<string | undefined>
  /** Gives a pending attempt a moment, aborts it (its job repeats it later), and closes the connections to the mail server. */
  close(): Promise<void>
}

/** Opens the shop's mail. `attemptMs` is for tests. A mail and its job are written in one transaction, so every server can send the mail, even after
 *  a restart. If a server stops before it records the answer, the mail is sent again with the same Message-ID. */
export async function openMail(platform: Platform, config: MailConfig, attemptMs?: number): Promise<Mail> {
  const { db, jobs, nowMs } = platform
  const smtp = config.smtpUrl === undefined ? undefined : openSmtp(config.smtpUrl, attemptMs)
  const sender = senderOf(config)
  const shopName = async () => (await readShopName(db)) || (config.brands[0]?.title ?? '')

  jobs.handle(
    SEND_JOB,
    (payload, job) => attempt({ platform, smtp, sender, shopName }, (payload as { id: string }).id, job.attempts),
    (payload, error) => settleMail(db, (payload as { id: string }).id, { state: 'failed', error, nowMs: nowMs() }),
  )
  jobs.handle(PURGE_JOB, () => purgeMails(db, nowMs()))
  const sendJob = (id: string) => ({ kind: SEND_JOB, payload: { id }, maxAttempts: MAIL_MAX_ATTEMPTS })
  await scheduleJob(db, PURGE_JOB, DAY_SECONDS, DAY_SECONDS)
  const requireRoom = async () => {
    if (smtp && (await countWaiting(db)) >= MAIL_QUEUE_MAX)
      throw refusal(kernelRefusals, 'UNAVAILABLE', { message: 'Too many mails are waiting to be sent. Please try again later.' })
  }

  return {
    hasServer: smtp !== undefined,
    shopName,
    async send(mail) {
      const leaves = smtp !== undefined && !mail.isHeld
      if (leaves) await requireRoom()
      const row = { ...normalised(mail, nowMs()), state: leaves ? ('waiting' as const) : ('kept' as const) }
      await platform.transaction(async (tx) => {
        const isNew = await insertMail(tx, row)
        if (isNew && leaves) await enqueueJobs(tx, [sendJob(row.id)])
      })
      jobs.wake()
    },
    async resend(id, copy) {
      if (!smtp) return undefined
      await requireRoom()
      const waitingId = await platform.transaction(async (tx) => {
        // a repeated request
        if (copy && (await findMail(tx, copy.id))) return copy.id
        const isCopied = async () => copy !== null && (await copySentMail(tx, id, { ...copy, nowMs: nowMs() }))
        const putId = (await requeueMail(tx, id)) ? id : (await isCopied()) ? copy?.id : undefined
        if (putId !== undefined) await enqueueJobs(tx, [sendJob(putId)])
        return putId
      })
      jobs.wake()
      return waitingId
    },
    close: async () => smtp?.close(),
  }
}

/** Normalises a mail for storage: one address, a subject of one line, and no character that the database or a header cannot hold. */
function normalised(mail: OutgoingMail, nowMs: number) {
  const subject = oneLine(storableText(mail.subject))
  const text = storableText(mail.text)
  return {
    id: mail.id ?? uuidv7(nowMs, randomBytes(10)),
    kind: mail.kind,
    toAddress: emailSchema.parse(mail.to),
    subject: shortened(subject, MAX_MAIL_SUBJECT),
    text: shortened(text, MAX_MAIL_TEXT),
    html: shortened(mail.html === undefined ? htmlOfText(text) : storableText(mail.html), MAX_MAIL_HTML),
    holdsSecret: mail.holdsSecret ?? SECRET_KINDS.test(mail.kind),
    byUid: mail.byUid ?? null,
    isHeld: mail.isHeld ?? false,
    createdAtMs: nowMs,
  }
}

/** Shortens a text by code points. The forms count code points too, so that a text that they accept is never cut. */
const shortened = (text: string, max: number) => (text.length <= max ? text : [...text].slice(0, max).join(''))

/** Services that an attempt needs. */
type Desk = {
  readonly platform: Platform
  readonly smtp: Smtp | undefined
  readonly sender: { readonly name: string; readonly address: string }
  readonly shopName: () => Promise<string>
}

/** Tries to send a mail. Throws when the job has to run again. */
async function attempt({ platform, smtp, sender, shopName: nameOfShop }: Desk, id: string, jobAttempts: number): Promise<void> {
  const { db, log } = platform
  const mail = await findMail(db, id)
  if (mail?.state !== 'waiting') return
  if (!smtp) return settleMail(db, id, { state: 'kept', nowMs: platform.nowMs() })
  const shopName = await nameOfShop()
  try {
    const answer = await smtp.send({
      from: { name: sender.name || shopName, address: sender.address },
      to: mail.toAddress,
      subject: mail.subject,
      text: mail.text,
      html: mailPage(shopName, mail.subject, mail.html),
      messageId: `<${mail.id}@${sender.address.split('@').at(-1)}>`,
      date: new Date(mail.createdAtMs),
      isAutomatic: mail.kind !== WRITTEN_KIND,
    })
    await settleMail(db, id, { state: 'sent', answer: storableText(answer), nowMs: platform.nowMs() })
  } catch (error) {
    if (!(error instanceof NotSent)) throw error
    const said = storableText(error.message)
    if (!error.isFinal && jobAttempts < MAIL_MAX_ATTEMPTS) {
      await noteAttempt(db, id, said)
      throw error
    }
    log.warn({ mailId: id, kind: mail.kind, said }, 'a mail was not sent')
    await settleMail(db, id, { state: 'failed', error: said, nowMs: platform.nowMs() })
  }
}
