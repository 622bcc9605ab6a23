import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { SECURITY_KINDS, securityResultSchema } from '@shop/shared/accounts/rules/security-record.ts'
import { z } from 'zod'
import type { Log } from '../../platform/kernel/log.ts'
import { openLine, sealLine } from '../../platform/kernel/sealed-lines.ts'
import type { SecurityRow } from './security-row.ts'

/** Number of files to keep, one for each month; older ones are removed. The database keeps all entries. */
const KEEP_MONTHS = 13
const FILE = /^security-record-\d{4}-\d\d\.jsonl$/
/** Maximum length of a line, in characters. This server never writes a longer one. */
const MAX_LINE = 4_096

const rowSchema = z.object({
  id: z.string(),
  atMs: z.number(),
  kind: z.enum(SECURITY_KINDS),
  result: z.enum(securityResultSchema.options),
  uid: z.string().nullable(),
  byUid: z.string().nullable(),
  client: z.string(),
  detail: z.record(z.string(), z.string()),
  count: z.int(),
})
/** The line that a server writes when it starts to use these files. From then on it writes every entry into them. */
const beginSchema = z.object({ beganAtMs: z.number() })

const fileOf = (dir: string, atMs: number) => join(dir, `security-record-${new Date(atMs).toISOString().slice(0, 7)}.jsonl`)
const sealOf = (secret: string) => ({ secret, kind: 'security record' })

/** A second copy of the security record, in files outside the database, so that a restore learns what happened since the backup. The files hold no
 *  network addresses, because nothing would remove those in time. Each line has a seal by the shop's secret, which forged lines and other shops'
 *  lines lack. */
export class RecordFiles {
  /** Writes under way, by folder, so that a folder that hangs delays no other folder. */
  private readonly written = new Map<string, Promise<void>>()

  constructor(
    private readonly dirs: readonly string[],
    private readonly secret: string,
    private readonly log: Log,
  ) {}

  /** Adds the line that says that this server writes every entry into the files from this time on. */
  begin(atMs: number): void {
    this.put(atMs, { beganAtMs: atMs })
  }

  append(row: SecurityRow): void {
    this.put(row.atMs, row)
  }

  /** Waits until everything is on the disk. */
  async flush(): Promise<void> {
    await Promise.all(this.written.values())
  }

  /** Writes without making the caller wait, because a network share that hangs must not stop sign-ins. */
  private put(atMs: number, content: object): void {
    const line = sealLine(sealOf(this.secret), content)
    for (const dir of this.dirs) {
      const before = this.written.get(dir) ?? Promise.resolve()
      const writing = before
        .then(() => appendLine(fileOf(dir, atMs), line))
        .catch((error: unknown) => {
          this.log.warn({ err: error }, 'the security record could not be written into its file')
        })
      this.written.set(dir, writing)
    }
  }
}

async function appendLine(path: string, line: string): Promise<void> {
  if (!existsSync(path)) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await removeOldFiles(dirname(path))
  }
  const file = await open(path, 'a', 0o600)
  try {
    await file.writeFile(line)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function removeOldFiles(dir: string): Promise<void> {
  const names = await namesIn(dir)
  for (const name of names.slice(0, Math.max(0, names.length - KEEP_MONTHS))) await rm(join(dir, name), { force: true })
}

/** Files of the record in a folder, the oldest first. */
async function namesIn(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => FILE.test(name)).sort()
}

export type FoundRecord = {
  /** Entries since the requested time, each once, the oldest first. */
  readonly rows: readonly SecurityRow[]
  /** Times of the first and last valid line; null without any. */
  readonly firstMs: number | null
  readonly lastMs: number | null
}

/** Reads the files of the record in these folders. Lines without this shop's seal count as absent. */
export async function readRecordFiles(dirs: Iterable<string>, secret: string, sinceMs: number): Promise<FoundRecord> {
  const rows = new Map<string, SecurityRow>()
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const dir of new Set(dirs))
    for (const name of await namesIn(dir))
      for await (const line of createInterface({ input: createReadStream(join(dir, name), 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })) {
        const content = contentOf(line, secret)
        if (!content) continue
        const atMs = 'atMs' in content ? content.atMs : content.beganAtMs
        firstMs = Math.min(firstMs, atMs)
        lastMs = Math.max(lastMs, atMs)
        if ('atMs' in content && atMs >= sinceMs) rows.set(content.id, content)
      }
  const period = Number.isFinite(firstMs) ? { firstMs, lastMs } : { firstMs: null, lastMs: null }
  return { rows: [...rows.values()].sort((a, b) => a.atMs - b.atMs), ...period }
}

function contentOf(line: string, secret: string): SecurityRow | z.infer<typeof beginSchema> | undefined {
  if (line.length > MAX_LINE) return undefined
  const content = openLine(sealOf(secret), line)
  return content === undefined ? undefined : z.union([rowSchema, beginSchema]).safeParse(content).data
}
