import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals } from '@shop/shared/kernel/errors.ts'
import { TooMany } from '../kernel/too-many.ts'
import { RateLimiter } from './rate-limiter.ts'

/** Number of audits of one client in an hour. A client needs one a day, and one after each start of the server. */
export const AUDITS_PER_HOUR = 6
/** Number of audits of one consignor's account in an hour, over all its client ids. A person has a few devices. */
export const USER_AUDITS_PER_HOUR = 24
/** Number of audits of an admin's account in an hour. Hundreds of tablets may share such an account. */
export const ADMIN_AUDITS_PER_HOUR = 400

const perHour = (count: number) => new RateLimiter(count, count / 60)

/** Limits how often the rows of a client are counted and hashed, because each audit reads all of them. */
export class AuditLimits {
  private readonly clients = perHour(AUDITS_PER_HOUR)
  private readonly users = perHour(USER_AUDITS_PER_HOUR)
  private readonly admins = perHour(ADMIN_AUDITS_PER_HOUR)

  /** Counts an audit. Refuses TOO_MANY_REQUESTS, with the time after which the next audit is possible. */
  demand({ uid, role }: Actor, clientId: string): void {
    const account = role === 'user' ? this.users : this.admins
    const client = `${uid} ${clientId}`
    const ofClient = this.clients.take(client)
    const waitSeconds = ofClient > 0 ? ofClient : account.take(uid)
    if (waitSeconds === 0) return
    if (ofClient === 0) this.clients.giveBack(client)
    throw new TooMany('TOO_MANY_REQUESTS', kernelRefusals.TOO_MANY_REQUESTS.message, waitSeconds)
  }
}
