import { createCipheriv, createDecipheriv, createHmac, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { z } from 'zod'
import { isSameSecret } from '../kernel/same-secret.ts'
import { BackupProblem } from './backup-format.ts'

/** First word of an encrypted backup; a plain backup begins like any gzip file. */
const SEALED_MAGIC = 'shop-backup-sealed'
const MAGIC_BYTES = Buffer.from(`${SEALED_MAGIC} `)
/** Version of the encryption. */
const SEALED_FORMAT = 1
const CHUNK_BYTES = 64 * 1_024
const TAG_BYTES = 16
const NONCE_BYTES = 12
/** The last bytes of a complete file. A file without these bytes was cut short. A file that has them and cannot be decrypted was changed. */
const TRAILER = Buffer.from('SHOPEND\n')
/** Maximum bytes of the first line. */
const MAX_HEADER_BYTES = 1_024

/** Cost of one guess at a passphrase: 64 MB and a fifth of a second. */
const COST = { N: 2 ** 16, r: 8, p: 1 }
/** Memory limit of the key derivation, which is above the need of the highest accepted cost. */
const MAX_MEMORY_BYTES = 512 * 1_024 * 1_024

/** The limits keep a crafted file from exhausting the memory. */
const costSchema = z.object({
  N: z
    .int()
    .min(2)
    .max(2 ** 18)
    .refine((count) => Number.isInteger(Math.log2(count))),
  r: z.int().min(1).max(8),
  p: z.int().min(1).max(4),
})

/** First line of an encrypted backup. `check` proves a passphrase before anything is decrypted. */
const sealedHeaderSchema = z.object({
  format: z.literal(SEALED_FORMAT),
  kdf: z.literal('scrypt'),
  cost: costSchema,
  salt: z.string().regex(/^[\w-]{43}$/),
  cipher: z.literal('aes-256-gcm'),
  chunkBytes: z.literal(CHUNK_BYTES),
  check: z.string(),
})

type Keys = { readonly cipher: Buffer; readonly check: Buffer }

async function keysOf(passphrase: string, salt: string, cost: typeof COST): Promise<Keys> {
  const options: ScryptOptions = { ...cost, maxmem: MAX_MEMORY_BYTES }
  const both = await new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 64, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
  return { cipher: both.subarray(0, 32), check: both.subarray(32) }
}

const checkOf = ({ check }: Keys) => createHmac('sha256', check).update('shop backup').digest('base64url')

/** Makes the nonce of a chunk from its number, and from whether it is the last chunk. Each file has a different key, so no nonce is used twice. */
function nonceOf(nth: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(Math.floor(nth / 2 ** 32), 3)
  nonce.writeUInt32BE(nth % 2 ** 32, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Makes a stream that encrypts in chunks. Decryption detects a dropped, moved or changed chunk. The first line is not encrypted, but every chunk
 *  authenticates it. */
export async function sealing(passphrase: string): Promise<Transform> {
  const salt = randomBytes(32).toString('base64url')
  const keys = await keysOf(passphrase, salt, COST)
  const about = {
    format: SEALED_FORMAT,
    kdf: 'scrypt',
    cost: COST,
    salt,
    cipher: 'aes-256-gcm',
    chunkBytes: CHUNK_BYTES,
    check: checkOf(keys),
  }
  const header = Buffer.from(`${SEALED_MAGIC} ${JSON.stringify(about)}\n`)
  let nth = 0
  let waiting: Buffer = Buffer.alloc(0)
  const sealed = (chunk: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', keys.cipher, nonceOf(nth++, isLast)).setAAD(header)
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
  const stream = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      waiting = Buffer.concat([waiting, bytes])
      while (waiting.length > CHUNK_BYTES) {
        this.push(sealed(waiting.subarray(0, CHUNK_BYTES), false))
        waiting = waiting.subarray(CHUNK_BYTES)
      }
      done()
    },
    flush(done) {
      this.push(sealed(waiting, true))
      this.push(TRAILER)
      done()
    },
  })
  stream.push(header)
  return stream
}

/** Errors for an encrypted file that is damaged or cut short, worded by the module that reads backups. */
export type SealProblems = { readonly damaged: () => BackupProblem; readonly cutShort: () => BackupProblem }

/** The beginning of an encrypted file: its length, and a stream that decrypts the rest. */
export type SealedStart = { readonly headerBytes: number; readonly decrypting: Transform }

/** Reads the first line of a file; undefined for a file that is not encrypted. Refuses a missing or wrong passphrase. */
export async function readSealedStart(
  path: string,
  name: string,
  passphrase: string | undefined,
  problems: SealProblems,
): Promise<SealedStart | undefined> {
  const start = await firstBytes(path)
  if (!begins(start)) return undefined
  const end = start.indexOf('\n')
  if (end < 0) throw start.length < MAX_HEADER_BYTES ? problems.cutShort() : problems.damaged()
  const header = start.subarray(0, end + 1)
  const about = aboutOf(header.subarray(MAGIC_BYTES.length).toString('utf8'), name, problems)
  if (passphrase === undefined)
    throw new BackupProblem(`${name} is encrypted. Set BACKUP_PASSPHRASE_FILE to the file with its passphrase, and run this again.`)
  const keys = await keysOf(passphrase, about.salt, about.cost)
  if (!isSameSecret(about.check, checkOf(keys)))
    throw new BackupProblem(`The passphrase in BACKUP_PASSPHRASE_FILE is not the one ${name} was encrypted with.`)
  return { headerBytes: header.length, decrypting: decrypting(keys, Buffer.from(header), problems) }
}

/** True for bytes that begin like an encrypted backup, even if they are cut short. */
const begins = (start: Buffer) => start.length > 0 && MAGIC_BYTES.subarray(0, start.length).equals(start.subarray(0, MAGIC_BYTES.length))

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function aboutOf(json: string, name: string, { damaged }: SealProblems): z.infer<typeof sealedHeaderSchema> {
  try {
    const said: unknown = JSON.parse(json)
    if (z.object({ format: z.number() }).parse(said).format > SEALED_FORMAT)
      throw new BackupProblem(`${name} was made by a newer version of this program. Update the program, then restore it.`)
    return sealedHeaderSchema.parse(said)
  } catch (error) {
    throw error instanceof BackupProblem ? error : damaged()
  }
}

function decrypting(keys: Keys, header: Buffer, { damaged, cutShort }: SealProblems): Transform {
  const full = CHUNK_BYTES + TAG_BYTES
  let nth = 0
  let waiting: Buffer = Buffer.alloc(0)
  const opened = (chunk: Buffer, isLast: boolean) => {
    const decipher = createDecipheriv('aes-256-gcm', keys.cipher, nonceOf(nth++, isLast)).setAAD(header)
    decipher.setAuthTag(chunk.subarray(chunk.length - TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(chunk.subarray(0, chunk.length - TAG_BYTES)), decipher.final()])
    } catch {
      throw damaged()
    }
  }
  const orFail = (done: (error?: Error) => void, work: () => void) => {
    try {
      work()
    } catch (error) {
      return done(error as Error)
    }
    done()
  }
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      orFail(done, () => {
        waiting = Buffer.concat([waiting, bytes])
        // a chunk that may be the last one waits for the end of the file
        while (waiting.length > full + TRAILER.length) {
          this.push(opened(waiting.subarray(0, full), false))
          waiting = waiting.subarray(full)
        }
      })
    },
    flush(done) {
      orFail(done, () => {
        const end = waiting.length - TRAILER.length
        if (end < 0 || !waiting.subarray(end).equals(TRAILER)) throw cutShort()
        if (end < TAG_BYTES) throw damaged()
        this.push(opened(waiting.subarray(0, end), true))
      })
    },
  })
}
