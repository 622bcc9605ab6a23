import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import {
  BACKUP_FORMAT,
  type BackupEntry,
  type BackupHeader,
  BackupProblem,
  backupHeaderSchema,
  MAGIC,
  MAX_LINE_BYTES,
} from './backup-format.ts'
import { readSealedStart, type SealedStart } from './sealed-file.ts'

const NEWLINE = 10
const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()).min(1) })
const pictureSchema = z.object({ name: z.string().regex(/^[\w.-]+$/), bytes: z.int().min(0) })

/** Reads the entries of a checked backup. Throws BackupProblem when the file is no backup, is incomplete or was changed, and when its contents are
 *  not those with this `digest`, which the check answered. It may throw even after the last entry. */
export async function* readBackup(path: string, passphrase?: string, digest?: string): AsyncGenerator<BackupEntry> {
  for await (const part of partsOf(path, passphrase)) {
    if (part.kind === 'end') {
      if (digest !== undefined && part.digest !== digest) throw changed(path)
    } else if (part.kind !== 'header') yield part
  }
}

/** The contents of a backup that was read and is complete. */
export type CheckedBackup = {
  readonly header: BackupHeader
  readonly rowsCount: number
  readonly picturesCount: number
  readonly isEncrypted: boolean
  /** SHA-256 of the contents. */
  readonly digest: string
}

/** Reads a whole backup and changes nothing. Throws BackupProblem with a message for the person who chose the file. */
export async function checkBackup(path: string, passphrase?: string): Promise<CheckedBackup> {
  let header: BackupHeader | undefined
  let table = ''
  let end = { digest: '', isEncrypted: false }
  let picturesCount = 0
  const counts = new Map<string, number>()
  for await (const part of partsOf(path, passphrase)) {
    if (part.kind === 'header') header = part.header
    else if (part.kind === 'end') end = part
    else if (part.kind === 'table') table = part.name
    else if (part.kind === 'rows') counts.set(table, (counts.get(table) ?? 0) + part.count)
    else picturesCount += 1
  }
  if (!header) throw notOne(path)
  for (const [name, count] of Object.entries(header.tables)) if ((counts.get(name) ?? 0) !== count) throw damaged(path)
  return {
    header,
    rowsCount: [...counts.values()].reduce((sum, count) => sum + count, 0),
    picturesCount,
    isEncrypted: end.isEncrypted,
    digest: end.digest,
  }
}

type Part =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'end'; readonly digest: string; readonly isEncrypted: boolean }
  | BackupEntry

const notOne = (path: string) => new BackupProblem(`${basename(path)} is not a backup of a shop.`)
const newer = (path: string) =>
  new BackupProblem(`${basename(path)} was made by a newer version of this program. Update the program, then restore it.`)
const damaged = (path: string) => new BackupProblem(`${basename(path)} is damaged: it is not what was written. Please use another backup.`)
const changed = (path: string) =>
  new BackupProblem(`${basename(path)} was changed after it had been checked. Nothing was restored. Please run this again.`)
const cutShort = (path: string) =>
  new BackupProblem(`${basename(path)} is cut short: its end is missing. Please copy it again, or use another backup.`)

async function* partsOf(path: string, passphrase: string | undefined): AsyncGenerator<Part> {
  const hash = createHash('sha256')
  let isBegun = false
  let digest: string | undefined
  let picture: { name: string; bytes: number; parts: Buffer[]; length: number } | undefined
  let isEncrypted = false
  try {
    const sealed = await readSealedStart(path, basename(path), passphrase, { damaged: () => damaged(path), cutShort: () => cutShort(path) })
    // these bytes pass through the decryption or not, so the answer holds for what is read here, even if the file is exchanged meanwhile
    isEncrypted = sealed !== undefined
    for await (const line of linesOf(path, sealed)) {
      if (digest !== undefined) throw damaged(path)
      const text = line.toString('utf8')
      const space = text.indexOf(' ')
      const [word, rest] = [text.slice(0, space), text.slice(space + 1)]
      if (!isBegun) {
        yield { kind: 'header', header: readHeader(path, word, rest) }
        isBegun = true
      } else if (picture && word !== 'data') throw damaged(path)
      else if (word === 'end') {
        if (hash.copy().digest('hex') !== rest) throw damaged(path)
        digest = rest
      } else if (word === 'table') yield { kind: 'table', ...tableSchema.parse(JSON.parse(rest)) }
      else if (word === 'rows') {
        const comma = rest.indexOf(' ')
        yield { kind: 'rows', count: z.coerce.number().int().parse(rest.slice(0, comma)), json: rest.slice(comma + 1) }
      } else if (word === 'picture') picture = { ...pictureSchema.parse(JSON.parse(rest)), parts: [], length: 0 }
      else if (word === 'data' && picture) {
        const bytes = Buffer.from(rest, 'base64')
        picture.parts.push(bytes)
        picture.length += bytes.length
      } else throw damaged(path)
      hash.update(line).update('\n')
      if (picture && picture.length >= picture.bytes) {
        yield { kind: 'picture', name: picture.name, bytes: Buffer.concat(picture.parts, picture.bytes) }
        picture = undefined
      }
    }
  } catch (error) {
    throw problemOf(error, path, isBegun)
  }
  if (!isBegun) throw notOne(path)
  if (digest === undefined) throw cutShort(path)
  yield { kind: 'end', digest, isEncrypted }
}

function readHeader(path: string, word: string, rest: string): BackupHeader {
  if (word !== MAGIC) throw notOne(path)
  const said: unknown = JSON.parse(rest)
  const { format } = z.looseObject({ format: z.number() }).parse(said)
  if (format > BACKUP_FORMAT) throw newer(path)
  return backupHeaderSchema.parse(said)
}

function problemOf(error: unknown, path: string, isBegun: boolean): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new BackupProblem(`There is no file ${path}.`)
  if (code === 'EISDIR' || code === 'EACCES') return new BackupProblem(`${path} cannot be read.`)
  if (code === 'Z_BUF_ERROR') return cutShort(path)
  if (code === 'Z_DATA_ERROR') return isBegun ? damaged(path) : notOne(path)
  if (error instanceof SyntaxError || error instanceof z.ZodError) return damaged(path)
  return error
}

/** Reads the unpacked lines of a file, without line ends. `sealed`: the beginning of an encrypted file. */
async function* linesOf(path: string, sealed: SealedStart | undefined): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { start: sealed?.headerBytes ?? 0 })
  const unpacked = createGunzip()
  const packed = sealed ? file.pipe(sealed.decrypting) : file
  packed.pipe(unpacked)
  for (const part of new Set([file, packed])) part.on('error', (error: Error) => unpacked.destroy(error))
  try {
    let parts: Buffer[] = []
    let length = 0
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        yield Buffer.concat([...parts, chunk.subarray(from, at)])
        parts = []
        length = 0
        from = at + 1
      }
      parts.push(chunk.subarray(from))
      length += chunk.length - from
      if (length > MAX_LINE_BYTES) throw damaged(path)
    }
    if (length > 0) throw cutShort(path)
  } finally {
    file.destroy()
    unpacked.destroy()
  }
}
