import { registerUser } from '@shop/shared/accounts/commands/register-user.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { daysFromNow, now, secondsFromNow } from '../platform/database/expressions.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import type { Platform } from '../platform/platform.ts'
import { SESSION_DAYS } from './identity.ts'
import { hashOf } from './token-hash.ts'

/** Milliseconds for which a token's session is answered from the cache. Roles are read at each request. */
const SESSION_CACHE_MS = 10_000
const MAX_CACHED = 10_000
/** The use of a session is recorded at most once in this time. Each record prolongs the session. */
const NOTE_EVERY_SECONDS = 3_600
const BEARER = /^bearer\s+([\w.~+/%=-]{1,512})\s*$/i

/** A session in the cache, loaded or still loading. `known` is the session's user once the session has loaded. */
type Cached = { readonly uid: Promise<string | null>; readonly untilMs: number; known?: string | null }

export function bearerOf(headers: Headers): string | undefined {
  return BEARER.exec(headers.get('authorization') ?? '')?.[1]
}

/** The hash of a request's token, which the database keeps and by which the session is named where no secret may be. */
export const sessionHashOf = (request: Request): string => hashOf(bearerOf(request.headers) ?? '')

export class Sessions {
  private readonly cache = new Map<string, Cached>()

  constructor(private readonly platform: Platform) {
    platform.events.onAccessChange((uid) => this.forget(uid))
  }

  /** Answers the actor of a request, or null when its token is absent, unknown or expired, or its account closed. */
  async authenticate(request: Request): Promise<Actor | null> {
    const token = bearerOf(request.headers)
    const uid = token === undefined ? null : await this.uidOf(token)
    return uid === null ? null : this.actorOf(uid)
  }

  /** Answers the id of a request's session, or null when the request has no session. */
  async idOf(request: Request): Promise<string | null> {
    const token = bearerOf(request.headers)
    if (token === undefined) return null
    const { db } = this.platform
    const lasting = db.selectFrom('identity_sessions').where('token', '=', hashOf(token)).where('expiresAt', '>', now())
    return (await lasting.select('id').executeTakeFirst())?.id ?? null
  }

  forgetAll(): void {
    this.cache.clear()
  }

  /** Drops the cached sessions of a person, and every session that is still loading, because it may be this person's. Null stands for everybody. */
  private forget(uid: string | null): void {
    for (const [token, { known }] of this.cache) if (uid === null || known === undefined || known === uid) this.cache.delete(token)
  }

  private uidOf(token: string): Promise<string | null> {
    const known = this.cache.get(token)
    if (known && known.untilMs > performance.now()) return known.uid
    const uid = this.readSession(token)
    this.cache.delete(token)
    const cached: Cached = { uid, untilMs: performance.now() + SESSION_CACHE_MS }
    this.cache.set(token, cached)
    const forget = () => {
      if (this.cache.get(token) === cached) this.cache.delete(token)
    }
    uid.then((found) => {
      cached.known = found
      if (found === null) forget()
    }, forget)
    if (this.cache.size > MAX_CACHED) this.cache.delete(this.cache.keys().next().value as string)
    return uid
  }

  private async readSession(token: string): Promise<string | null> {
    const { db } = this.platform
    const hash = hashOf(token)
    const session = await db
      .selectFrom('identity_sessions')
      .select((eb) => ['userId as uid', eb('updatedAt', '<', secondsFromNow(-NOTE_EVERY_SECONDS)).as('isDue')])
      .where('token', '=', hash)
      .where('expiresAt', '>', now())
      .executeTakeFirst()
    if (session?.isDue) {
      const used = { updatedAt: now(), expiresAt: daysFromNow(SESSION_DAYS) }
      await db.updateTable('identity_sessions').set(used).where('token', '=', hash).execute()
    }
    return session?.uid ?? null
  }

  private async actorOf(uid: string): Promise<Actor | null> {
    const { db } = this.platform
    const user = await db.selectFrom('users').select(['role', 'admin_until_ms', 'closed_at_ms']).where('id', '=', uid).executeTakeFirst()
    if (user) return user.closed_at_ms === null ? { uid, role: user.role, wasAdmin: user.admin_until_ms !== null } : null
    return (await registerLate(this.platform, uid)) ? { uid, role: 'user', wasAdmin: false } : null
  }
}

/** Creates a profile that is missing because a server of an earlier release stopped right after the sign-up. Safe to repeat. False when nobody signs
 *  in by this uid. */
export async function registerLate(platform: Platform, uid: string): Promise<boolean> {
  const { db } = platform
  const known = db.selectFrom('identity_users').select(['email', 'name', 'emailVerified as isProved'])
  const identity = await known.where('id', '=', uid).executeTakeFirst()
  if (!identity) return false
  const { email, name, isProved } = identity
  await platform.runCommand(SYSTEM, registerUser, { uid, email, isProved, displayName: name.trim() || email })
  return true
}
