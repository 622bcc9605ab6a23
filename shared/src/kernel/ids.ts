import * as z from 'zod/mini'

/** A UUID of any version, converted to lower case. Ids of commands and most synced rows are version 7, ids of trades and offers version 4. */
export const idSchema = z.pipe(
  z.guid('Not a valid id'),
  z.transform((id) => id.toLowerCase()),
)

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function format(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < 16; i++) text += (i === 4 || i === 6 || i === 8 || i === 10 ? '-' : '') + HEX[bytes[i] ?? 0]
  return text
}

/** Makes a UUIDv7. `atMs`: milliseconds since 1970, 0…2^48−1; `random`: at least 10 random bytes. */
export function uuidv7(atMs: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16)
  let rest = Math.min(Math.max(0, Math.floor(atMs)), 2 ** 48 - 1)
  for (let i = 5; i >= 0; i--) {
    bytes[i] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return format(bytes)
}

/** Time at which a UUIDv7 was made, in milliseconds since 1970. */
export function mintedAtMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** Hashes a text to 32 bits: FNV-1a with a final avalanche. The hash spreads well but protects no secrets. */
export function hash32(text: string, seed = 0x811c9dc5): number {
  let hash = seed >>> 0
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Derives the id number `index` from `parentId`: a UUIDv7 with the parent's time, the same on every device. Two derived ids are equal with a
 *  probability of 2^-74. */
export function derivedId(parentId: string, index: number): string {
  const random = new DataView(new ArrayBuffer(12))
  for (let word = 0; word < 3; word++)
    random.setUint32(word * 4, hash32(`${word}:${index}:${parentId}`, 0x811c9dc5 + word * 0x9e3779b1), true)
  return uuidv7(mintedAtMs(parentId), new Uint8Array(random.buffer))
}
