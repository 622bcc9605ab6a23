import { SEALING_INFO, type SealedPart } from '@shop/shared/accounts/sealed-work.ts'
import type { SealedRecord } from './records.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }

/** True where the browser can encrypt: over HTTPS, and on the server's own machine. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined

/** Encrypts a text for the server's public key. The device throws its own key away, so only the server can decrypt the text. */
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

/** Maximum number of characters of a piece. Its base64 then stays within the server's limit, even if every character takes several bytes. */
const PIECE_CHARACTERS = 1_000_000

/** Encrypts a person's content for the server, in several pieces if it is too long for one request. */
export async function sealPieces(uid: string, content: object, serverKey: string): Promise<Pick<SealedRecord, 'part' | 'more'>> {
  const text = JSON.stringify({ uid, ...content })
  if (text.length <= PIECE_CHARACTERS) return { part: await seal(text, serverKey) }
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) pieces.push(text.slice(at, at + PIECE_CHARACTERS))
  const [part, ...more] = await Promise.all(pieces.map((piece) => seal(JSON.stringify({ uid, piece }), serverKey)))
  return { part: part as SealedPart, more }
}

/** Decrypts what `sealPieces` made, one piece after the other. */
export async function openPieces<T>({ part, more = [] }: SealedRecord, open: (part: SealedPart) => Promise<string>): Promise<T> {
  const first = await open(part)
  if (more.length === 0) return JSON.parse(first) as T
  const pieces = [pieceOf(first)]
  for (const one of more) pieces.push(pieceOf(await open(one)))
  return JSON.parse(pieces.join('')) as T
}

const pieceOf = (text: string) => (JSON.parse(text) as { piece: string }).piece

/** Number of bytes converted to text in one call; more arguments would overflow the stack. */
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
