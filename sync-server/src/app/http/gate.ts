import type { AnyCall, CallCost } from '@shop/shared/kernel/define-call.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import type { Sessions } from '../../accounts/sessions.ts'
import { AddressLimiter, RateLimiter } from '../../platform/http/rate-limiter.ts'
import { TooMany } from '../../platform/kernel/too-many.ts'
import { Budgets } from './budgets.ts'
import type { Caller } from './caller.ts'

export const USER_CALLS_PER_MINUTE = 3_000
/** Number of sync requests in a minute of an admin. Many tablets may share the account, and each pulls up to four times a
 *  second. */
export const USER_SYNCS_PER_MINUTE = 12_000
/** Number of sync requests in a minute of somebody who is no admin. Each of their few devices pulls up to four times a second. */
export const CONSIGNOR_SYNCS_PER_MINUTE = 1_200
/** Number of requests without a valid sign-in from one address in a minute. */
export const ANONYMOUS_PER_MINUTE = 3_000
/** Number of thumbnails for one address in a minute. A list shows many, and browsers send no token with a picture. */
export const THUMBNAILS_PER_MINUTE = 12_000

/** Number of pages and files of the app for one address in a minute. All tablets of a shop may fetch a new version at once. */
export const FILES_PER_MINUTE = 12_000

const DAY_IS_FULL = 'You or others in your network have changed more today than the shop’s server takes. Please try again in a minute.'

export type GateParts = {
  /** Refuses users whom the variant at this origin denies. */
  readonly demandVariant: (actor: Actor, origin: string) => Promise<void>
  /** Budgets of costly calls, by default those of a shop. */
  readonly budgets?: Budgets | undefined
}

/** Admits requests: checks the session and the variant, and applies the rate limits. */
export class Gate {
  private readonly callers = new WeakMap<Request, Caller>()
  private readonly uids = new WeakMap<Request, string>()
  private readonly calls = new RateLimiter(USER_CALLS_PER_MINUTE, USER_CALLS_PER_MINUTE)
  private readonly syncs = new RateLimiter(USER_SYNCS_PER_MINUTE, USER_SYNCS_PER_MINUTE)
  private readonly consignorSyncs = new RateLimiter(CONSIGNOR_SYNCS_PER_MINUTE, CONSIGNOR_SYNCS_PER_MINUTE)
  private readonly thumbnails = new AddressLimiter(THUMBNAILS_PER_MINUTE, THUMBNAILS_PER_MINUTE)
  private readonly files = new AddressLimiter(FILES_PER_MINUTE, FILES_PER_MINUTE)
  private readonly budgets: Budgets
  private readonly anonymous = new AddressLimiter(ANONYMOUS_PER_MINUTE, ANONYMOUS_PER_MINUTE)

  constructor(
    private readonly sessions: Sessions,
    private readonly others: GateParts,
  ) {
    this.budgets = others.budgets ?? new Budgets()
  }

  /** Records the caller of a request. Has to be called before every other use of the gate. */
  note(request: Request, caller: Caller): void {
    this.callers.set(request, caller)
  }

  callerOf(request: Request): Caller {
    return this.callers.get(request) ?? { address: 'unknown', isSecure: false, origin: new URL(request.url).origin, isSameMachine: false }
  }

  /** Answers the user who made a request, for the log. */
  uidOf(request: Request): string | undefined {
    return this.uids.get(request)
  }

  /** Answers the user who makes a call. Refuses SIGN_IN_REQUIRED and TOO_MANY_REQUESTS. If the call admits no outsiders, also refuses users whom the
   *  variant denies. */
  async admit(
    request: Request,
    { admitsOutsiders = false, method, path }: Pick<AnyCall, 'admitsOutsiders' | 'method' | 'path'>,
  ): Promise<Actor> {
    const actor = await this.authenticate(request, () => this.calls)
    if (!actor) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
    // calls about sign-ins have limits of their own: nobody's changes may keep a neighbour from ending a stolen session
    if (method !== 'GET' && !path.startsWith('/identity/') && actor.role === 'user')
      demand(this.budgets.change(actor.uid, this.callerOf(request).address), DAY_IS_FULL)
    if (!admitsOutsiders) await this.others.demandVariant(actor, this.callerOf(request).origin)
    return actor
  }

  /** Answers the user of a sync request; null when nobody is signed in. Refuses users whom the variant denies; their outbox stays on the device. */
  async admitSync(request: Request): Promise<Actor | null> {
    const actor = await this.authenticate(request, (one) => (one.role === 'user' ? this.consignorSyncs : this.syncs))
    if (actor) await this.others.demandVariant(actor, this.callerOf(request).origin)
    return actor
  }

  /** Counts a request without a sign-in by its address. Refuses TOO_MANY_REQUESTS. */
  admitAnyone(request: Request): null {
    demand(this.anonymous.take(this.callerOf(request).address))
    return null
  }

  /** Counts a costly call towards the budgets of its account and its network. Refuses TOO_MANY_REQUESTS. */
  spend(request: Request, actor: Actor | null, cost: CallCost | undefined): void {
    if (cost !== undefined) demand(this.budgets.spend(cost, actor, this.callerOf(request).address))
  }

  /** Admits a thumbnail. Its limit is separate, so that many pictures never block the sign-ins of a shop. */
  admitThumbnail(request: Request): void {
    demand(this.thumbnails.take(this.callerOf(request).address))
  }

  /** Counts a page or file of the app towards a limit of its own. Answers 0, or the seconds to wait. */
  takeFile(request: Request): number {
    return this.files.take(this.callerOf(request).address)
  }

  private async authenticate(request: Request, limiterOf: (actor: Actor) => RateLimiter): Promise<Actor | null> {
    const actor = await this.sessions.authenticate(request)
    if (!actor) return this.admitAnyone(request)
    this.uids.set(request, actor.uid)
    demand(limiterOf(actor).take(actor.uid))
    return actor
  }
}

function demand(waitSeconds: number, message: string = kernelRefusals.TOO_MANY_REQUESTS.message): void {
  if (waitSeconds > 0) throw new TooMany('TOO_MANY_REQUESTS', message, waitSeconds)
}
