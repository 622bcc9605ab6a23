import { randomBytes } from 'node:crypto'
import { linkDiscord } from '@shop/shared/accounts/commands/link-discord.ts'
import { registerUser } from '@shop/shared/accounts/commands/register-user.ts'
import { displayNameSchema, emailSchema } from '@shop/shared/accounts/rules.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { type Db, sql, type Tx } from '../../platform/database/sql.ts'
import { SYSTEM } from '../../platform/kernel/system-actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSetUp } from '../shop-opening.ts'
import { ProviderFailure, type ProviderId, type ProviderProfile } from './provider.ts'

/** Somebody else, or the same person in another tab, was quicker. */
class TakenMeanwhile extends Error {
  override readonly name = 'TakenMeanwhile'
}

/** Whose account a profile is: the one it is linked to, else the one with the same e-mail, if both sides have proved it, else a new one.
 *  Throws ProviderFailure: `unverified`, `email`, `closed`, `setup`. */
export async function accountOf(
  platform: Platform,
  provider: ProviderId,
  profile: ProviderProfile,
): Promise<{ readonly uid: string; readonly isNew: boolean }> {
  try {
    return await findOrAdd(platform, provider, profile)
  } catch (error) {
    // the same person twice at once: the other one made the account or the link
    if (!(error instanceof TakenMeanwhile)) throw error
    return findOrAdd(platform, provider, profile)
  }
}

async function findOrAdd(platform: Platform, provider: ProviderId, profile: ProviderProfile) {
  const known = (await linkedTo(platform.db, provider, profile.id)) ?? (await linkByEmail(platform, provider, profile))
  if (known !== undefined) return { uid: await requireOpen(platform.db, known), isNew: false }
  if (!(await isSetUp(platform.db))) throw new ProviderFailure('setup', 'the shop has no admin yet')
  return { uid: await addPerson(platform, provider, profile), isNew: true }
}

/** Who links a provider's account, and the session they began it in. */
export type Linking = { readonly uid: string; readonly sessionId: string }

/** Links a profile to a user who is signed in, in place of another of the same provider, and writes a Discord account into the profile. Throws ProviderFailure
 *  `taken` when it is somebody else's, and `state` when the session has ended: whoever ended it wants nothing to come of what was begun there. */
export async function linkTo(
  platform: Platform,
  { uid, sessionId }: Linking,
  provider: ProviderId,
  profile: ProviderProfile,
): Promise<void> {
  await requireOpen(platform.db, uid)
  const taken = new ProviderFailure('taken', 'the account is linked to another user')
  const owner = await linkedTo(platform.db, provider, profile.id)
  if (owner !== undefined && owner !== uid) throw taken
  const join = async (tx: Tx) => {
    // locked: a session that ends from here on finds the link, and can undo it
    const { rows: lasting } =
      await sql`select 1 from identity_sessions where id = ${sessionId} and "userId" = ${uid} and "expiresAt" > now() for key share`.execute(
        tx,
      )
    if (lasting.length === 0) throw new ProviderFailure('state', 'the session that began the link has ended')
    await sql`delete from identity_accounts where "userId" = ${uid} and "providerId" = ${provider} and "accountId" <> ${profile.id}`.execute(
      tx,
    )
    if (owner === undefined) await addLink(tx, uid, provider, profile.id)
    const email = verifiedEmailOf(profile)
    // the provider vouches for the very address this account signs in with
    if (email) await sql`update identity_users set "emailVerified" = true where id = ${uid} and email = ${email}`.execute(tx)
  }
  try {
    if (provider === 'discord') await writeDiscord(platform, uid, profile, join)
    else await platform.transaction(join)
  } catch (error) {
    throw error instanceof TakenMeanwhile ? taken : error
  }
}

/** Writes the Discord account somebody signs in with into the profile it belongs to. Another chat id, which the person has typed in, stays (spec §2 Profile). */
export async function showDiscord(platform: Platform, uid: string, profile: ProviderProfile): Promise<void> {
  const { rows } = await sql`select 1 from users where id = ${uid} and discord_id not in ('', ${profile.id})`.execute(platform.db)
  if (rows.length === 0) await writeDiscord(platform, uid, profile)
}

async function writeDiscord(platform: Platform, uid: string, { id, username }: ProviderProfile, also?: (tx: Tx) => Promise<void>) {
  await platform.runCommand(SYSTEM, linkDiscord, { uid, discordId: id, discordUsername: username }, { also })
}

async function linkedTo(db: Db, provider: ProviderId, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ uid: string }>`select "userId" as uid from identity_accounts
    where "providerId" = ${provider} and "accountId" = ${accountId}`.execute(db)
  return rows[0]?.uid
}

/** The e-mail as it is kept and compared; undefined when the provider does not vouch for it. */
function verifiedEmailOf(profile: ProviderProfile): string | undefined {
  const parsed = emailSchema.safeParse(profile.email)
  return profile.isEmailVerified && parsed.success ? parsed.data : undefined
}

async function linkByEmail(platform: Platform, provider: ProviderId, profile: ProviderProfile): Promise<string | undefined> {
  const email = verifiedEmailOf(profile)
  if (email === undefined) throw new ProviderFailure('unverified', 'the provider vouches for no e-mail address')
  const { rows } = await sql<{ uid: string; isVerified: boolean }>`select id as uid, "emailVerified" as "isVerified" from identity_users
    where email = ${email}`.execute(platform.db)
  const owner = rows[0]
  if (!owner) return undefined
  // whoever signed up with this address never proved it: joining the two would hand one person's account to another
  if (!owner.isVerified) throw new ProviderFailure('email', 'another account has the e-mail address')
  await requireOpen(platform.db, owner.uid)
  await addLink(platform.db, owner.uid, provider, profile.id)
  return owner.uid
}

/** Sign-in and profile in one transaction. */
async function addPerson(platform: Platform, provider: ProviderId, profile: ProviderProfile): Promise<string> {
  const email = verifiedEmailOf(profile) as string
  const uid = uuidv7(platform.nowMs(), randomBytes(10))
  const named = displayNameSchema.safeParse([...profile.name.toWellFormed()].slice(0, 50).join(''))
  const displayName = named.success ? named.data : (email.split('@')[0] as string).slice(0, 50)
  await platform.runCommand(
    SYSTEM,
    registerUser,
    { uid, email, displayName },
    {
      also: async (tx) => {
        const { rows } =
          await sql`insert into identity_users (id, name, email, "emailVerified") values (${uid}, ${displayName}, ${email}, true)
          on conflict (email) do nothing returning id`.execute(tx)
        if (rows.length === 0) throw new TakenMeanwhile()
        await addLink(tx, uid, provider, profile.id)
      },
    },
  )
  return uid
}

async function addLink(db: Db | Tx, uid: string, provider: ProviderId, accountId: string): Promise<void> {
  const { rows } = await sql`insert into identity_accounts (id, "accountId", "providerId", "userId", "updatedAt")
    values (${uuidv7(Date.now(), randomBytes(10))}, ${accountId}, ${provider}, ${uid}, now())
    on conflict ("providerId", "accountId") do nothing returning id`.execute(db)
  if (rows.length === 0) throw new TakenMeanwhile()
}

async function requireOpen(db: Db, uid: string): Promise<string> {
  const { rows } = await sql`select 1 from users where id = ${uid} and closed_at_ms is not null`.execute(db)
  if (rows.length > 0) throw new ProviderFailure('closed', 'the account is closed')
  return uid
}
