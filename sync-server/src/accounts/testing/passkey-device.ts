import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const FLAGS = { used: 0x05, made: 0x45 }
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const encoded = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

/** A device with one passkey, which answers as WebAuthn defines. Its host and origin can be those of a phishing page. */
export class PasskeyDevice {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private readonly id = randomBytes(16)
  private counter = 0

  constructor(
    readonly host = 'localhost',
    readonly origin = 'http://localhost:8787',
  ) {}

  /** Answers navigator.credentials.create(). */
  make({ challenge }: { readonly challenge: string }) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const data = Buffer.concat([this.head(FLAGS.made), Buffer.alloc(16), length, this.id, this.publicKey()])
    const size = Buffer.alloc(2)
    size.writeUInt16BE(data.length)
    // {fmt: 'none', attStmt: {}, authData} in CBOR
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x59]),
      size,
      data,
    ])
    return this.credential({
      clientDataJSON: encoded(this.client('webauthn.create', challenge)),
      attestationObject: encoded(attestation),
      transports: ['internal'],
    })
  }

  /** Answers navigator.credentials.get() of a page at this origin. */
  use({ challenge }: { readonly challenge: string }, origin = this.origin) {
    this.counter += 1
    const client = this.client('webauthn.get', challenge, origin)
    const data = this.head(FLAGS.used)
    return this.credential({
      clientDataJSON: encoded(client),
      authenticatorData: encoded(data),
      signature: encoded(sign('sha256', Buffer.concat([data, sha256(client)]), this.keys.privateKey)),
    })
  }

  private credential<Response>(response: Response) {
    return { id: encoded(this.id), rawId: encoded(this.id), type: 'public-key', response, clientExtensionResults: {} }
  }

  private client(type: string, challenge: string, origin = this.origin): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false })
  }

  private head(flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(this.host), Buffer.from([flags]), counter])
  }

  /** The public key for ES256, in CBOR. */
  private publicKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const point = (name: number, value: string) => Buffer.concat([Buffer.from([name, 0x58, 0x20]), Buffer.from(value, 'base64url')])
    return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), point(0x21, x), point(0x22, y)])
  }
}
