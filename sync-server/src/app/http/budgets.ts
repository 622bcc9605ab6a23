import type { CallCost } from '@shop/shared/kernel/define-call.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { AddressLimiter, RateLimiter } from '../../platform/http/rate-limiter.ts'

/** Calls of one kind of cost a minute: of one account, of one admin's account, which all tablets of a shop may share, and of one network, in which a
 *  whole shop may sit. */
export type Budget = { readonly user: number; readonly admin: number; readonly network: number }

/** Budgets far above what people do: several calls a second for everybody, and a first sync for each of hundreds of tablets at once. */
export const BUDGETS: Readonly<Record<CallCost, Budget>> = {
  search: { user: 600, admin: 1_200, network: 3_000 },
  export: { user: 30, admin: 60, network: 240 },
  import: { user: 60, admin: 1_200, network: 2_400 },
  check: { user: 10, admin: 60, network: 240 },
  firstSync: { user: 60, admin: 600, network: 3_000 },
  figures: { user: 120, admin: 120, network: 240 },
}

type Limiters = { readonly user: RateLimiter; readonly admin: RateLimiter; readonly network: AddressLimiter }

/** Counts costly calls. A refused one costs nothing, so that it may be made as soon as its wait is over. */
export class Budgets {
  private readonly limiters: ReadonlyMap<CallCost, Limiters>

  constructor(budgets: Readonly<Record<CallCost, Budget>> = BUDGETS) {
    const limiter = (perMinute: number) => new RateLimiter(perMinute, perMinute)
    this.limiters = new Map(
      Object.entries(budgets).map(([cost, { user, admin, network }]) => [
        cost as CallCost,
        { user: limiter(user), admin: limiter(admin), network: new AddressLimiter(network, network) },
      ]),
    )
  }

  /** Counts a call, or answers the seconds to wait until the budgets of its account and its network allow it. */
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
