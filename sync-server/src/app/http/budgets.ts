import type { CallCost } from '@shop/shared/kernel/define-call.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { AddressLimiter, RateLimiter } from '../../platform/http/rate-limiter.ts'

/** Number of calls of one cost that are allowed in a minute. `user`: for one user's account; `admin`: for one admin's account, which all tablets of a
 *  shop may share; `network`: for one network, which may be a whole shop. */
export type Budget = { readonly user: number; readonly admin: number; readonly network: number }

/** The budgets of a shop, far above normal use. A user may make several searches a second, and hundreds of tablets may make their first sync at the
 *  same time. */
export const BUDGETS: Readonly<Record<CallCost, Budget>> = {
  search: { user: 600, admin: 1_200, network: 3_000 },
  // the marketplace adds up all items at each call: 0.4 s with 37,000 items on the embedded database
  listing: { user: 60, admin: 120, network: 300 },
  export: { user: 30, admin: 60, network: 240 },
  import: { user: 60, admin: 1_200, network: 2_400 },
  upload: { user: 40, admin: 80, network: 600 },
  check: { user: 10, admin: 60, network: 240 },
  firstSync: { user: 60, admin: 600, network: 3_000 },
  figures: { user: 120, admin: 120, network: 240 },
  mail: { user: 10, admin: 20, network: 60 },
  report: { user: 2, admin: 20, network: 60 },
}

/** Number of calls by which somebody who is no admin may change something in a day. Their devices may push the same number of commands. */
export const CONSIGNOR_CHANGES_PER_DAY = 10_000
/** Number of such calls in a day by all people in one network who are no admins: as many as ten of them may make. */
export const NETWORK_CHANGES_PER_DAY = 100_000
const MINUTES_OF_DAY = 1_440

type Limiters = { readonly user: RateLimiter; readonly admin: RateLimiter; readonly network: AddressLimiter }

/** Counts costly calls, and calls by which consignors change something. A refused call is not counted, so the caller can repeat it after the wait. */
export class Budgets {
  private readonly limiters: ReadonlyMap<CallCost, Limiters>
  private readonly changes: RateLimiter
  private readonly changesOfNetwork: AddressLimiter

  constructor(
    budgets: Readonly<Record<CallCost, Budget>> = BUDGETS,
    { ofOne, ofNetwork } = { ofOne: CONSIGNOR_CHANGES_PER_DAY, ofNetwork: NETWORK_CHANGES_PER_DAY },
  ) {
    this.changes = new RateLimiter(ofOne, ofOne / MINUTES_OF_DAY)
    this.changesOfNetwork = new AddressLimiter(ofNetwork, ofNetwork / MINUTES_OF_DAY)
    const limiter = (perMinute: number) => new RateLimiter(perMinute, perMinute)
    this.limiters = new Map(
      Object.entries(budgets).map(([cost, { user, admin, network }]) => [
        cost as CallCost,
        { user: limiter(user), admin: limiter(admin), network: new AddressLimiter(network, network) },
      ]),
    )
  }

  /** Counts a call by which somebody who is no admin changes something, and answers 0. Beyond the limit, answers the seconds to wait. */
  change(uid: string, address: string): number {
    const waitSeconds = this.changesOfNetwork.take(address)
    if (waitSeconds > 0) return waitSeconds
    const ofOne = this.changes.take(uid)
    if (ofOne > 0) this.changesOfNetwork.giveBack(address)
    return ofOne
  }

  /** Counts a call and answers 0. If a budget is exhausted, answers the seconds to wait instead. */
  spend(cost: CallCost, actor: Actor | null, address: string): number {
    const limiters = this.limiters.get(cost)
    if (!limiters) return 0
    const waitSeconds = limiters.network.take(address)
    if (waitSeconds > 0 || actor === null) return waitSeconds
    const ofAccount = (actor.role === 'user' ? limiters.user : limiters.admin).take(actor.uid)
    if (ofAccount > 0) limiters.network.giveBack(address)
    return ofAccount
  }
}
