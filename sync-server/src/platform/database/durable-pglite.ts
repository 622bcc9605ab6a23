import { fdatasyncSync, mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { exactNumberParsers } from './sql-values.ts'

const ERRNO_EIO = 29
/** Extensions that a database may use. A database that uses an extension cannot be opened without it. */
const EXTENSIONS = { pg_trgm }

/** The part of Emscripten's Node file system that `DurableNodeFs` replaces, because Emscripten's fsync does nothing. */
type EmscriptenModule = { NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } } }

/** File system of the embedded database with a real fsync. PGlite ships without one, so a power cut would lose acknowledged commits. */
class DurableNodeFs extends NodeFS {
  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const result = await super.init(pg, options)
    const preRun = result.emscriptenOpts.preRun as unknown as ((module: EmscriptenModule) => void)[]
    preRun.push((module) => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        try {
          if (stream.nfd !== undefined) fdatasyncSync(stream.nfd)
          return 0
        } catch {
          return ERRNO_EIO
        }
      }
    })
    return result
  }
}

/** Opens the embedded database in a directory whose lock the caller has. Every commit is on the disk before it returns. */
export async function openDurablePglite(dir: string): Promise<PGlite> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const pglite = await PGlite.create({
    fs: new DurableNodeFs(dir),
    extensions: EXTENSIONS,
    parsers: exactNumberParsers,
    startParams: [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  })
  endWhenAborted(pglite)
  return pglite
}

/** The status of the exception that PGlite's module throws for an ordinary error of a statement. */
const LONG_JUMP = 100

/** Makes every statement throw once PostgreSQL has aborted, for example on a full disk. PGlite ignores the abort, and the next statement would block
 *  the process for ever. */
function endWhenAborted({ Module: module }: PGlite): void {
  let abort: { readonly cause: unknown } | undefined
  const mainLoopOnce = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    if (abort) throw abort.cause
    try {
      mainLoopOnce()
    } catch (error) {
      if ((error as { status?: unknown } | null)?.status !== LONG_JUMP) abort = { cause: error }
      throw error
    }
  }
  // PGlite calls this after every error that it catches
  const stackRestore = module.stackRestore
  module.stackRestore = (stack) => {
    if (abort) throw abort.cause
    return stackRestore(stack)
  }
}

/** Opens an embedded database in memory, optionally from a copy made by `dumpDataDir`. */
export async function openMemoryPglite(copy?: Blob): Promise<PGlite> {
  return PGlite.create({ extensions: EXTENSIONS, parsers: exactNumberParsers, ...(copy ? { loadDataDir: copy } : {}) })
}
