import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { DATABASE_FOLDER, removeLeftovers } from '../database/data-dir-switch.ts'
import type { Log } from '../kernel/log.ts'
import { isSameSecret } from '../kernel/same-secret.ts'
import { BackupProblem } from './backup-format.ts'
import { type BackupMade, backupMadeSchema } from './made-backup.ts'

/** The file with the address and the password for backups of a running server. Only the user who runs the shop can read it. */
const DOOR_FILE = 'backup-door.json'
/** Maximum milliseconds of one copy, long enough for a large shop on a slow disk. */
const COPY_MAX_MS = 15 * 60_000

const doorSchema = z.object({ port: z.int().min(1), word: z.string() })
const answerSchema = z.object({ copy: z.string() })

/** Opens a listener on loopback, from which `npm run backup` gets a copy of the open database. The listener asks for a password from the data
 *  directory, because a local client address proves nothing behind a proxy. Answers a function that closes the listener. */
export async function openCopyDoor(
  dataDir: string,
  log: Log,
  copyDatabase: (to: string, made: BackupMade) => Promise<void>,
): Promise<() => Promise<void>> {
  const word = randomBytes(32).toString('base64url')
  const makeCopy = async (made: BackupMade) => {
    await removeLeftovers(dataDir, Date.now())
    const copy = `copy-${randomUUID()}`
    try {
      await copyDatabase(join(dataDir, copy, DATABASE_FOLDER), made)
    } catch (error) {
      await rm(join(dataDir, copy), { recursive: true, force: true })
      throw error
    }
    return { copy }
  }
  let isCopying = false
  const server = createServer((request, response) => {
    request.resume()
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${word}`)) return answer(401, {})
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    const made = backupMadeSchema.safeParse(Object.fromEntries(searchParams))
    if (request.method !== 'POST' || pathname !== '/copy' || !made.success) return answer(404, {})
    if (isCopying) return answer(409, {})
    isCopying = true
    makeCopy(made.data)
      .then(
        (made) => answer(200, made),
        (error: unknown) => {
          log.error({ err: error }, 'the database could not be copied for a backup')
          answer(500, { message: (error as Error).message })
        },
      )
      .finally(() => {
        isCopying = false
      })
  })
  server.unref().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const file = join(dataDir, DOOR_FILE)
  await writeFile(`${file}.half`, JSON.stringify({ port, word }), { mode: 0o600 })
  await rename(`${file}.half`, file)
  return async () => {
    await rm(file, { force: true })
    server.closeAllConnections()
    server.close()
  }
}

/** Asks the server on this data directory for a copy of its database. The server records the backup `made`. Answers a folder below the directory,
 *  which the caller removes. */
export async function askForCopy(dataDir: string, made: BackupMade): Promise<string> {
  const cannot = 'The shop is running and does not let its database be copied'
  let door: z.infer<typeof doorSchema>
  try {
    door = doorSchema.parse(JSON.parse(await readFile(join(dataDir, DOOR_FILE), 'utf8')))
  } catch {
    throw new BackupProblem(`${cannot}. Wait until it has started, or stop it and run this again.`)
  }
  const response = await fetch(`http://127.0.0.1:${door.port}/copy?${new URLSearchParams(made)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${door.word}` },
    signal: AbortSignal.timeout(COPY_MAX_MS),
  }).catch(() => {
    throw new BackupProblem(`${cannot}: it does not answer. Stop it and run this again.`)
  })
  if (response.status === 409) throw new BackupProblem('Another backup is being made at this moment. Please wait for it.')
  if (!response.ok) throw new BackupProblem(`${cannot}: ${((await response.json()) as { message?: string }).message ?? response.status}`)
  return answerSchema.parse(await response.json()).copy
}
