import { brandRefusals, MEMBERSHIP_NEEDS_PROOF } from '@shop/shared/brands/errors.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import type { Platform } from '../platform/platform.ts'
import type { Brands } from './brands.ts'
import type { Known, Memberships } from './memberships.ts'

type Person = {
  readonly email: string
  readonly whopBypass: boolean
  readonly registeredDomain: string
  readonly isMember: boolean | null
  readonly checkedAtMs: number | null
  /** True when the e-mail is confirmed, or when the membership counted before confirmation was required. */
  readonly isProved: boolean
}

/** Decides who may use which variant. */
export class Admission {
  /** Without `memberships`, that is, without a provider, everybody counts as a member. */
  constructor(
    private readonly platform: Pick<Platform, 'db'>,
    private readonly brands: Brands,
    private readonly memberships: Memberships | undefined,
  ) {}

  /** Admits users to the variant of `origin`. Admits admins and former admins to every variant, because their tablets may hold unsent sales. Refuses
   *  DOMAIN_DENIED, MEMBERSHIP_REQUIRED and MEMBERSHIP_UNKNOWN. */
  async demand(actor: Actor, origin: string): Promise<void> {
    if (isStaff(actor)) return
    const person = await this.read(actor.uid)
    this.demandDomain(person, origin)
    if (!this.needsMembership(person, origin)) return
    // refuses before the provider is asked, because the provider's answer would tell strangers who is a member
    if (!person.isProved) throw refusal(brandRefusals, 'MEMBERSHIP_REQUIRED', { message: MEMBERSHIP_NEEDS_PROOF })
    if (!(await this.memberships?.isMember(person.email, knownOf(person)))) throw refusal(brandRefusals, 'MEMBERSHIP_REQUIRED')
  }

  /** Checks again whether this user may use the variant, with a fresh answer of the provider if it depends on one. Refuses DOMAIN_DENIED and
   *  MEMBERSHIP_UNKNOWN. */
  async recheck(actor: Actor, origin: string): Promise<{ active: boolean; email: string; emailProved: boolean }> {
    const person = await this.read(actor.uid)
    const { email, isProved: emailProved } = person
    if (isStaff(actor)) return { active: true, email, emailProved }
    this.demandDomain(person, origin)
    if (!this.memberships || !this.needsMembership(person, origin)) return { active: true, email, emailProved }
    return { active: emailProved && (await this.memberships.recheck(email)), email, emailProved }
  }

  private demandDomain({ registeredDomain }: Person, origin: string): void {
    if (registeredDomain !== '' && this.brands.of(registeredDomain) !== this.brands.ofOrigin(origin)) {
      throw refusal(brandRefusals, 'DOMAIN_DENIED')
    }
  }

  private needsMembership({ whopBypass }: Person, origin: string): boolean {
    return this.memberships !== undefined && this.brands.ofOrigin(origin).membership && !whopBypass
  }

  private async read(uid: string): Promise<Person> {
    const person = await this.platform.db
      .selectFrom('users')
      .leftJoin('memberships', 'memberships.email', 'users.email')
      .leftJoin('identity_users', 'identity_users.id', 'users.id')
      .leftJoin('members_before_proofs', 'members_before_proofs.uid', 'users.id')
      .select((eb) => eb.or([eb('emailVerified', '=', true), eb('members_before_proofs.uid', 'is not', null)]).as('isProved'))
      .select(['users.email', 'whop_bypass as whopBypass', 'registered_domain as registeredDomain'])
      .select(['is_member as isMember', 'checked_at_ms as checkedAtMs'])
      .where('users.id', '=', uid)
      .executeTakeFirst()
    // the first visit may come before the profile is written
    if (!person) return { email: '', whopBypass: false, registeredDomain: '', isMember: null, checkedAtMs: null, isProved: false }
    return { ...person, isProved: person.isProved === true }
  }
}

const isStaff = ({ role, wasAdmin }: Actor) => role === 'admin' || wasAdmin

const knownOf = ({ isMember, checkedAtMs }: Person): Known | undefined =>
  isMember === null || checkedAtMs === null ? undefined : { isMember, checkedAtMs }
