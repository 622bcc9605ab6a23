import { brandRefusals } from '@shop/shared/brands/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import type { Platform } from '../platform/platform.ts'
import { type MembershipProvider, ProviderProblem } from './membership-provider.ts'

/** For this long a member counts as one without asking again. Web-hooks tell of an end earlier. */
export const MEMBER_FRESH_MS = 15 * 60_000
/** For this long somebody without a membership counts as such: short, since people subscribe and come back at once. */
export const STRANGER_FRESH_MS = 60_000
/** For this long after it was last confirmed, a membership outlives an outage of the provider. */
export const OUTAGE_GRACE_MS = 72 * 3_600_000
/** After a failure the provider is left alone for this long, or for as long as it asks, up to a maximum. */
export const RETRY_AFTER_FAILURE_MS = 10_000
const MAX_RETRY_MS = 5 * 60_000
/** An answer as young as this is no reason to ask again, even when a person wants it. */
const MIN_RECHECK_MS = 3_000

/** What the question is asked for: somebody comes in, or wants to know it now. */
type Why = 'visit' | 'recheck'

/** What the provider last said of an e-mail. */
export type Known = { readonly isMember: boolean; readonly checkedAtMs: number }

/** Knows who has a membership: asks the provider, and keeps what it says in the database, for all servers. */
export class Memberships {
  private readonly asking = new Map<string, Promise<boolean>>()
  private quietUntilMs = 0

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'log' | 'nowMs'>,
    private readonly provider: MembershipProvider,
  ) {}

  /** Whether this e-mail has a membership, as far as needs be known now. `known`: what is kept of it. Refuses MEMBERSHIP_UNKNOWN. */
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

  /** Asks anew because a person wants to know. Refuses MEMBERSHIP_UNKNOWN. */
  async recheck(email: string): Promise<boolean> {
    try {
      return await this.ask(email, 'recheck')
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      return this.outlast(await this.read(email))
    }
  }

  /** Asks anew because the provider said that something changed. Rejects with ProviderProblem when it has to be done again. */
  async refresh(about: { email?: string | undefined; membershipId?: string | undefined }): Promise<void> {
    const email = about.email ?? (about.membershipId === undefined ? null : await this.provider.emailOf(about.membershipId))
    // an answer that is under way may be from before the change
    if (email !== null) await this.fetch(email.toLowerCase())
  }

  private outlast(known: Known | undefined): true {
    if (known?.isMember && this.ageOf(known) < OUTAGE_GRACE_MS) return true
    throw refusal(brandRefusals, 'MEMBERSHIP_UNKNOWN')
  }

  /** A clock that was set back makes an answer old, not young for ever. */
  private ageOf({ checkedAtMs }: Known): number {
    return Math.abs(this.platform.nowMs() - checkedAtMs)
  }

  private holds(known: Known, why: Why): boolean {
    const freshMs = why === 'recheck' ? MIN_RECHECK_MS : known.isMember ? MEMBER_FRESH_MS : STRANGER_FRESH_MS
    return this.ageOf(known) < freshMs
  }

  /** One question at a time about each e-mail, none while the provider rests, and none when an answer has come since the caller looked. */
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
    if (performance.now() < this.quietUntilMs) throw new ProviderProblem('the membership provider is left alone for now')
    return this.fetch(email)
  }

  private async fetch(email: string): Promise<boolean> {
    const askedAtMs = this.platform.nowMs()
    try {
      const isMember = await this.provider.isMember(email)
      // of two answers the one asked for later holds
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
