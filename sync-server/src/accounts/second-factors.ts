import { randomBytes } from 'node:crypto'
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '@shop/shared/accounts/rules/second-factor.ts'
import { secondFactorRefusals } from '@shop/shared/accounts/second-factor-errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { readableCode } from '@shop/shared/kernel/readable-code.ts'
import { Secret, TOTP } from 'otpauth'
import { now } from '../platform/database/expressions.ts'
import { readShopName } from '../platform/database/shop-name.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { isFactorDemanded } from './factor-demand.ts'
import { lockSignIn } from './people.ts'
import { seal, unseal } from './sealed.ts'
import { issueTicket, readTicket, takeTicket } from './tickets.ts'
import { hashOf } from './token-hash.ts'

const PERIOD_SECONDS = 30
/** Number of 30-second steps by which the clock of the authenticator app may differ. */
const TOLERANCE = 1
/** Number of 30-second steps by which a code may be early or late and still be recognised, so that the person learns that a clock is wrong. */
const CLOCK_HINT = 10
/** Seconds in which a person has to scan the QR code and type a first code. */
const SET_UP_SECONDS = 1_800

/** Payload of the ticket that keeps a new secret until its first code is confirmed. */
type StartedCodes = { readonly sealed: string }

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })

type NewPasskey = Readonly<Record<'id' | 'name' | 'host' | 'credential_id' | 'public_key' | 'transports', string>> & {
  readonly counter: number
}

/** Further work in the transaction of a change, after the checks that may refuse the change. */
type Also = (tx: Tx) => Promise<void>

/** Removes all factors of a user, with the recovery codes. */
export async function dropFactors(tx: Tx, uid: string): Promise<void> {
  for (const table of ['code_factors', 'passkeys', 'recovery_codes'] as const) await tx.deleteFrom(table).where('uid', '=', uid).execute()
}

/** Manages people's second factors: codes of authenticator apps (RFC 6238), recovery codes, and the adding and removing of passkeys. */
export class SecondFactors {
  constructor(
    private readonly platform: Platform,
    /** Seals the secrets of authenticator apps in the database. */
    private readonly secret: string,
  ) {}

  private get db(): Db {
    return this.platform.db
  }

  async of(uid: string, db: Db | Tx = this.db) {
    const codes = await db.selectFrom('code_factors').select('uid').where('uid', '=', uid).where('confirmed_at', 'is not', null).execute()
    const recovery = await db.selectFrom('recovery_codes').select('hash').where('uid', '=', uid).execute()
    const passkeys = await db.selectFrom('passkeys').select('id').where('uid', '=', uid).execute()
    const hasCodes = codes.length > 0
    return { hasCodes, recoveryCodesLeft: recovery.length, hasPasskeys: passkeys.length > 0, hasSecond: hasCodes || passkeys.length > 0 }
  }

  async isDemandedOf(uid: string): Promise<boolean> {
    const user = await this.db.selectFrom('users').select('role').where('id', '=', uid).executeTakeFirst()
    return user?.role === 'admin' && (await isFactorDemanded(this.db))
  }

  /** Reads the labels that apps and devices show for a factor: its person's e-mail and the shop's name. */
  async labelsOf(uid: string): Promise<{ email: string; shopName: string }> {
    const user = await this.db.selectFrom('identity_users').select('email').where('id', '=', uid).executeTakeFirst()
    return { email: user?.email ?? '', shopName: (await readShopName(this.db)) || 'Shop' }
  }

  /** Makes a secret for an authenticator app. A ticket keeps the secret until its first code. */
  async startCodes(uid: string, label: string, issuer: string) {
    const secret = new Secret({ size: 20 }).base32
    const payload: StartedCodes = { sealed: seal(this.secret, uid, secret) }
    const ticket = await issueTicket(this.db, { kind: 'codes', uid, seconds: SET_UP_SECONDS, payload })
    return { secret, url: totpOf(secret, label, issuer).toString(), ticket }
  }

  /** Switches codes on after a right first code. Answers new recovery codes, or none if the user already has some. Refuses CODES_NOT_STARTED,
   *  and refuses a wrong code as `stepOf` does. */
  async confirmCodes(uid: string, ticketSecret: string, code: string, also: Also): Promise<readonly string[]> {
    const started = await readTicket(this.db, 'codes', ticketSecret)
    if (started?.uid !== uid) throw refusal(secondFactorRefusals, 'CODES_NOT_STARTED')
    const { sealed } = started.payload as StartedCodes
    const step = stepOf(unseal(this.secret, uid, sealed), code, this.platform.nowMs())
    return this.change(async (tx) => {
      if (!(await takeTicket(tx, 'codes', ticketSecret))) throw refusal(secondFactorRefusals, 'CODES_NOT_STARTED')
      const written = { sealed_secret: sealed, last_step: step, confirmed_at: now() }
      await tx
        .insertInto('code_factors')
        .values({ uid, ...written })
        .onConflict((conflict) => conflict.column('uid').doUpdateSet(written))
        .execute()
      await also(tx)
      return (await this.of(uid, tx)).recoveryCodesLeft > 0 ? [] : this.writeRecoveryCodes(tx, uid)
    })
  }

