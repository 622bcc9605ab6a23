import { createHmac } from 'node:crypto'
import { isSameSecret } from '../platform/kernel/same-secret.ts'

/** Maximum seconds between a webhook's timestamp and now, so that nobody can send a captured webhook again later. */
export const TOLERANCE_SECONDS = 300
const MAX_SIGNATURES = 10

/** A delivery with its signature headers (Standard Webhooks). */
export type Delivery = {
  readonly id: string | null
  readonly timestamp: string | null
  readonly signatures: string | null
  readonly body: Uint8Array
}

/** Decodes the key of a secret. After `whsec_` comes base64; every other text is the key itself. */
function keyOf(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)
}

/** Signs a delivery: HMAC-SHA256 over id, timestamp and body. */
export function signatureOf(secret: string, id: string, timestamp: string, body: Uint8Array): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

/** True when a delivery was just signed with this secret. While a secret is being replaced, the header may have several signatures. */
export function isSigned({ id, timestamp, signatures, body }: Delivery, secret: string, nowMs: number): boolean {
  if (!id || id.length > 200 || !timestamp || !/^\d{1,12}$/.test(timestamp) || !signatures) return false
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const wanted = signatureOf(secret, id, timestamp, body)
  return signatures.split(' ', MAX_SIGNATURES).some((signature) => isSameSecret(signature, wanted))
}
