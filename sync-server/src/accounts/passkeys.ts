import { isIP } from 'node:net'
import { MAX_PASSKEYS, type Passkey, type PasskeyAnswer, type passkeyMadeSchema } from '@shop/shared/accounts/rules/passkeys.ts'
import { secondFactorRefusals } from '@shop/shared/accounts/second-factor-errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type * as z from 'zod/mini'
import { now } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { seal, unseal } from './sealed.ts'
import type { ShopAddress } from './shop-address.ts'
import { issueTicket, noteUsed, takeTicket } from './tickets.ts'

/** Seconds in which a person has to answer their device. */
const CHALLENGE_SECONDS = 300

type Made = z.infer<typeof passkeyMadeSchema>
type Challenge = { readonly challenge: string; readonly host: string }

/** True where browsers offer passkeys: a host name over HTTPS, or this machine as localhost. */
export function admitsPasskeys(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return isName && (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'))
}

/** Passkeys (WebAuthn). Each belongs to one host of the shop, and its device always verifies the person. An `origin` is the origin of a request.
 *  Anybody can ask for a challenge to use a passkey, so the server keeps that challenge in a sealed ticket and not in the database. */
export class Passkeys {
  constructor(
    private readonly platform: Platform,
    private readonly address: ShopAddress,
    /** Seals challenges. */
    private readonly secret: string,
  ) {}

  admits(origin: string): boolean {
    return admitsPasskeys(this.address.ofBrowser(origin))
  }

  private get db(): Db {
    return this.platform.db
  }

  async of(uid: string, db: Db | Tx = this.db): Promise<Passkey[]> {
    const rows = await db.selectFrom('passkeys').selectAll().where('uid', '=', uid).orderBy('created_at').orderBy('id').execute()
    return rows.map(({ id, name, host, created_at, last_used_at }) => ({
      id,
      name,
      host,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    }))
  }

  /** Starts a new passkey. Refuses PASSKEYS_NEED_HTTPS and TOO_MANY_PASSKEYS. */
  async startNew(uid: string, email: string, shopName: string, origin: string) {
    const host = this.hostOf(origin)
    const known = await this.db.selectFrom('passkeys').select(['credential_id', 'transports']).where('uid', '=', uid).execute()
    if (known.length >= MAX_PASSKEYS) throw refusal(secondFactorRefusals, 'TOO_MANY_PASSKEYS')
    const options = await generateRegistrationOptions({
      rpName: shopName,
      rpID: host,
      userName: email,
      userID: new TextEncoder().encode(uid),
      attestationType: 'none',
      excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const payload: Challenge = { challenge: options.challenge, host }
    const ticket = await issueTicket(this.db, { kind: 'newPasskey', uid, payload, seconds: CHALLENGE_SECONDS })
    return { options: { ...options }, ticket }
  }

  /** Checks the passkey that a browser made, and answers the columns to store. Refuses PASSKEYS_NEED_HTTPS and PASSKEY_WRONG. */
  async checkNew(uid: string, ticket: string, made: Made, origin: string) {
    const host = this.hostOf(origin)
    const taken = await takeTicket(this.db, 'newPasskey', ticket)
    const { challenge, host: madeFor } = (taken?.payload ?? {}) as Partial<Challenge>
    if (challenge === undefined || madeFor !== host || taken?.uid !== uid) throw refusal(secondFactorRefusals, 'PASSKEY_WRONG')
    const checked = await verifyRegistrationResponse({
      response: {
        ...made,
        rawId: made.id,
        clientExtensionResults: {},
        response: { ...made.response, transports: made.response.transports ?? [] },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...(await this.address.ofPages(origin))],
      expectedRPID: host,
      requireUserVerification: true,
    }).catch(() => undefined)
    if (!checked?.verified) throw refusal(secondFactorRefusals, 'PASSKEY_WRONG')
    const { credential } = checked.registrationInfo
    return {
      host,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(made.response.transports ?? []),
    }
  }

  /** Starts the use of a passkey of this host. Refuses PASSKEYS_NEED_HTTPS. */
  async startUse(origin: string) {
    const host = this.hostOf(origin)
    const options = await generateAuthenticationOptions({ rpID: host, userVerification: 'required' })
    const untilMs = this.platform.nowMs() + CHALLENGE_SECONDS * 1_000
    return { options: { ...options }, ticket: seal(this.secret, host, `${untilMs} ${options.challenge}`) }
  }

  /** Checks the use of a passkey; answers its owner. Refuses PASSKEYS_NEED_HTTPS, PASSKEY_UNKNOWN and PASSKEY_WRONG. */
  async use({ ticket, response }: PasskeyAnswer, origin: string): Promise<string> {
    const host = this.hostOf(origin)
    const challenge = this.challengeOf(ticket, host)
    const found = await this.find(response.id, host)
    if (!found) throw refusal(secondFactorRefusals, 'PASSKEY_UNKNOWN')
    const { userHandle, ...parts } = response.response
    const checked = await verifyAuthenticationResponse({
      response: {
        ...response,
        rawId: response.id,
        clientExtensionResults: {},
        response: { ...parts, ...(userHandle !== undefined && { userHandle }) },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...(await this.address.ofPages(origin))],
      expectedRPID: host,
      requireUserVerification: true,
      credential: {
        id: found.credential_id,
        publicKey: new Uint8Array(Buffer.from(found.public_key, 'base64url')),
        counter: found.counter,
        transports: found.transports,
      },
    }).catch(() => undefined)
    if (!checked?.verified) throw refusal(secondFactorRefusals, 'PASSKEY_WRONG')
    if (!(await noteUsed(this.db, 'usedChallenge', challenge, CHALLENGE_SECONDS))) throw refusal(secondFactorRefusals, 'PASSKEY_WRONG')
    const used = { counter: checked.authenticationInfo.newCounter, last_used_at: now() }
    await this.db.updateTable('passkeys').set(used).where('id', '=', found.id).execute()
    return found.uid
  }

  /** Answers the owner of the passkey that somebody claims to use. Undefined when nobody has such a passkey for this host. */
  async ownerOf({ response }: PasskeyAnswer, origin: string): Promise<string | undefined> {
    return (await this.find(response.id, this.hostOf(origin)))?.uid
  }

  private find(credentialId: string, host: string) {
    return this.db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).where('host', '=', host).executeTakeFirst()
  }

  /** Refuses PASSKEY_NOT_FOUND. */
  async rename(uid: string, id: string, name: string): Promise<Passkey> {
    await this.db.updateTable('passkeys').set({ name }).where('id', '=', id).where('uid', '=', uid).execute()
    const passkey = (await this.of(uid)).find((one) => one.id === id)
    if (!passkey) throw refusal(secondFactorRefusals, 'PASSKEY_NOT_FOUND')
    return passkey
  }

  /** Answers the host to which passkeys of this origin belong. Refuses PASSKEYS_NEED_HTTPS. */
  private hostOf(origin: string): string {
    if (!this.admits(origin)) throw refusal(secondFactorRefusals, 'PASSKEYS_NEED_HTTPS')
    return new URL(this.address.ofBrowser(origin)).hostname
  }

  /** Opens a ticket and answers its challenge. A ticket works at its own host only. Refuses PASSKEY_WRONG. */
  private challengeOf(ticket: string, host: string): string {
    const [untilMs, challenge] = unsealed(this.secret, host, ticket)?.split(' ') ?? []
    if (challenge === undefined || Number(untilMs) <= this.platform.nowMs()) throw refusal(secondFactorRefusals, 'PASSKEY_WRONG')
    return challenge
  }
}

function unsealed(...sealed: Parameters<typeof unseal>): string | undefined {
  try {
    return unseal(...sealed)
  } catch {
    return undefined
  }
}
