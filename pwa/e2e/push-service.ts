import { createCipheriv, createECDH, createHash, hkdfSync, randomBytes, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { TEST_CERT, TEST_KEY } from '@shop/shared/testing/certificate.ts'

// Speaks the protocol of Google's push service with Chromium. Check-in and registration use HTTP, messages a separate connection.
// Command-line switches point the browser here, so that it subscribes, decrypts and shows notifications with its own code.

const MCS_VERSION = 41
const LOGIN_RESPONSE = 3
const DATA_MESSAGE = 8

/** Encodes a number. This function and those below write the part of protocol buffers that these messages use. */
function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = BigInt(value)
  do {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0))
    rest >>= 7n
  } while (rest > 0n)
  return Buffer.from(bytes)
}
const numberField = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)])
const bytesField = (field: number, value: string | Buffer) => {
  const bytes = Buffer.from(value as string)
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes])
}
const fixedField = (field: number, value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return Buffer.concat([varint(field * 8 + 1), bytes])
}
const packet = (tag: number, message: Buffer) => Buffer.concat([Buffer.from([tag]), varint(message.length), message])

const tokenOf = (endpoint: string) => endpoint.split('/').at(-1) as string

type Keys = { readonly p256dh: string; readonly auth: string }
type Registered = { readonly appId: string; readonly sender: string }

export class PushService {
  private readonly registered = new Map<string, Registered>()
  private readonly connections = new Set<TLSSocket>()
  private readonly kept: Buffer[] = []
  private constructor(
    private readonly http: Server,
    private readonly messages: Server,
  ) {}

  static async start(): Promise<PushService> {
    let service: PushService | undefined
    const http = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => response.end(service?.answer(request.url ?? '', Buffer.concat(chunks).toString())))
    })
    const messages = createTlsServer({ cert: TEST_CERT, key: TEST_KEY }, (socket) => service?.connect(socket))
    for (const server of [http, messages]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    service = new PushService(http, messages)
    return service
  }

  /** Command-line switches that point Chromium to this service. */
  get args(): readonly string[] {
    const publicKey = new X509Certificate(TEST_CERT).publicKey.export({ type: 'spki', format: 'der' })
    const portOf = (server: Server) => (server.address() as AddressInfo).port
    return [
      `--gcm-checkin-url=http://127.0.0.1:${portOf(this.http)}/checkin`,
      `--gcm-registration-url=http://127.0.0.1:${portOf(this.http)}/register`,
      `--gcm-mcs-endpoint=https://localhost:${portOf(this.messages)}`,
      `--ignore-certificate-errors-spki-list=${createHash('sha256').update(publicKey).digest('base64')}`,
    ]
  }

  /** The shop's key that the browser registered for this subscription. */
  senderOf = (endpoint: string): string | undefined => this.registered.get(tokenOf(endpoint))?.sender

  /** Delivers a message to the browser of a subscription, and again at each reconnect. */
  deliver({ endpoint, keys }: { readonly endpoint: string; readonly keys: Keys }, payload: string): void {
    const { appId, sender } = this.registered.get(tokenOf(endpoint)) as Registered
    const encoding = bytesField(7, Buffer.concat([bytesField(1, 'content-encoding'), bytesField(2, 'aes128gcm')]))
    const id = randomBytes(8).toString('hex')
    const message = [
      bytesField(2, id),
      bytesField(3, sender),
      bytesField(5, appId),
      encoding,
      bytesField(9, id),
      bytesField(21, sealed(payload, keys)),
    ]
    const sent = packet(DATA_MESSAGE, Buffer.concat(message))
    this.kept.push(sent)
    for (const socket of this.connections) socket.write(sent)
  }

  async close(): Promise<void> {
    for (const socket of this.connections) socket.destroy()
    for (const server of [this.http, this.messages]) await new Promise((resolve) => server.close(resolve))
  }

  private answer(path: string, body: string): Buffer | string {
    if (path === '/checkin')
      return Buffer.concat([numberField(1, 1), numberField(3, Date.now()), fixedField(7, 4_242n), fixedField(8, 77n)])
    const form = new URLSearchParams(body)
    const token = randomBytes(20).toString('hex')
    this.registered.set(token, { appId: form.get('X-subtype') ?? '', sender: form.get('sender') ?? '' })
    return `token=${token}`
  }

  private connect(socket: TLSSocket): void {
    socket.on('close', () => this.connections.delete(socket)).on('error', () => socket.destroy())
    socket.once('data', () => {
      this.connections.add(socket)
      socket.write(Buffer.concat([Buffer.from([MCS_VERSION]), packet(LOGIN_RESPONSE, bytesField(1, 'chrome')), ...this.kept]))
    })
  }
}

/** A message that only the subscribed browser can read (RFC 8291). */
function sealed(payload: string, { p256dh, auth }: Keys): Buffer {
  const reader = Buffer.from(p256dh, 'base64url')
  const own = createECDH('prime256v1')
  own.generateKeys()
  const salt = randomBytes(16)
  const derive = (key: Buffer, from: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', key, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), reader, own.getPublicKey()])
  const secret = derive(own.computeSecret(reader), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const cipher = createCipheriv('aes-128-gcm', key, derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12))
  const body = Buffer.concat([cipher.update(payload), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()])
  const head = Buffer.concat([salt, Buffer.from([0, 0, 16, 0, 65]), own.getPublicKey()])
  return Buffer.concat([head, body])
}
