import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncToDisk } from '../../platform/database/sync-to-disk.ts'
import { openLine, sealLine } from '../../platform/kernel/sealed-lines.ts'

const FILE = 'erasures.jsonl'

/** An erasure: the account and the time. The list holds nothing else about a person. */
export type Erasure = { readonly uid: string; readonly atMs: number }

/** The shop that writes and reads the list: the identity of its database, and a secret in that database, which each backup contains too. */
export type ListAuthor = { readonly secret: string; readonly identity: string }

/** A line with a valid seal. `by` is a fingerprint of the database whose server wrote it. */
type Line = Erasure & { readonly by: string }

/** The lines of all copies. `own`: those written from this very database; `unsealed`: the number of lines that another shop wrote or that were
 *  changed. */
export type FoundErasures = { readonly all: readonly Erasure[]; readonly own: readonly Erasure[]; readonly unsealed: number }

const fingerprintOf = ({ identity }: ListAuthor) => createHash('sha256').update(`erasures ${identity}`).digest('base64url').slice(0, 16)
const sealOf = ({ secret }: ListAuthor) => ({ secret, kind: 'erasure' })

/** The append-only list of erasures. It is outside the database, so that a restored shop can erase again the people whom its backup still contains.
 *  One copy is in the folder of the data, and another one in the folder of backups if there is one. Each line has a seal, so that somebody who can
 *  write to the folder of backups cannot erase people. */
export class ErasureList {
  readonly paths: readonly string[]

  constructor({ dataDir, backupDir }: { readonly dataDir: string; readonly backupDir: string | undefined }) {
    this.paths = [...new Set([dataDir, ...(backupDir === undefined ? [] : [backupDir])])].map((folder) => join(folder, FILE))
  }

  /** False when no copy of the list exists. */
  get exists(): boolean {
    return this.paths.some((path) => existsSync(path))
  }

  /** Reads the erasures of all copies, each account once. A line that a power cut tore is skipped, because its erasure was not acknowledged. */
  async read(author: ListAuthor): Promise<FoundErasures> {
    const [all, own] = [new Map<string, Erasure>(), new Map<string, Erasure>()]
    const by = fingerprintOf(author)
    let unsealed = 0
    for (const path of this.paths)
      for (const text of await linesOf(path)) {
        const line = readLine(author, text)
        if (!line) {
          if (text.endsWith('}')) unsealed += 1
          continue
        }
        const { uid, atMs } = line
        all.set(uid, { uid, atMs })
        if (line.by === by) own.set(uid, { uid, atMs })
      }
    return { all: [...all.values()], own: [...own.values()], unsealed }
  }

  /** Adds erasures to every copy in which this database has not listed them. Returns when the lines are on the disk. */
  async add(author: ListAuthor, erasures: readonly Erasure[]): Promise<void> {
    const by = fingerprintOf(author)
    for (const path of this.paths) {
      const lines = await linesOf(path)
      const known = new Set(lines.map((text) => readLine(author, text)).flatMap((line) => (line?.by === by ? [line.uid] : [])))
      const missing = erasures.filter(({ uid }) => !known.has(uid))
      const isTorn = lines.length > 0 && lines.at(-1) !== ''
      const added = missing.map(({ uid, atMs }) => sealLine(sealOf(author), { uid, atMs, by } satisfies Line)).join('')
      if (missing.length > 0) await append(path, `${isTorn ? '\n' : ''}${added}`)
    }
  }
}

const linesOf = async (path: string) => (existsSync(path) ? (await readFile(path, 'utf8')).split('\n') : [])

const readLine = (author: ListAuthor, text: string) => openLine(sealOf(author), text) as Line | undefined

async function append(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncToDisk(dirname(path))
}
