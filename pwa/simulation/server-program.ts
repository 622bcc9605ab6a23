import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const SOURCE = fileURLToPath(new URL('./server-process.ts', import.meta.url))
/** As deep in the project as the built server, which looks for the built app relative to its own code. */
const DIR = fileURLToPath(new URL('../../.build/simulated-server/', import.meta.url))
/** Packages that look for files beside their own code. */
const APART = ['@electric-sql/pglite', 'sharp']

/** Number of programs that stay on the disk, with room for runs that began before the last changes of the sources. */
const KEPT_PROGRAMS = 5

let program: Promise<string> | undefined

/** Bundles the server's process into one file, once in this process, and returns its path. Loading a thousand sources and packages one by one would take
 *  longer than everything else that a server does in a history. */
export function serverProgram(): Promise<string> {
  program ??= bundle()
  return program
}

async function bundle(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: SOURCE, target: 'node20', write: false, rolldownOptions: { output: { codeSplitting: false } } },
    ssr: { noExternal: true, external: APART },
  })) as Rolldown.RolldownOutput
  const { code } = output[0]
  // a name of its own for each state of the sources: a running simulation starts its program again and again while somebody edits them
  const path = join(DIR, `${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`)
  await mkdir(DIR, { recursive: true })
  await writeFile(`${path}.${process.pid}`, code)
  await rename(`${path}.${process.pid}`, path)
  await keepNewest(DIR, KEPT_PROGRAMS)
  return path
}

/** Removes all files of a folder but those that were written last. */
export async function keepNewest(dir: string, count: number): Promise<void> {
  // another process may remove the same ones
  const writtenAtMs = async (name: string) => (await stat(join(dir, name)).catch(() => undefined))?.mtimeMs ?? 0
  const files = await Promise.all((await readdir(dir)).map(async (name) => ({ name, atMs: await writtenAtMs(name) })))
  files.sort((a, b) => b.atMs - a.atMs)
  for (const { name } of files.slice(count)) await rm(join(dir, name), { force: true })
}
