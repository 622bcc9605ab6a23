import { randomBytes } from 'node:crypto'
import type { ProviderError } from '@shop/shared/accounts/calls/providers.ts'
import { linkDiscord } from '@shop/shared/accounts/commands/link-discord.ts'
import { proveEmail } from '@shop/shared/accounts/commands/prove-email.ts'
import { providerLinkRefusals } from '@shop/shared/accounts/provider-link-errors.ts'
import { PROVIDERS, type ProviderId } from '@shop/shared/accounts/rules/providers.ts'
import { displayNameSchema, emailSchema } from '@shop/shared/accounts/rules.ts'
import { Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { now } from '../../platform/database/expressions.ts'
import type { Db, Tx } from '../../platform/database/sql.ts'
import { SYSTEM } from '../../platform/kernel/system-actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { proveByProvider } from '../email-proofs.ts'
import { BY_PASSWORD, endStrangersWays } from '../passwords.ts'
import { lockSignIn } from '../people.ts'
import { registerLate } from '../sessions.ts'
import { isSetUp } from '../shop-opening.ts'
import { type SignedUp, signUpPerson, TakenMeanwhile } from '../sign-up.ts'
import { ProviderFailure, type ProviderProfile } from './provider.ts'

/** The account that a profile signs in to. `wasTakenOver`: its e-mail was unproved, and all other ways to sign in to it have ended. `awaitsSecond`:
 *  it asks for a second step, and nothing is linked before that step. `invitationId`: the invitation that a new account used. */
type Found = {
  readonly uid: string
  readonly invitationId?: string | undefined
  readonly isNew: boolean
  readonly wasTakenOver: boolean
  readonly awaitsSecond: boolean
}
const FOUND = { isNew: false, wasTakenOver: false, awaitsSecond: false } as const

/** Answers whether sign-ins of this user ask for a second step. */
type HasSecond = (uid: string) => Promise<boolean>

/** Notes, in the transaction of a new link, that this user's account was linked. */
export type NoteLink = (tx: Tx, uid: string) => Promise<void>

/** Context of a sign-in by a provider. `registeredDomain`: the only variant that a new account may use, or '' for all variants. `invitation`: hash of
 *  the secret of an invitation's link. `noteLink`: called when the profile is linked to an existing account. `newAccount`: makes a new account within
 *  the limit of the network. */
type Arrival = {
  readonly provider: ProviderId
  readonly profile: ProviderProfile
  readonly registeredDomain: string
  readonly invitation: string | undefined
  readonly hasSecond: HasSecond
  readonly noteLink: NoteLink
  readonly newAccount: <T>(make: () => Promise<T>) => Promise<T>
}
/** A profile to link to an existing account. */
type NewLink = Pick<Arrival, 'provider' | 'profile' | 'noteLink'>

/** Finds the account of a profile: the linked account, else the account with the e-mail that the provider vouches for, else a new account. Throws
 *  ProviderFailure `unverified`, `closed` or `setup`, or the reason of the sign-up rule. */
export async function accountOf(platform: Platform, arrival: Arrival): Promise<Found> {
  try {
    return await findOrAdd(platform, arrival)
  } catch (error) {
    // the same person signed in twice at the same time, and the other request created the account or the link
    if (!(error instanceof TakenMeanwhile)) throw error
    return findOrAdd(platform, arrival)
  }
}

async function findOrAdd(platform: Platform, arrival: Arrival): Promise<Found> {
  const { provider, profile, hasSecond } = arrival
  const linked = await linkedTo(platform.db, provider, profile.id)
  if (linked !== undefined) {
    const uid = await requireOpen(platform.db, linked)
    if (await hasSecond(uid)) return { ...FOUND, uid, awaitsSecond: true }
    await proveEmailOf(platform, uid, profile)
    return { ...FOUND, uid }
  }
  const joined = await linkByEmail(platform, arrival)
  if (joined) return joined
  if (!(await isSetUp(platform.db))) throw new ProviderFailure('setup', 'the shop has no admin yet')
  return { ...FOUND, ...(await addPerson(platform, arrival)), isNew: true }
}

/** Completes a sign-in after its second step: links the profile if it is not linked yet, and writes a Discord account into the person's profile.
 *  Throws ProviderFailure `closed`, and `taken` when the profile is now somebody else's or the person's e-mail has changed. */
export async function joinAfterSecondStep(platform: Platform, uid: string, { provider, profile, noteLink }: NewLink): Promise<void> {
  const { db } = platform
  await requireOpen(db, uid)
  const taken = new ProviderFailure('taken', 'the account belongs to another user by now')
  const owner = await linkedTo(db, provider, profile.id)
  if (owner !== undefined && owner !== uid) throw taken
  if (owner === undefined) {
    const person = db.selectFrom('identity_users').select('id').where('id', '=', uid)
    if (!(await person.where('email', '=', verifiedEmailOf(profile) ?? '').executeTakeFirst())) throw taken
    await addNotedLink(platform, uid, { provider, profile, noteLink }).catch((error: unknown) => {
      throw error instanceof TakenMeanwhile ? taken : error
    })
  }
  await proveEmailOf(platform, uid, profile)
  if (provider === 'discord') await showDiscord(platform, uid, profile)
}

async function proveEmailOf(platform: Platform, uid: string, profile: ProviderProfile): Promise<void> {
  const email = verifiedEmailOf(profile)
  if (email !== undefined) await proveByProvider(platform, uid, email)
}

/** A user, and the session in which this user began to link a provider's account or to prove their identity there. */
export type Linking = { readonly uid: string; readonly sessionId: string }

/** Links a profile to a signed-in user, and writes a Discord account into the user's profile. The link replaces an earlier one to the same provider.
 *  Throws ProviderFailure `closed`, `taken` when the profile is linked to somebody else, and `state` when the session that began the link has
 *  ended. */
export async function linkTo(platform: Platform, { uid, sessionId }: Linking, { provider, profile, noteLink }: NewLink): Promise<void> {
  await requireOpen(platform.db, uid)
  const taken = new ProviderFailure('taken', 'the account is linked to another user')
  const owner = await linkedTo(platform.db, provider, profile.id)
  if (owner !== undefined && owner !== uid) throw taken
  const join = async (tx: Tx) => {
    // locks the session, so that an act that ends the session has to wait, finds the link and can undo it
    const lasting = await tx
      .selectFrom('identity_sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('userId', '=', uid)
      .where('expiresAt', '>', now())
      .forKeyShare()
      .executeTakeFirst()
    if (!lasting) throw new ProviderFailure('state', 'the session that began the link has ended')
    const linked = tx.deleteFrom('identity_accounts').where('userId', '=', uid).where('providerId', '=', provider)
    await linked.where('accountId', '<>', profile.id).execute()
    if (owner !== undefined) return
    await addLink(tx, uid, provider, profile.id)
    await noteLink(tx, uid)
  }
  try {
    if (provider === 'discord') await writeDiscord(platform, uid, profile, join)
    else await platform.transaction(join)
  } catch (error) {
    throw error instanceof TakenMeanwhile ? taken : error
  }
  await proveEmailOf(platform, uid, profile)
}

/** Writes the Discord account of a sign-in into the user's profile. Leaves a different chat id as it is, because the person may have typed it in. */
export async function showDiscord(platform: Platform, uid: string, profile: ProviderProfile): Promise<void> {
  const users = platform.db.selectFrom('users').select('id').where('id', '=', uid)
  if (!(await users.where('discord_id', 'not in', ['', profile.id]).executeTakeFirst())) await writeDiscord(platform, uid, profile)
}

async function writeDiscord(platform: Platform, uid: string, { id, username }: ProviderProfile, also?: (tx: Tx) => Promise<void>) {
  await platform.runCommand(SYSTEM, linkDiscord, { uid, discordId: id, discordUsername: username }, { also })
}

export async function linkedTo(db: Db | Tx, provider: ProviderId, accountId: string): Promise<string | undefined> {
  const links = db.selectFrom('identity_accounts').where('providerId', '=', provider).where('accountId', '=', accountId)
  return (await links.select('userId').executeTakeFirst())?.userId
}

/** A link to end. `has` answers whether the shop has a provider, and `noteUnlink` notes the end in its transaction. */
type EndingLink = {
  readonly uid: string
  readonly provider: ProviderId
  readonly has: (id: ProviderId) => boolean
  readonly noteUnlink: (tx: Tx) => Promise<void>
}

/** Unlinks a user's account at a provider, also in the user's profile. Refuses LINK_NOT_FOUND, and LAST_WAY_IN when the user would have neither a
 *  password nor a link to a provider of the shop. */
export async function unlink(platform: Platform, { uid, provider, has, noteUnlink }: EndingLink): Promise<void> {
  const also = async (tx: Tx) => {
    // of two removals at the same moment, the second must find the first
    await lockSignIn(tx, uid)
    const link = tx.deleteFrom('identity_accounts').where('userId', '=', uid).where('providerId', '=', provider)
    if ((await link.returning('id').execute()).length === 0) throw refusal(providerLinkRefusals, 'LINK_NOT_FOUND')
    const left = await linkedProviders(tx, uid)
    if (!left.has(BY_PASSWORD) && !PROVIDERS.some((id) => left.has(id) && has(id))) throw refusal(providerLinkRefusals, 'LAST_WAY_IN')
    await noteUnlink(tx)
  }
  if (provider === 'discord') await platform.runCommand(SYSTEM, linkDiscord, { uid, discordId: '', discordUsername: '' }, { also })
  else await platform.transaction(also)
}

export async function linkedProviders(db: Db | Tx, uid: string): Promise<ReadonlySet<string>> {
  const links = await db.selectFrom('identity_accounts').select('providerId').where('userId', '=', uid).execute()
  return new Set(links.map(({ providerId }) => providerId))
}

/** Normalises the e-mail; undefined when the provider does not vouch for it. */
function verifiedEmailOf(profile: ProviderProfile): string | undefined {
  const parsed = emailSchema.safeParse(profile.email)
  return profile.isEmailVerified && parsed.success ? parsed.data : undefined
}

/** Links a profile to the account with its e-mail if the account asks for no second step. If the e-mail was never proved, a stranger may have made
 *  the account. Then the account goes to the owner of the address, and everybody else loses access. */
async function linkByEmail(platform: Platform, { provider, profile, hasSecond, noteLink }: Arrival): Promise<Found | undefined> {
  const email = verifiedEmailOf(profile)
  if (email === undefined) throw new ProviderFailure('unverified', 'the provider vouches for no e-mail address')
  const { db } = platform
  const owner = await db.selectFrom('identity_users').select(['id', 'emailVerified']).where('email', '=', email).executeTakeFirst()
  if (!owner) return undefined
  const uid = await requireOpen(db, owner.id)
  if (owner.emailVerified) {
    // somebody with only the mailbox can get a provider's account, and must not open an account that asks for a second step
    if (await hasSecond(uid)) return { ...FOUND, uid, awaitsSecond: true }
    await addNotedLink(platform, uid, { provider, profile, noteLink })
    return { ...FOUND, uid }
  }
  await registerLate(platform, uid)
  const also = async (tx: Tx) => {
    await endStrangersWays(tx, uid)
    await addLink(tx, uid, provider, profile.id)
    await noteLink(tx, uid)
  }
  await platform.runCommand(SYSTEM, proveEmail, { uid, isTakenOver: true }, { also })
  platform.log.warn(
    { uid, provider },
    'an account with an unproved e-mail went to the person who proved it; its password, links and sessions ended',
  )
  return { ...FOUND, uid, wasTakenOver: true }
}

/** Reasons that the callback screen shows, by the code of the refusal. */
const UNADMITTED: Readonly<Record<string, ProviderError>> = {
  SIGN_UP_OFF: 'signUpOff',
  INVITATION_NEEDED: 'invitationNeeded',
  INVITATION_UNKNOWN: 'invitationUnknown',
  INVITATION_USED: 'invitationUsed',
  INVITATION_OLD: 'invitationOld',
  INVITATION_REVOKED: 'invitationRevoked',
  INVITATION_OTHER_EMAIL: 'invitationOtherEmail',
  TOO_MANY_ATTEMPTS: 'tooManySignUps',
}

async function addPerson(platform: Platform, { provider, profile, registeredDomain, invitation, newAccount }: Arrival): Promise<SignedUp> {
  const email = verifiedEmailOf(profile) as string
  const named = displayNameSchema.safeParse([...profile.name.toWellFormed()].slice(0, 50).join(''))
  const displayName = named.success ? named.data : (email.split('@')[0] as string).slice(0, 50)
  const newcomer = { email, displayName, isProved: true, registeredDomain, invitation }
  const make = () => signUpPerson(platform, newcomer, async () => (tx, uid) => addLink(tx, uid, provider, profile.id))
  return newAccount(make).catch((error: unknown) => {
    const reason = error instanceof Refusal ? UNADMITTED[error.code] : undefined
    throw reason === undefined ? error : new ProviderFailure(reason, 'the shop admits no such new account')
  })
}

async function addNotedLink(platform: Platform, uid: string, { provider, profile, noteLink }: NewLink): Promise<void> {
  await platform.transaction(async (tx) => {
    await addLink(tx, uid, provider, profile.id)
    await noteLink(tx, uid)
  })
}

async function addLink(db: Db | Tx, uid: string, provider: ProviderId, accountId: string): Promise<void> {
  const id = uuidv7(Date.now(), randomBytes(10))
  const added = await db
    .insertInto('identity_accounts')
    .values({ id, accountId, providerId: provider, userId: uid, updatedAt: now() })
    .onConflict((conflict) => conflict.columns(['providerId', 'accountId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new TakenMeanwhile()
}

async function requireOpen(db: Db, uid: string): Promise<string> {
  const closed = await db.selectFrom('users').select('id').where('id', '=', uid).where('closed_at_ms', 'is not', null).executeTakeFirst()
  if (closed) throw new ProviderFailure('closed', 'the account is closed')
  return uid
}
