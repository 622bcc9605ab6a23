import { PROVIDER_NAMES } from '@shop/shared/accounts/rules/providers.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { enqueueJobs } from '../platform/jobs/job-store.ts'
import type { SendMail } from '../platform/kernel/outgoing-mail.ts'
import type { Platform } from '../platform/platform.ts'
import { hasAllMailsOfDay, mailWords } from './account-mail.ts'
import { FACTOR_CHANGES, type FactorChange } from './record/factor-changes.ts'
import { clientOf, type RecordSecurity, type SecurityEvent } from './record/security-record.ts'
import type { ShopAddress } from './shop-address.ts'

const JOB = 'accounts.mailSignInChange'
/** Counted for each kind of change (second step, password, provider). */
export const CHANGE_MAILS_A_DAY = 20

/** A change of a password or of a link to a provider, by its kind in the security record. */
export type WayChange = 'passwordChanged' | 'passwordAdded' | 'passwordReset' | 'providerLinked' | 'providerUnlinked'
/** The event that a mail tells. */
type Matter = FactorChange | WayChange | 'secondStepWrong'

type Caller = { readonly request: Request; readonly clientAddress: string; readonly origin: string }

/** A change of how a person signs in. `caller`: the person's own request; absent for the server's command line. `provider`: the provider that was
 *  linked or unlinked. */
type Changed = { readonly uid: string; readonly change: FactorChange | WayChange; readonly caller?: Caller; readonly provider?: string }

/** Payload of the job. `origin` and `device` are those of the request; '' if the command line made the change. `provider` is '' for other changes. */
type Payload = Readonly<Record<'uid' | 'origin' | 'device' | 'provider', string>> & { readonly change: Matter; readonly atMs: number }

/** Makes the function that records a change, and queues the mail that tells the person, in the change's transaction. */
export const noteSignInChange =
  (platform: Pick<Platform, 'nowMs'>, recordSecurity: RecordSecurity, { uid, change, caller, provider = '' }: Changed) =>
  async (tx: Tx): Promise<void> => {
    await queueMail(tx, platform, { uid, change, provider, caller })
    await recordSecurity({ ...actOf(change, provider), uid, ...(caller && { caller }) }, tx)
  }

/** Queues a mail to a person whose first step somebody passed on a new device, but not the second; none when today's is written. `by`: the first
 *  step. */
export async function noteWrongSecondStep(
  platform: Platform,
  { uid, caller, by }: { readonly uid: string; readonly caller: Caller; readonly by: string },
): Promise<void> {
  // a guesser who knows the password may go on all day
  if ((await addressee(platform, uid, ATTEMPT)) === undefined) return
  await queueMail(platform.db, platform, { uid, change: 'secondStepWrong', provider: by, caller })
  platform.jobs.wake()
}

type ToMail = { readonly uid: string; readonly change: Matter; readonly provider: string; readonly caller: Caller | undefined }

async function queueMail(tx: Db | Tx, { nowMs }: Pick<Platform, 'nowMs'>, { caller, ...about }: ToMail): Promise<void> {
  const payload: Payload = { ...about, atMs: nowMs(), device: caller ? clientOf(caller.request) : '', origin: caller?.origin ?? '' }
  await enqueueJobs(tx, [{ kind: JOB, payload }])
}

function actOf(change: FactorChange | WayChange, provider: string): Pick<SecurityEvent, 'kind' | 'detail'> {
  if (isFactorChange(change)) return { kind: 'factorChanged', detail: { change: FACTOR_CHANGES[change] } }
  return { kind: change, ...(provider !== '' && { detail: { provider } }) }
}

const isFactorChange = (change: FactorChange | WayChange): change is FactorChange => change in FACTOR_CHANGES

/** `baseUrl`: the shop's own address, for changes made without a request. */
type Mailing = { readonly address: ShopAddress; readonly sendMail: SendMail; readonly baseUrl: string }

export function mailAboutSignInChanges(platform: Platform, mailing: Mailing): void {
  platform.jobs.handle(JOB, (payload, { id }) => mailAbout(platform, mailing, id, payload as Payload))
}

/** Words of the mails about one kind of event. `of` says what happened. */
type Topic = {
  readonly kind: string
  readonly max: number
  readonly subject: (shop: string) => string
  readonly of: (email: string, shop: string) => string
  readonly ifNotYou: string
}