  /** Accepts a code of the user's authenticator app, once. Refuses CODE_WRONG, CODE_USED, and CODE_CLOCK_OFF for an earlier code. */
  async takeCode(uid: string, code: string): Promise<void> {
    const factors = this.db.selectFrom('code_factors').select('sealed_secret').where('uid', '=', uid).where('confirmed_at', 'is not', null)
    const factor = await factors.executeTakeFirst()
    if (!factor) throw refusal(secondFactorRefusals, 'CODE_WRONG')
    const step = stepOf(unseal(this.secret, uid, factor.sealed_secret), code, this.platform.nowMs(), { tellsLater: false })
    // of two requests with the same code, the later one finds the code's time step used
    const taken = await this.db
      .updateTable('code_factors')
      .set({ last_step: step })
      .where('uid', '=', uid)
      .where('sealed_secret', '=', factor.sealed_secret)
      .where('last_step', '<', step)
      .returning('uid')
      .execute()
    if (taken.length === 0) throw refusal(secondFactorRefusals, 'CODE_USED', { fields: { code: secondFactorRefusals.CODE_USED.message } })
  }

  /** Accepts a recovery code, once. Refuses RECOVERY_CODE_WRONG. */
  async takeRecoveryCode(uid: string, code: string): Promise<void> {
    const codes = this.db.deleteFrom('recovery_codes').where('uid', '=', uid).where('hash', '=', hashOf(code))
    const taken = await codes.returning('uid').execute()
    if (taken.length > 0) return
    throw refusal(secondFactorRefusals, 'RECOVERY_CODE_WRONG', {
      fields: { recoveryCode: secondFactorRefusals.RECOVERY_CODE_WRONG.message },
    })
  }

  /** Replaces the recovery codes. Refuses SECOND_FACTOR_MISSING. */
  async resetRecoveryCodes(uid: string, also: Also): Promise<readonly string[]> {
    return this.change(async (tx) => {
      if (!(await this.of(uid, tx)).hasSecond) throw refusal(secondFactorRefusals, 'SECOND_FACTOR_MISSING')
      await also(tx)
      return this.writeRecoveryCodes(tx, uid)
    })
  }

  /** Adds a checked passkey. Answers new recovery codes, or none if the user already has some. Refuses PASSKEY_KNOWN. */
  async addPasskey(uid: string, passkey: NewPasskey, also: Also): Promise<readonly string[]> {
    return this.change(async (tx) => {
      const added = await tx
        .insertInto('passkeys')
        .values({ uid, ...passkey })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning('id')
        .execute()
      if (added.length === 0) throw refusal(secondFactorRefusals, 'PASSKEY_KNOWN')
      await also(tx)
      return (await this.of(uid, tx)).recoveryCodesLeft > 0 ? [] : this.writeRecoveryCodes(tx, uid)
    })
  }

  /** Switches codes off. Refuses SECOND_FACTOR_KEPT when the shop demands a factor of the person, who has no other. */
  async removeCodes(uid: string, also: Also): Promise<void> {
    await this.remove(uid, also, async (tx) => {
      return (await tx.deleteFrom('code_factors').where('uid', '=', uid).returning('uid').execute()).length > 0
    })
  }

  /** Removes a passkey. Refuses PASSKEY_NOT_FOUND, and SECOND_FACTOR_KEPT as `removeCodes` does. */
  async removePasskey(uid: string, id: string, also: Also): Promise<void> {
    await this.remove(uid, also, async (tx) => {
      const removed = await tx.deleteFrom('passkeys').where('id', '=', id).where('uid', '=', uid).returning('id').execute()
      if (removed.length === 0) throw refusal(secondFactorRefusals, 'PASSKEY_NOT_FOUND')
      return true
    })
  }

  /** Removes a factor, and with the last factor the recovery codes. `removeOne` answers whether there was anything to remove. */
  private async remove(uid: string, also: Also, removeOne: (tx: Tx) => Promise<boolean>): Promise<void> {
    const isDemanded = await this.isDemandedOf(uid)
    await this.change(async (tx) => {
      // otherwise each of two simultaneous removals would still see the factor that the other one removes
      await lockSignIn(tx, uid)
      const before = await this.of(uid, tx)
      if (!(await removeOne(tx))) return
      if (!(await this.of(uid, tx)).hasSecond) {
        if (isDemanded && before.hasSecond) throw refusal(secondFactorRefusals, 'SECOND_FACTOR_KEPT')
        await tx.deleteFrom('recovery_codes').where('uid', '=', uid).execute()
      }
      await also(tx)
    })
  }

  /** Runs a change of somebody's factors, and then starts the jobs that it queued. */
  private async change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const done = await this.platform.transaction(work)
    this.platform.jobs.wake()
    return done
  }

  /** Stores the hashes of new recovery codes, and answers the codes as people type them. The hashes need no salt, because each code has 80 random
   *  bits. */
  private async writeRecoveryCodes(tx: Tx, uid: string): Promise<readonly string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () => readableCode(randomBytes(RECOVERY_CODE_LENGTH)))
    await tx.deleteFrom('recovery_codes').where('uid', '=', uid).execute()
    await tx
      .insertInto('recovery_codes')
      .values(codes.map((code) => ({ uid, hash: hashOf(code) })))
      .execute()
    return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
  }
}

/** Answers the time step of a code that is valid at `nowMs`. Refuses CODE_WRONG and CODE_CLOCK_OFF. `tellsLater`: false hides that a code becomes valid
 *  later, because a guesser would wait for that time. */
export function stepOf(secret: string, code: string, nowMs: number, { tellsLater = true } = {}): number {
  const off = totpOf(secret).validate({ token: code, timestamp: nowMs, window: CLOCK_HINT })
  if (off !== null && Math.abs(off) <= TOLERANCE) return Math.floor(nowMs / 1_000 / PERIOD_SECONDS) + off
  const why = off === null || (off > 0 && !tellsLater) ? 'CODE_WRONG' : 'CODE_CLOCK_OFF'
  throw refusal(secondFactorRefusals, why, { fields: { code: secondFactorRefusals[why].message } })
}
