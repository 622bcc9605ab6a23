import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const SOURCE = fileURLToPath(new URL('./server-process.ts', import.meta.url))
/** As deep in the project as the built server, which looks for the built app relative to its own code. */
const DIR = fileURLToPath(new URL('../../.build/simulated-server/', import.meta.url))
/** Packages that look for files beside their own code. */
const APART = ['@electric-sql/pglite', 'sharp']

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
  return path
}
