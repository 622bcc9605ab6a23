import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { networkOf, siteOf } from '../platform/http/client-network.ts'
import { FailureLimiter } from '../platform/http/failure-limiter.ts'
import { AddressLimiter, RateLimiter } from '../platform/http/rate-limiter.ts'
import { TooMany } from '../platform/kernel/too-many.ts'

/** Number of wrong answers to a second step, after which the first step has to be repeated. */
const MAX_MISSES = 5

/** Wrong codes for one account from all devices that are new to it: this number at once, and this number a day after that. Somebody who knows the
 *  password may try for years, and so finds a code in less than one of a hundred accounts within a year. */
export const CODES_ON_NEW_DEVICES = 5

const MAX_CLEARED = 10_000

/** A password that somebody enters for an account. `device`: hash of the token by which a device shows that it signed in to this account before;
 *  `session`: hash of the session's token when the person is signed in. */
export type SignInAttempt = {
  readonly address: string
  readonly account: string
  readonly device?: string | undefined
  readonly session?: string | undefined
}

/** A code that somebody enters for an account. `device` and `session`: as in `SignInAttempt`. */
export type CodeAttempt =
  | { readonly uid: string; readonly purpose: 'signing in'; readonly device: string | undefined }
  | { readonly uid: string; readonly purpose: 'proving' | 'confirming'; readonly session: string }

/** A limiter, and the key under which it counts an attempt. */
type Count<Limiter> = readonly [Limiter, string]

/** Limits guessing and flooding, by address and by account. A shop's tablets share one address, so each limit of an address is above what a whole
 *  shop needs. */
export class AttemptLimits {
  private readonly signUps = new AddressLimiter(120, 120)
  /** New accounts from one network: enough at once for a whole shop, then few, because each account has budgets of its own. */
  private readonly newAccounts = new AddressLimiter(120, 1)
  private readonly signIns = new AddressLimiter(240, 240)
  /** Set-up codes from one address. There is no limit for all addresses together, because anybody could then keep the owner out. */
  private readonly setUpCodes = new AddressLimiter(10, 2)
  /** Wrong passwords for one account: from one network, from one site (an IPv6 /48), and from anywhere. */
  private readonly wrongHere = new FailureLimiter(10)
  private readonly wrongAtSite = new FailureLimiter(40)
  private readonly wrongAnywhere = new FailureLimiter(100)
  /** Wrong passwords from one device that signed in before. Each device has its own count, so that a stranger's guesses keep no known device out. */
  private readonly wrongOnDevice = new FailureLimiter(10)
  /** Wrong passwords from one session, for a proof or a new password. `wrongAnywhere` limits all sessions of the account together, and its limit is so
   *  much higher that one stolen session keeps none of the owner's other sessions from a proof. */
  private readonly wrongInSession = new FailureLimiter(10)
  /** Mails with a reset link: requested from one address, and sent to one mailbox. */
  private readonly resetsHere = new AddressLimiter(30, 10)
  private readonly resetsOf = new RateLimiter(5, 0.5)
  /** Mails that prove an address: requested from one network (one for each new account), and sent to one mailbox (five at once, then five a day). */
  private readonly proofMailsHere = new AddressLimiter(120, 1)
  private readonly proofMailsOf = new RateLimiter(5, 5 / 1_440)
  /** Mailed codes typed in one network. The database counts the wrong guesses at one mail's code, and voids the code after a few. */
  private readonly emailCodes = new AddressLimiter(60, 10)
  /** Times at which the counts of accounts were cleared. */
  private readonly cleared = new Map<string, number>()

  /** Exports and erasures by one person in a day. An admin may handle the requests of several people, so the limit is higher than one person
   *  needs. */
  private readonly personalDataBy = new RateLimiter(10, 10 / (24 * 60))
  /** Requests that can guess nothing. They are counted apart from sign-ins, and each kind apart from the other kinds. */
  private readonly passes = new AddressLimiter(240, 240)
  /** Codes of authenticator apps, from one known device, or in one session for a proof or for a new app. The limit is low, because there are only a
   *  million codes, several are valid at a time, and somebody with a stolen device may try for months. */
  private readonly codes = new RateLimiter(10, 20 / (24 * 60))
  /** The codes of all sessions of an account together, for each purpose. In the long run they are no more than those of one session, so many stolen
   *  sessions find a code no sooner than one. At once they are five times as many, so one stolen session keeps the owner's session from no proof. Two
   *  can do it within two days; the owner then signs in anew, or proves with a recovery code or a passkey. */
  private readonly codesInSessions = new RateLimiter(50, 20 / (24 * 60))
  private readonly codesOnNewDevices = new RateLimiter(CODES_ON_NEW_DEVICES, CODES_ON_NEW_DEVICES / (24 * 60))
  /** New passwords of one account that give new devices all codes again. Somebody with only the mailbox may set a password often. */
  private readonly codesAgain = new RateLimiter(1, 1 / (24 * 60))
  /** Wrong answers to one second step. */
  private readonly misses = new RateLimiter(MAX_MISSES - 1, 0.1)

  signUp(address: string): void {
    demand(this.signUps.take(address))
  }

  /** Makes an account. Only an account that is made counts, so that refused sign-ups close nobody's way in. */
  async newAccount<T>(address: string, make: () => Promise<T>): Promise<T> {
    demand(this.newAccounts.take(address))
    try {
      return await make()
    } catch (error) {
      this.newAccounts.giveBack(address)
      throw error
    }
  }

