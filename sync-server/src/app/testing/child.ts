import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

// Runs the built server, as shops do, because loading the sources takes each process three seconds of a core.
const scripts = new URL('../../../../.scripts/lib/', import.meta.url)
const { buildPackages } = (await import(new URL('build.mjs', scripts).href)) as { buildPackages: (names: string[]) => Promise<void> }
const { alone } = (await import(new URL('stamps.mjs', scripts).href)) as { alone: (work: () => Promise<void>) => Promise<void> }
if (!process.env.TEST_BUILT) await alone(() => buildPackages(['sync-server']))

const programPath = (name: 'main' | 'backup' | 'restore') => fileURLToPath(new URL(`../../../dist/${name}.js`, import.meta.url))
/** Node's option for processes that live for seconds. It skips the optimisation of the embedded database, which takes a second of a core. */
const SHORT_LIVED = '--liftoff-only'
/** Maximum milliseconds of a start on a busy machine. */
const START_MAX_MS = 180_000

export async function runProgram(
  name: 'backup' | 'restore',
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [SHORT_LIVED, programPath(name), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (said.stdout += chunk))
  child.stderr.on('data', (chunk) => (said.stderr += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}

export class Child {
  stdout = ''
  stderr = ''
  private readonly process: ChildProcess
  private readonly exited: Promise<number | null>

  constructor(environment: Record<string, string>, args: readonly string[] = []) {
    this.process = spawn(process.execPath, [SHORT_LIVED, programPath('main'), ...args], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.process.stdout?.on('data', (chunk) => (this.stdout += chunk))
    this.process.stderr?.on('data', (chunk) => (this.stderr += chunk))
    this.exited = once(this.process, 'close').then(([code]) => code as number | null)
    onTestFinished(() => this.kill('SIGKILL'))
  }

  /** Resolves when the server has printed its address. */
  async open(): Promise<string> {
    const giveUpAt = performance.now() + START_MAX_MS
    while (performance.now() < giveUpAt && this.process.exitCode === null) {
      const address = /^The shop is open at (\S+)/m.exec(this.stdout)?.[1]
      if (address) return address
      await sleep(20)
    }
    throw new Error(`the server did not start:\n${this.stdout}${this.stderr}`)
  }

  kill(signal: NodeJS.Signals): void {
    if (this.process.exitCode === null) this.process.kill(signal)
  }

  /** Resolves with the exit code when the process has ended and its output is complete. */
  end(): Promise<number | null> {
    return this.exited
  }
}