const FACTOR: Topic = {
  kind: 'accounts.factorChanged',
  max: CHANGE_MAILS_A_DAY,
  subject: (shop) => `The second step of your sign-in to ${shop} was changed`,
  of: (email, shop) => `the second step with which ${email} signs in to ${shop} was changed`,
  ifNotYou: 'If it was not you, change your password at once, sign out everywhere else, remove what you did not add, and tell the shop.',
}
const PASSWORD: Topic = {
  kind: 'accounts.passwordChanged',
  max: CHANGE_MAILS_A_DAY,
  subject: (shop) => `Your password for ${shop} was changed`,
  of: (email, shop) => `the password with which ${email} signs in to ${shop} was changed`,
  // only a reset lets somebody in again who does not know the new password
  ifNotYou: 'If it was not you, ask for a reset link on the sign-in page at once, set a new password, and tell the shop.',
}
const PROVIDER: Topic = {
  kind: 'accounts.providerChanged',
  max: CHANGE_MAILS_A_DAY,
  subject: (shop) => `The ways to sign in to your account at ${shop} were changed`,
  of: (email, shop) => `the ways in which ${email} signs in to ${shop} were changed`,
  // a new password alone leaves a stranger's link as it is
  ifNotYou:
    'If it was not you, ask for a reset link on the sign-in page at once and set a new password, which removes all linked accounts and signs you out everywhere. Then tell the shop.',
}
const ATTEMPT: Topic = {
  kind: 'accounts.secondStepWrong',
  // further guesses on the same day say nothing new
  max: 1,
  subject: (shop) => `Somebody failed at the second step of your sign-in to ${shop}`,
  of: (email, shop) => `somebody tried to sign in to ${shop} as ${email}, on a device that is new to this account`,
  ifNotYou: 'If it was not you, somebody else gets past your first step: change that password at once, and tell the shop.',
}

type Words = { readonly topic: Topic; readonly what: (provider: string) => string }

const WORDS: Readonly<Record<Matter, Words>> = {
  codesOn: { topic: FACTOR, what: () => 'codes of an authenticator app were added' },
  codesOff: { topic: FACTOR, what: () => 'the codes of the authenticator app were removed' },
  newRecoveryCodes: { topic: FACTOR, what: () => 'new recovery codes were made, and the earlier ones no longer work' },
  passkeyAdded: { topic: FACTOR, what: () => 'a passkey was added' },
  passkeyRemoved: { topic: FACTOR, what: () => 'a passkey was removed' },
  allRemoved: { topic: FACTOR, what: () => 'on the shop’s own machine, all codes, passkeys and recovery codes were removed' },
  passwordChanged: { topic: PASSWORD, what: () => 'somebody who entered the earlier password set a new one' },
  passwordAdded: { topic: PASSWORD, what: () => 'a first password was set' },
  passwordReset: { topic: PASSWORD, what: () => 'a new password was set by a mailed link' },
  providerLinked: { topic: PROVIDER, what: (provider) => `an account at ${provider} was linked` },
  providerUnlinked: { topic: PROVIDER, what: (provider) => `an account at ${provider} was unlinked` },
  secondStepWrong: {
    topic: ATTEMPT,
    what: (by) =>
      `${by === 'password' ? 'the password' : `the account at ${by}`} was right, but the code, recovery code or passkey after it was wrong`,
  },
}

const PROVIDERS: Readonly<Record<string, string>> = PROVIDER_NAMES

async function mailAbout(platform: Platform, mailing: Mailing, jobId: string, { uid, change, atMs, ...from }: Payload): Promise<void> {
  const { topic, what } = WORDS[change]
  const email = await addressee(platform, uid, topic)
  if (email === undefined) return
  const { shop, momentOf, profileLink } = await mailWords(platform.db, mailing.address, from.origin || mailing.baseUrl)
  await mailing.sendMail({
    // a repeated job writes no second mail
    id: jobId,
    to: email,
    subject: topic.subject(shop),
    kind: topic.kind,
    holdsSecret: false,
    text: [
      'Hello,',
      `${topic.of(email, shop)}: ${what(PROVIDERS[from.provider] ?? from.provider)}.`,
      `${[...(from.device === '' ? [] : [from.device]), momentOf(atMs)].join(', ')}.`,
      change === 'allRemoved'
        ? 'If you asked the shop for this, please set up a new second step under Profile. Until then the first step alone signs in.'
        : 'If it was you, there is nothing to do.',
      topic.ifNotYou,
      ...profileLink('See how and where you are signed in'),
    ].join('\n\n'),
  })
}

/** E-mail of a person who proved it and has not got all mails of the day. An unproved address may be somebody else's. */
async function addressee(platform: Platform, uid: string, { kind, max }: Topic): Promise<string | undefined> {
  const person = platform.db.selectFrom('identity_users').select('email').where('id', '=', uid).where('emailVerified', '=', true)
  const email = (await person.executeTakeFirst())?.email
  return email === undefined || (await hasAllMailsOfDay(platform, { kind, email, max })) ? undefined : email
}
