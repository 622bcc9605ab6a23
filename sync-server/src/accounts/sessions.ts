import { registerUser } from '@shop/shared/accounts/commands/register-user.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import type { Platform } from '../platform/platform.ts'
import { sql } from '../platform/sql.ts'
import { SYSTEM } from '../platform/system-actor.ts'
import { type Identity, rethrow } from './identity.ts'

/** For this long a token's session is taken as it was last read. Roles are read afresh at each request. */
const SESSION_CACHE_MS = 10_000
const MAX_CACHED = 10_000
const BEARER = /^bearer\s+([\w.~+/%=-]{1,512})\s*$/i

type Cached = { readonly uid: Promise<string | null>; readonly untilMs: number }

/** Gives a sign-in its profile. Safe to repeat. */
export async function register(platform: Platform, identity: { uid: string; email: string; name: string }): Promise<void> {
  await platform.runCommand(SYSTEM, registerUser, {
    uid: identity.uid,
    email: identity.email,
    displayName: identity.name.trim() || identity.email,
  })
}

/** The bearer token of a request. */
export function bearerOf(headers: Headers): string | undefined {
  return BEARER.exec(headers.get('authorization') ?? '')?.[1]
}

/** Knows who makes a request. */
export class Sessions {
  private readonly cache = new Map<string, Cached>()

  constructor(
    private readonly platform: Platform,
    private readonly identity: Identity,
  ) {}

  /** Who makes this request; null when its token is absent, unknown or expired. */
  async authenticate(request: Request): Promise<Actor | null> {
    const token = bearerOf(request.headers)
    const uid = token === undefined ? null : await this.uidOf(token)
    return uid === null ? null : this.actorOf(uid)
  }

  /** Forgets a session that was just ended. */
  forget(headers: Headers): void {
    this.cache.delete(bearerOf(headers) ?? '')
  }

  /** Forgets all that is remembered, when sessions may have ended other than one by one. */
  forgetAll(): void {
    this.cache.clear()
  }

  private uidOf(token: string): Promise<string | null> {
    const known = this.cache.get(token)
    if (known && known.untilMs > performance.now()) return known.uid
    const uid = this.readSession(token)
    this.cache.delete(token)
    this.cache.set(token, { uid, untilMs: performance.now() + SESSION_CACHE_MS })
    const forget = () => {
      if (this.cache.get(token)?.uid === uid) this.cache.delete(token)
    }
    uid.then((found) => found === null && forget(), forget)
    if (this.cache.size > MAX_CACHED) this.cache.delete(this.cache.keys().next().value as string)
    return uid
  }

  private async readSession(token: string): Promise<string | null> {
    const headers = new Headers({ authorization: `Bearer ${token}` })
    const session = await this.identity.api.getSession({ headers }).catch((error: unknown) => rethrow(this.platform, error))
    return session?.user.id ?? null
  }

  private async actorOf(uid: string): Promise<Actor | null> {
    const { rows } = await sql<{ role: Actor['role']; adminUntilMs: number | null }>`select role, admin_until_ms as "adminUntilMs"
      from users where id = ${uid}`.execute(this.platform.db)
    const row = rows[0]
    if (row) return { uid, role: row.role, wasAdmin: row.adminUntilMs !== null }
    return this.registerLate(uid)
  }

  /** The server died between the sign-up and its profile: it is made up for now. */
  private async registerLate(uid: string): Promise<Actor | null> {
    const { rows } = await sql<{ email: string; name: string }>`select email, name from identity_users where id = ${uid}`.execute(
      this.platform.db,
    )
    const identity = rows[0]
    if (!identity) return null
    await register(this.platform, { uid, ...identity })
    return { uid, role: 'user', wasAdmin: false }
  }
}
