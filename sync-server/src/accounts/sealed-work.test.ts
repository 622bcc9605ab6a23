import type { webcrypto } from 'node:crypto'
import { SEALING_INFO, type SealedPart } from '@shop/shared/accounts/sealed-work.ts'
import { beforeAll, expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const { subtle } = globalThis.crypto
const base64 = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes as Uint8Array).toString('base64url')

/** Seals a text as browsers do. */
async function seal(text: string, serverKey: string): Promise<SealedPart> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const server = await subtle.importKey('raw', Buffer.from(serverKey, 'base64url'), curve, false, [])
  const pair = (await subtle.generateKey(curve, false, ['deriveBits'])) as webcrypto.CryptoKeyPair
  const point = await subtle.exportKey('raw', pair.publicKey)
  const bits = await subtle.deriveBits({ name: 'ECDH', public: server }, pair.privateKey, 256)
  const info = new TextEncoder().encode(SEALING_INFO)
  const base = await subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: point, info }
  const key = await subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const nonce = globalThis.crypto.getRandomValues(new Uint8Array(12))
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, new TextEncoder().encode(text))
  return { key: base64(point), nonce: base64(nonce), sealed: base64(sealed) }
}

forEachDatabase('work that a device sealed when its person signed out', (open) => {
  let shop: TestShop
  let own: { uid: string; token: string }
  let other: { uid: string; token: string }
  let serverKey: string
  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    own = await shop.signUp('ada@example.org')
    other = await shop.signUp('bea@example.org')
    serverKey = (await shop.ask('GET', '/auth/me', undefined, { token: own.token })).body.sealingKey
  })
  const openPart = (part: unknown, token: string) => shop.ask('POST', '/sync/sealed-work', part, { token })

  it('opens only for the same person and for an admin', async () => {
    const text = JSON.stringify({ uid: own.uid, records: { outbox: [{ name: 'naïve 京都 "{}"' }] } })
    const part = await seal(text, serverKey)
    expect(await openPart(part, own.token)).toMatchObject({ status: 200, body: { text } })
    expect(await openPart(part, await shop.signIn(ADMIN_EMAIL))).toMatchObject({ status: 200, body: { text } })
    expect(await openPart(part, other.token)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await openPart(part, 'no-token')).status).toBe(401)
  })

  it('opens at the largest size that a device makes', async () => {
    const text = JSON.stringify({ uid: own.uid, records: { outbox: ['x'.repeat(4_000_000)] } })
    const opened = await openPart(await seal(text, serverKey), own.token)
    expect([opened.status, opened.body.text?.length], opened.body.message).toEqual([200, text.length])
  })

  it('does not open when it was changed or sealed for another shop', async () => {
    const part = await seal(JSON.stringify({ uid: own.uid, records: {} }), serverKey)
    const elsewhere = (await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])) as webcrypto.CryptoKeyPair
    const foreignKey = base64(await subtle.exportKey('raw', elsewhere.publicKey))
    const flipped = `${part.sealed.startsWith('A') ? 'B' : 'A'}${part.sealed.slice(1)}`
    const changed: Readonly<Record<string, SealedPart>> = {
      'another byte': { ...part, sealed: flipped },
      'a piece of it': { ...part, sealed: part.sealed.slice(0, 20) },
      'another nonce': { ...part, nonce: 'AAAAAAAAAAAAAAAA' },
      'no point of the curve': { ...part, key: 'AAAA' },
      'another shop': await seal(JSON.stringify({ uid: own.uid }), foreignKey),
      'no owner': await seal(JSON.stringify({ records: {} }), serverKey),
      'no JSON': await seal('work', serverKey),
    }
    for (const [what, one] of Object.entries(changed))
      expect(await openPart(one, own.token), what).toMatchObject({ status: 409, body: { code: 'SEALED_WORK_UNREADABLE' } })
    for (const broken of [{}, { ...part, sealed: 7 }, { ...part, key: 'not base64!' }])
      expect((await openPart(broken, own.token)).status).toBe(400)
  })
})
