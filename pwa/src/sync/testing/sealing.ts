import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { SEALING_INFO, type SealedPart } from '@shop/shared/accounts/sealed-work.ts'

const pair = createECDH('prime256v1')
pair.generateKeys()

/** Public key of the servers of these tests. */
export const SEALING_KEY = pair.getPublicKey('base64url')

/** Opens a part as the server does. Throws when it was sealed for another server. */
export function openSealedPart({ key, nonce, sealed }: SealedPart): string {
  const [point, iv, bytes] = [key, nonce, sealed].map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer, Buffer]
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(point), point, SEALING_INFO, 32))
  const decipher = createDecipheriv('aes-256-gcm', secret, iv, { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
}
