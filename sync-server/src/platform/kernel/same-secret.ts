import { createHash, timingSafeEqual } from 'node:crypto'

const digestOf = (secret: string | Uint8Array) => createHash('sha256').update(secret).digest()

/** True when a secret that somebody sent, such as a seal, is the right secret. The time of the comparison reveals nothing. */
export const isSameSecret = (given: string | Uint8Array, right: string | Uint8Array): boolean =>
  timingSafeEqual(digestOf(given), digestOf(right))
