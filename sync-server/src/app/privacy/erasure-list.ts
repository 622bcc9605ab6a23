import { existsSync } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncToDisk } from '../../platform/database/sync-to-disk.ts'

const FILE = 'erasures.jsonl'

/** An erasure: whose account, and when. Nothing else is written, so that the list itself says nothing about anybody. */
export type Erasure = { readonly uid: string; readonly atMs: number }

/** The append-only list of erasures, outside the database, so that a restored shop can erase again the people whom its backup still has. One copy is
 *  beside the data and, if there are backups, one beside them, so the list survives the loss of either. */
export class ErasureList {
  readonly paths: readonly string[]

  constructor({ dataDir, backupDir }: { readonly dataDir: string; readonly backupDir: string | undefined }) {
    this.paths = [...new Set([dataDir, ...(backupDir === undefined ? [] : [backupDir])])].map((folder) => join(folder, FILE))
  }

  /** False when no copy of the list exists. */
  get exists(): boolean {
    return this.paths.some((path) => existsSync(path))
  }

  /** All erasures of all copies, each account once. A line that a power cut tore is skipped: its erasure was not acknowledged. */
  async read(): Promise<Erasure[]> {
    const found = new Map<string, Erasure>()
    for (const path of this.paths)
      for (const line of existsSync(path) ? (await readFile(path, 'utf8')).split('\n') : []) {
        const erasure = parsed(line)
        if (erasure) found.set(erasure.uid, erasure)
      }
    return [...found.values()]
  }

  /** Adds erasures to every copy that lacks them, and returns when the disk has them. */
  async add(erasures: readonly Erasure[]): Promise<void> {
    for (const path of this.paths) {
      const text = existsSync(path) ? await readFile(path, 'utf8') : ''
      const known = new Set(text.split('\n').map((line) => parsed(line)?.uid))
      const missing = erasures.filter(({ uid }) => !known.has(uid))
      if (missing.length > 0) await append(path, `${text === '' || text.endsWith('\n') ? '' : '\n'}${missing.map(lineOf).join('')}`)
    }
  }
}

const lineOf = ({ uid, atMs }: Erasure) => `${JSON.stringify({ uid, atMs })}\n`

function parsed(line: string): Erasure | undefined {
  try {
    const { uid, atMs } = JSON.parse(line) as Partial<Erasure>
    return typeof uid === 'string' && typeof atMs === 'number' ? { uid, atMs } : undefined
  } catch {
    return undefined
  }
}

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
