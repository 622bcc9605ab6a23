import { SEALING_INFO, type SealedPart } from '@shop/shared/accounts/sealed-work.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }

/** True where the browser can encrypt: on HTTPS and on the server itself. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined

/** Encrypts a text for the server's public key. The device throws its own key away, so only the server can decrypt it. */
export async function seal(text: string, serverKey: string): Promise<SealedPart> {
  const { subtle } = crypto
  const [server, pair] = await Promise.all([
    subtle.importKey('raw', bytesOf(serverKey), CURVE, false, []),
    subtle.generateKey(CURVE, false, ['deriveBits']),
  ])
  const [shared, point] = await Promise.all([
    subtle.deriveBits({ name: 'ECDH', public: server }, pair.privateKey, 256),
    subtle.exportKey('raw', pair.publicKey),
  ])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: point, info: new TextEncoder().encode(SEALING_INFO) }
  const base = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const key = await subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, new TextEncoder().encode(text))
  return { key: textOf(new Uint8Array(point)), nonce: textOf(nonce), sealed: textOf(new Uint8Array(sealed)) }
}

/** Bytes converted to text in one call; more arguments would overflow the stack. */
const SLICE = 0x8000

function textOf(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += SLICE) binary += String.fromCharCode(...bytes.subarray(at, at + SLICE))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
