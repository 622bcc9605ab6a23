import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { syncToDisk } from '../database/sync-to-disk.ts'
import { type BackupHeader, BackupProblem, MAGIC, PICTURE_CHUNK_BYTES } from './backup-format.ts'
import { sealing } from './sealed-file.ts'

/** Ending of the file names of interrupted backups. */
export const HALF = /\.half-[0-9a-f-]{36}$/

/** Receives the parts of a backup, in order. */
export type BackupSink = {
  header(header: BackupHeader): Promise<void>
  table(name: string, columns: readonly string[]): Promise<void>
  /** Each row is a JSON list of texts. */
  rows(rows: readonly string[]): Promise<void>
  picture(name: string, bytes: Uint8Array): Promise<void>
}

/** Writes a backup, which is encrypted if there is a passphrase. The file appears under its name only when it is complete. Only the user who runs
 *  this program can read it. Refuses a name that is taken. */
export async function writeBackup(path: string, passphrase: string | undefined, fill: (sink: BackupSink) => Promise<void>): Promise<void> {
  if (await exists(path)) throw new BackupProblem(`${path} exists already. Please name another file.`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const half = `${path}.half-${randomUUID()}`
  try {
    await writeWhole(half, passphrase, fill)
    await syncToDisk(half)
    await rename(half, path)
    await syncToDisk(dirname(path))
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
}

async function writeWhole(path: string, passphrase: string | undefined, fill: (sink: BackupSink) => Promise<void>): Promise<void> {
  const gzip = createGzip()
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  const written = passphrase === undefined ? pipeline(gzip, file) : pipeline(gzip, await sealing(passphrase), file)
  // `written` is awaited below; a full disk can make it fail earlier, while lines are being written
  written.catch(() => undefined)
  const hash = createHash('sha256')
  const write = async (line: string) => {
    const text = `${line}\n`
    hash.update(text)
    if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written])
  }
  try {
    await fill({
      header: (header) => write(`${MAGIC} ${JSON.stringify(header)}`),
      table: (name, columns) => write(`table ${JSON.stringify({ name, columns })}`),
      rows: (rows) => write(`rows ${rows.length} [${rows.join(',')}]`),
      async picture(name, bytes) {
        await write(`picture ${JSON.stringify({ name, bytes: bytes.length })}`)
        const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
        for (let from = 0; from < whole.length; from += PICTURE_CHUNK_BYTES)
          await write(`data ${whole.toString('base64', from, Math.min(from + PICTURE_CHUNK_BYTES, whole.length))}`)
      },
    })
    gzip.end(`end ${hash.digest('hex')}\n`)
  } catch (error) {
    gzip.destroy()
    await written.catch(() => undefined)
    throw error
  }
  await written
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
