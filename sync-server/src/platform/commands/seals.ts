import { createHmac } from 'node:crypto'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { isSameSecret } from '../kernel/same-secret.ts'

/** The contents of a seal. It proves that this person's command was received and done at these times with this role. */
export type Sealed = {
  readonly id: string
  readonly uid: string
  readonly argsHash: string
  readonly datedAtMs: number
  readonly receivedAtMs: number
  readonly role: Actor['role']
}

const ROLES: ReadonlySet<string> = new Set<Actor['role']>(['admin', 'user', 'system'])

const mac = (secret: string, body: string, { id, uid }: Pick<Sealed, 'id' | 'uid'>) =>
  createHmac('sha256', secret).update(`done.${body}.${id}.${uid}`).digest()

/** Seals an acknowledgement (law *Lost futures*). The secret is in the database and in each backup, so a restored server recognises seals that it
 *  made after the backup. */
export function sealOf(secret: string, sealed: Sealed): string {
  const body = [sealed.datedAtMs, sealed.receivedAtMs, sealed.role, sealed.argsHash].join('.')
  return `${body}.${mac(secret, body, sealed).toString('base64url')}`
}

/** Reads the seal of this person's command; undefined when this shop did not make the seal. */
export function readSeal(secret: string, seal: string | undefined, about: Pick<Sealed, 'id' | 'uid'>): Sealed | undefined {
  const [datedAtMs = '', receivedAtMs = '', role = '', argsHash = '', signature = ''] = seal?.split('.') ?? []
  const given = Buffer.from(signature, 'base64url')
  const right = mac(secret, [datedAtMs, receivedAtMs, role, argsHash].join('.'), about)
  if (!isSameSecret(given, right) || !ROLES.has(role)) return undefined
  return { ...about, argsHash, datedAtMs: Number(datedAtMs), receivedAtMs: Number(receivedAtMs), role: role as Actor['role'] }
}
