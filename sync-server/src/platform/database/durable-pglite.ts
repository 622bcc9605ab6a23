import { fdatasyncSync, mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { exactNumberParsers } from './sql-values.ts'

const ERRNO_EIO = 29
/** Extensions a database may ask for. One that uses them cannot be opened without. */
const EXTENSIONS = { pg_trgm }

/** The part of Emscripten's Node file system that `DurableNodeFs` replaces: its own fsync does nothing. */
type EmscriptenModule = { NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } } }

/** The embedded database's file system with a real fsync. PGlite ships without any: a power cut would take acknowledged commits. */
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

/** Opens the embedded database in a directory. Every commit is on disk when it returns. The caller holds the directory's lock. */
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

/** How PGlite's module leaves a statement that ended with an ordinary error. */
const LONG_JUMP = 100

/** PostgreSQL aborts when it cannot keep its promises, such as when the disk is full. PGlite overlooks that and asks it on, which then waits for itself for ever,
 *  and every request and signal with it. From the abort on each statement throws instead. */
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
  // where PGlite goes on after whatever was thrown
  const stackRestore = module.stackRestore
  module.stackRestore = (stack) => {
    if (abort) throw abort.cause
    return stackRestore(stack)
  }
}

/** Opens an embedded database that lives in memory only, optionally from a copy made by `dumpDataDir`. */
export async function openMemoryPglite(copy?: Blob): Promise<PGlite> {
  return PGlite.create({ extensions: EXTENSIONS, parsers: exactNumberParsers, ...(copy ? { loadDataDir: copy } : {}) })
}
