import type { Db, Tx } from '../platform/database/sql.ts'
import { enqueueJobs } from '../platform/jobs/job-store.ts'
import type { SendMail } from '../platform/kernel/outgoing-mail.ts'
import type { Platform } from '../platform/platform.ts'
import { hasAllMailsOfDay, mailWords } from './account-mail.ts'
import { FACTOR_CHANGES, type FactorChange } from './record/factor-changes.ts'
import { clientOf, type RecordSecurity } from './record/security-record.ts'
import type { ShopAddress } from './shop-address.ts'

const JOB = 'accounts.mailFactorChange'
const KIND = 'accounts.factorChanged'
export const FACTOR_MAILS_A_DAY = 20

/** A change of a person's second step. `caller`: the person's own request; absent for the server's command line. */
type Changed = {
  readonly uid: string
  readonly change: FactorChange
  readonly caller?: { readonly request: Request; readonly clientAddress: string; readonly origin: string }
}

/** Payload of the job. `origin` and `device` are those of the request; '' if the command line made the change. */
type Payload = Readonly<Record<'uid' | 'origin' | 'device', string>> & { readonly change: FactorChange; readonly atMs: number }

/** Makes the function that records a change, and queues the mail that tells the person, in the change's transaction. */
export const noteFactorChange =
  (platform: Pick<Platform, 'nowMs'>, recordSecurity: RecordSecurity, { uid, change, caller }: Changed) =>
  async (tx: Tx): Promise<void> => {
    const device = caller ? clientOf(caller.request) : ''
    const payload: Payload = { uid, change, atMs: platform.nowMs(), device, origin: caller?.origin ?? '' }
    await enqueueJobs(tx, [{ kind: JOB, payload }])
    await recordSecurity({ kind: 'factorChanged', uid, ...(caller && { caller }), detail: { change: FACTOR_CHANGES[change] } }, tx)
  }

/** `baseUrl`: the shop's own address, for changes made without a request. */
type Mailing = { readonly address: ShopAddress; readonly sendMail: SendMail; readonly baseUrl: string }

export function mailAboutFactors(platform: Platform, mailing: Mailing): void {
  platform.jobs.handle(JOB, (payload, { id }) => mailAbout(platform, mailing, id, payload as Payload))
}

const WHAT: Readonly<Record<FactorChange, string>> = {
  codesOn: 'codes of an authenticator app were added',
  codesOff: 'the codes of the authenticator app were removed',
  newRecoveryCodes: 'new recovery codes were made, and the earlier ones no longer work',
  passkeyAdded: 'a passkey was added',
  passkeyRemoved: 'a passkey was removed',
  allRemoved: 'on the shop’s own machine, all codes, passkeys and recovery codes were removed',
}

async function mailAbout(platform: Platform, mailing: Mailing, jobId: string, { uid, change, atMs, ...from }: Payload): Promise<void> {
  const email = await provedEmailOf(platform.db, uid)
  if (email === undefined || (await hasAllMailsOfDay(platform, { kind: KIND, email, max: FACTOR_MAILS_A_DAY }))) return
  const { shop, momentOf, profileLink } = await mailWords(platform.db, mailing.address, from.origin || mailing.baseUrl)
  const isByShop = change === 'allRemoved'
  await mailing.sendMail({
    // a repeated job writes no second mail
    id: jobId,
    to: email,
    subject: `The second step of your sign-in to ${shop} was changed`,
    kind: KIND,
    holdsSecret: false,
    text: [
      'Hello,',
      `the second step with which ${email} signs in to ${shop} was changed: ${WHAT[change]}.`,
      `${[...(from.device === '' ? [] : [from.device]), momentOf(atMs)].join(', ')}.`,
      isByShop
        ? 'If you asked the shop for this, please set up a new second step under Profile. Until then the first step alone signs in.'
        : 'If it was you, there is nothing to do.',
      'If it was not you, change your password at once, sign out everywhere else, remove what you did not add, and tell the shop.',
      ...profileLink('See your second step and where you are signed in'),
    ].join('\n\n'),
  })
}

/** E-mail of a person who proved it. An unproved address may be somebody else's. */
async function provedEmailOf(db: Db, uid: string): Promise<string | undefined> {
  const person = db.selectFrom('identity_users').select('email').where('id', '=', uid).where('emailVerified', '=', true)
  return (await person.executeTakeFirst())?.email
}
