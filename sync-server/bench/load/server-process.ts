import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../src/platform/testing/free-port.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const START_MAX_MS = 120_000

export class ServerProcess {
  private process: ChildProcess | undefined

  private constructor(
    readonly port: number,
    private readonly databaseUrl: string,
  ) {}

  static async start(databaseUrl: string): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), databaseUrl)
    await server.start()
    return server
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, DATABASE_URL: this.databaseUrl, HOST: '127.0.0.1', PORT: String(this.port), TRUST_PROXY: 'true' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.process = child
    // a server that ignores signals must not outlive the load
    process.once('exit', () => child.kill('SIGKILL'))
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the server did not start')), START_MAX_MS)
      child.stdout?.on('data', (chunk: Buffer) => {
        if (!chunk.toString().includes('The shop is open')) return
        clearTimeout(timer)
        resolve()
      })
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    })
  }

  /** Stops the server as an upgrade does, and waits for its end. */
  async stop(): Promise<void> {
    const child = this.process
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  async metric(name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.port}/api/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
}