  setUpCode(address: string): void {
    demand(this.setUpCodes.take(address))
  }

  /** Counts an attempt as wrong until `signedIn` withdraws it, so that parallel attempts count too. */
  signIn(attempt: SignInAttempt): void {
    const { address, account, device, session } = attempt
    if (device === undefined && session === undefined) demand(this.signIns.take(address))
    const since = this.cleared.get(account)
    const counts = this.countsOf(attempt)
    // all are asked before one counts: a count that is withdrawn would keep its limiter from forgetting failures, or push out another person's count
    for (const [limiter, key] of counts) demand(limiter.waitSeconds(key, since))
    for (const [limiter, key] of counts) limiter.take(key, since)
    if (session === undefined) return
    // after the session's own count, so that refused attempts of one session use up nothing of the account's other sessions at this address
    const waitSeconds = this.signIns.take(address, { of: `signed in ${account}` })
    if (waitSeconds > 0) this.signedIn(attempt)
    demand(waitSeconds)
  }

  signedIn(attempt: SignInAttempt): void {
    for (const [limiter, key] of this.countsOf(attempt)) limiter.giveBack(key)
  }

  /** Clears the counts of an account after its owner has proved their identity. */
  clear(account: string): void {
    this.cleared.delete(account)
    this.cleared.set(account, performance.now())
    if (this.cleared.size > MAX_CLEARED) this.cleared.delete(this.cleared.keys().next().value as string)
  }

  /** Counts a code as wrong until `codeTaken` withdraws it. */
  code(attempt: CodeAttempt): void {
    takeAll(this.codeCountsOf(attempt))
  }

  codeTaken(attempt: CodeAttempt): void {
    for (const [limiter, key] of this.codeCountsOf(attempt)) limiter.giveBack(key)
  }

  /** Gives the new devices of an account all codes again, at most once a day. Called after its owner has set a new password by a mailed link. */
  allowCodesAgain(uid: string): void {
    if (this.codesAgain.take(uid) === 0) this.codesOnNewDevices.giveBack(uid, { count: CODES_ON_NEW_DEVICES })
  }

  /** Counts a wrong answer to a second step. False when it was the last answer allowed. */
  secondStepMissed(ticket: string): boolean {
    return this.misses.take(ticket) === 0
  }

  /** Limits the flooding of requests that can guess nothing, such as the use of a mailed link or a sign-in by a provider. `of` names the account,
   *  or the kind of request. A flood of one kind stops neither other kinds from the same address nor sign-ins by password. */
  passThrough(address: string, of: string): void {
    demand(this.passes.take(address, { of }))
  }

  personalData(uid: string): void {
    const waitSeconds = this.personalDataBy.take(uid)
    if (waitSeconds > 0) throw new TooMany('TOO_MANY_ATTEMPTS', TOO_OFTEN, waitSeconds)
  }

  /** False when this mailbox gets no mail, because many were asked for just now. This is no refusal, because strangers may have asked. */
  resetMail(address: string, email: string, { isHeld }: { readonly isHeld: boolean }): boolean {
    demand(this.resetsHere.take(address))
    return this.resetsOf.take(isHeld ? `held ${email}` : email) === 0
  }

  proofMail(address: string, email: string): void {
    demand(this.proofMailsOf.take(email))
    const waitSeconds = this.proofMailsHere.take(address)
    if (waitSeconds > 0) this.proofMailsOf.giveBack(email)
    demand(waitSeconds)
  }

  emailCode(address: string): void {
    demand(this.emailCodes.take(address))
  }

  private codeCountsOf(attempt: CodeAttempt): Count<RateLimiter>[] {
    const { uid, purpose } = attempt
    if (attempt.purpose === 'signing in')
      return [attempt.device === undefined ? [this.codesOnNewDevices, uid] : [this.codes, `${uid} ${purpose} ${attempt.device}`]]
    // the account first: a refused account adds no key of a session, which could push other people's counts out of the limiter
    return [
      [this.codesInSessions, `${uid} ${purpose}`],
      [this.codes, `${uid} ${purpose} ${attempt.session}`],
    ]
  }

  private countsOf({ address, account, device, session }: SignInAttempt): Count<FailureLimiter>[] {
    if (session !== undefined)
      return [
        [this.wrongInSession, `${account} ${session}`],
        [this.wrongAnywhere, account],
      ]
    if (device !== undefined) return [[this.wrongOnDevice, `${account} ${device}`]]
    const [network, site] = [networkOf(address), siteOf(address)]
    return [
      [this.wrongHere, `${account} ${network}`],
      ...(site === network ? [] : [[this.wrongAtSite, `${account} ${site}`] as const]),
      [this.wrongAnywhere, account],
    ]
  }
}

const TOO_OFTEN = 'This was asked for many times today. Please try again later.'

/** Counts an attempt in each of these limiters, or in none when one refuses it, because a refused attempt is no guess. */
function takeAll(counts: readonly Count<RateLimiter>[]): void {
  counts.forEach(([limiter, key], at) => {
    const waitSeconds = limiter.take(key)
    if (waitSeconds > 0) for (const [taken, of] of counts.slice(0, at)) taken.giveBack(of)
    demand(waitSeconds)
  })
}

function demand(waitSeconds: number): void {
  if (waitSeconds > 0) throw new TooMany('TOO_MANY_ATTEMPTS', accountRefusals.TOO_MANY_ATTEMPTS.message, waitSeconds)
}
