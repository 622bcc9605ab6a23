import { createDecipheriv, createECDH, type ECDH, hkdfSync } from 'node:crypto'
import { SEALING_INFO, type SealedPart, sealedOwnerSchema } from '@shop/shared/accounts/sealed-work.ts'

const CURVE = 'prime256v1'
const TAG_BYTES = 16

/** The shop's key pair for work that stays on a device after its person has signed out. Devices know only the public key, so somebody who finds a
 *  tablet reads nothing. */
export class SealingKey {
  private readonly pair: ECDH

  /** `secret`: 32 random bytes, base64url. */
  constructor(secret: string) {
    const scalar = Buffer.from(secret, 'base64url')
    // a private key must be less than the order of the curve
    scalar.writeUInt8(scalar.readUInt8(0) & 0x7f, 0)
    this.pair = createECDH(CURVE)
    this.pair.setPrivateKey(scalar)
  }

  get publicKey(): string {
    return this.pair.getPublicKey('base64url')
  }

  /** Decrypts a part of such work. Undefined when the part was sealed for another shop or has been changed. */
  open({ key, nonce, sealed }: SealedPart): { readonly uid: string; readonly text: string } | undefined {
    try {
      const point = Buffer.from(key, 'base64url')
      const bytes = Buffer.from(sealed, 'base64url')
      const derived = hkdfSync('sha256', this.pair.computeSecret(point), point, SEALING_INFO, 32)
      const decipher = createDecipheriv('aes-256-gcm', Buffer.from(derived), Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const text = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
      return { uid: sealedOwnerSchema.parse(JSON.parse(text)).uid, text }
    } catch {
      return undefined
    }
  }
}
