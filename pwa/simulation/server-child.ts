import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../sync-server/src/platform/testing/free-port.ts'
import type { Order, Settings } from './server-process.ts'
import { serverProgram } from './server-program.ts'
import type { ShopPlace } from './shop-place.ts'

/** A process that has loaded its program and waits for its settings, while the process before it serves a history. */
let spare: Promise<ChildProcess> | undefined

/** It lives so briefly that optimising its WebAssembly would not pay off. */
async function spawnProcess(): Promise<ChildProcess> {
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, ['--liftoff-only', await serverProgram()], {
    env: { PATH, HOME },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  })
}

/** The real server as a process on a data directory, stopped only by SIGKILL. Each start is a new process. */
export class ServerChild {
  private process: ChildProcess | null = null
  release: 1 | 2 = 1
  private constructor(
    private readonly place: ShopPlace,
    private readonly port: number,
  ) {}

  static async start(place: ShopPlace): Promise<ServerChild> {
    const child = new ServerChild(place, await freePort())
    await child.start()
    return child
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const { dataDir, databaseUrl } = this.place
    const taken = spare ?? spawnProcess()
    spare = undefined
    const child = await taken
    this.process = child
    let said = ''
    child.stderr?.on('data', (chunk) => (said += chunk))
    const opened = new Promise<boolean>((resolve) => {
      child.stdout?.once('data', () => resolve(true))
      child.once('exit', () => resolve(false))
    })
    child.send({
      ...{ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(this.port), RELEASE: String(this.release) },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    } satisfies Settings)
    if (!(await opened)) throw new Error(`the server did not start:\n${said}`)
    spare = spawnProcess()
  }

  async kill(): Promise<void> {
    const child = this.process
    this.process = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Orders the process to do something other than serve requests. Returns null when the order is carried out, or else the reason for the failure. */
  async order(order: Order): Promise<string | null> {
    const child = this.process as ChildProcess
    const answer = once(child, 'message')
    child.send(order)
    return (await answer)[0] as string | null
  }

  /** Sends a request outside sync. Throws the server's message when the answer is not 2xx. */
  async ask<T>(path: string, body: unknown): Promise<T> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${this.origin}/api${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${text}`)
    return JSON.parse(text) as T
  }
}
