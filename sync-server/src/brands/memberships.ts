import { brandRefusals } from '@shop/shared/brands/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import type { Platform } from '../platform/platform.ts'
import { type MembershipProvider, ProviderProblem } from './membership-provider.ts'

/** Milliseconds for which the provider's answer “a member” counts before it is asked again. Webhooks report an earlier end of a membership. */
export const MEMBER_FRESH_MS = 15 * 60_000
/** Milliseconds for which the provider's answer “no member” counts. It is short, because people subscribe and come back immediately. */
export const STRANGER_FRESH_MS = 60_000
/** Milliseconds after its last confirmation for which a membership stays valid during an outage of the provider. */
export const OUTAGE_GRACE_MS = 72 * 3_600_000
/** Milliseconds of the pause after a failure of the provider. If the provider asks for a longer pause, that pause counts, up to MAX_RETRY_MS. */
export const RETRY_AFTER_FAILURE_MS = 10_000
const MAX_RETRY_MS = 5 * 60_000
/** Age in milliseconds up to which an answer is not requested again, even when a person asks for the current answer. */
const MIN_RECHECK_MS = 3_000

/** Reason for a check: a visit, or a person who asks for the current answer. */
type Why = 'visit' | 'recheck'

/** The provider's last answer about an e-mail. */
export type Known = { readonly isMember: boolean; readonly checkedAtMs: number }

/** Checks memberships: asks the provider and stores its answers in the database, for all servers. */
export class Memberships {
  private readonly asking = new Map<string, Promise<boolean>>()
  private quietUntilMs = 0

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'log' | 'nowMs'>,
    private readonly provider: MembershipProvider,
  ) {}

  /** True when this e-mail has a membership, judged by the stored answer `known` while it is fresh. Refuses MEMBERSHIP_UNKNOWN. */
  async isMember(email: string, known: Known | undefined): Promise<boolean> {
    if (known && this.holds(known, 'visit')) return known.isMember
    try {
      return await this.ask(email, 'visit')
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      if (known && !known.isMember) return false
      return this.outlast(known)
    }
  }

  /** Checks an e-mail for a person who asks for the current answer. Refuses MEMBERSHIP_UNKNOWN. */
  async recheck(email: string): Promise<boolean> {
    try {
      return await this.ask(email, 'recheck')
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      return this.outlast(await this.read(email))
    }
  }

  /** Asks again because the provider reported a change. Rejects with ProviderProblem when the caller has to retry. */
  async refresh(about: { email?: string | undefined; membershipId?: string | undefined }): Promise<void> {
    const email = about.email ?? (about.membershipId === undefined ? null : await this.provider.emailOf(about.membershipId))
    // does not wait for a pending answer, which may be from before the change
    if (email !== null) await this.fetch(email.toLowerCase())
  }

  private outlast(known: Known | undefined): true {
    if (known?.isMember && this.ageOf(known) < OUTAGE_GRACE_MS) return true
    throw refusal(brandRefusals, 'MEMBERSHIP_UNKNOWN')
  }

  /** Answers the absolute age, so that an answer does not stay young for ever after a clock was set back. */
  private ageOf({ checkedAtMs }: Known): number {
    return Math.abs(this.platform.nowMs() - checkedAtMs)
  }

  private holds(known: Known, why: Why): boolean {
    const freshMs = why === 'recheck' ? MIN_RECHECK_MS : known.isMember ? MEMBER_FRESH_MS : STRANGER_FRESH_MS
    return this.ageOf(known) < freshMs
  }

  /** Asks about an e-mail, with one request at a time for each e-mail and reason. Uses an answer that arrived since the caller read the database.
   *  Throws ProviderProblem during the provider's pause. */
  private ask(email: string, why: Why): Promise<boolean> {
    const key = `${why} ${email}`
    const underWay = this.asking.get(key)
    if (underWay) return underWay
    const asked = this.askUnlessKnown(email, why).finally(() => this.asking.delete(key))
    this.asking.set(key, asked)
    return asked
  }

  private async askUnlessKnown(email: string, why: Why): Promise<boolean> {
    const known = await this.read(email)
    if (known && this.holds(known, why)) return known.isMember
    if (performance.now() < this.quietUntilMs) throw new ProviderProblem('the membership provider is not asked during its pause')
    return this.fetch(email)
  }

  private async fetch(email: string): Promise<boolean> {
    const askedAtMs = this.platform.nowMs()
    try {
      const isMember = await this.provider.isMember(email)
      // of two answers, the one that was requested later counts, unless the stored time is far ahead after a clock was wrong
      const said = { is_member: isMember, checked_at_ms: askedAtMs }
      await this.platform.db
        .insertInto('memberships')
        .values({ email, ...said })
        .onConflict((conflict) =>
          conflict
            .column('email')
            .doUpdateSet(said)
            .where((eb) =>
              eb.or([eb('memberships.checked_at_ms', '<=', askedAtMs), eb('memberships.checked_at_ms', '>', askedAtMs + MEMBER_FRESH_MS)]),
            ),
        )
        .execute()
      this.quietUntilMs = 0
      return isMember
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      this.quietUntilMs = performance.now() + Math.min(Math.max(RETRY_AFTER_FAILURE_MS, error.retryAfterMs), MAX_RETRY_MS)
      this.platform.log.warn({ problem: error.message }, 'memberships cannot be checked')
      throw error
    }
  }

  private async read(email: string): Promise<Known | undefined> {
    const kept = this.platform.db.selectFrom('memberships').where('email', '=', email)
    return kept.select(['is_member as isMember', 'checked_at_ms as checkedAtMs']).executeTakeFirst()
  }
}
