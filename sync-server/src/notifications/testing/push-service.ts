import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'

type Curve = ReturnType<typeof createECDH>
type Browser = { readonly curve: Curve; readonly auth: Buffer; readonly publicKey: string }

/** A message as the device decrypted it, with its time to live. */
export type Delivered = {
  readonly deviceId: string
  readonly payload: Record<string, string>
  readonly ttl: number
  readonly topic: string
}

/** A push service that is as strict as real services. It demands a TTL, a body that the device can decrypt, and a VAPID signature by the
 *  subscription's key, for this origin and for at most a day. */
export class PushService {
  readonly delivered: Delivered[] = []
  /** Reasons for refused messages. */
  readonly refusals: string[] = []
  /** The contact that the shop gave with each message. */
  readonly subjects: string[] = []
  /** Statuses of the next answers, in order. For 0 the service never answers. */
  readonly faults: { readonly status: number; readonly retryAfter?: number }[] = []
  private readonly browsers = new Map<string, Browser>()
  private constructor(readonly origin: string) {}

  /** Starts a server on loopback. `atEnd` gets the function that closes it; by default it closes after the test. */
  static async start(atEnd: (close: () => Promise<void>) => void = onTestFinished): Promise<PushService> {
    let service: PushService | undefined
    const server = serve({ fetch: (request) => (service as PushService).app.fetch(request), port: 0, hostname: '127.0.0.1' })
    await new Promise((resolve) => server.once('listening', resolve))
    atEnd(
      () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          if ('closeAllConnections' in server) server.closeAllConnections()
        }),
    )
    service = new PushService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return service
  }

  /** Subscribes as a browser does: generates keys, and an address at this push service. */
  subscribe(publicKey: string, id = randomBytes(8).toString('hex')) {
    const curve = createECDH('prime256v1')
    curve.generateKeys()
    const auth = randomBytes(16)
    this.browsers.set(id, { curve, auth, publicKey })
    return {
      endpoint: `${this.origin}/push/${id}`,
      keys: { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') },
    }
  }

  /** Unsubscribes, as the removal of the app from the device does. */
  unsubscribe(endpoint: string): void {
    this.browsers.delete(endpoint.split('/').at(-1) as string)
  }

  /** Lists the messages that a device decrypted. */
  to(endpoint: string): Record<string, string>[] {
    return this.delivered.filter(({ deviceId }) => endpoint.endsWith(deviceId)).map(({ payload }) => payload)
  }

  private readonly app = new Hono().post('/push/:id', async (c) => {
    const fault = this.faults.shift()
    if (fault?.status === 0) await new Promise(() => {})
    if (fault) return c.text('', fault.status as 500, fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) })
    const deviceId = c.req.param('id')
    const browser = this.browsers.get(deviceId)
    if (!browser) return c.text('gone', 410)
    const wrong = this.wrongVapid(c.req.header('authorization') ?? '', browser.publicKey)
    const ttl = Number(c.req.header('ttl') ?? 'none')
    const topic = c.req.header('topic') ?? ''
    if (wrong !== undefined) {
      this.refusals.push(wrong)
      return c.text(wrong, 403)
    }
    if (!Number.isInteger(ttl) || !/^[\w-]{0,32}$/.test(topic) || c.req.header('content-encoding') !== 'aes128gcm') {
      this.refusals.push('headers')
      return c.text('headers', 400)
    }
    const body = Buffer.from(await c.req.arrayBuffer())
    if (body.length > 4_096) return c.text('too long', 413)
    this.delivered.push({ deviceId, payload: JSON.parse(readBy(browser, body)) as Record<string, string>, ttl, topic })
    return c.text('', 201)
  })

  /** Checks the shop's signature (RFC 8292). Answers the fault, or undefined when the signature is valid. */
  private wrongVapid(header: string, publicKey: string): string | undefined {
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
    const [head = '', claims = '', signature = ''] = token.split('.')
    if (key !== publicKey) return 'another key'
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    if (!isSigned) return 'signature'
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }
    this.subjects.push(sub)
    if (aud !== this.origin) return 'audience'
    if (exp * 1_000 < Date.now() || exp * 1_000 > Date.now() + 86_400_000) return 'expiry'
    return /^(mailto:|https:)/.test(sub) ? undefined : 'subject'
  }
}

/** Decrypts a message as a device does (RFC 8291). The message is one aes128gcm record, whose key derives from both sides' keys and the device's
 *  secret. */
function readBy({ curve, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const derive = (key: Buffer, from: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', key, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
  const shared = derive(curve.computeSecret(sender), auth, info, 32)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const opened = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // the last record ends with a 2 and zeros
  return opened.subarray(0, opened.lastIndexOf(2)).toString()
}
