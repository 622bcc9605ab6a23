import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../../sync-server/src/platform/testing/free-port.ts'
import { copyDatabase, dropDatabase } from '../../sync-server/src/platform/testing/postgres-database.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Long enough to fill a demo shop. */
const READY_TIMEOUT_MS = 540_000

/** Skips the optimisation of the embedded database. It takes a second of a core, which is too much for a server that runs for a minute. */
const SHORT_LIVED = ['--liftoff-only']

/** The admin of every end-to-end shop. */
export const ADMIN = { email: 'admin@shop.example', password: 'correct horse', displayName: 'Ada Admin' }

/** A shop to copy: its data directory, and its database unless that lies in the directory. */
export type ShopImage = { readonly dataDir: string; readonly databaseUrl: string | undefined }

/** Copies a shop whose server does not run. */
export async function copyShop(shop: ShopImage, dataDir: string): Promise<ShopImage> {
  await cp(shop.dataDir, dataDir, { recursive: true })
  return { dataDir, databaseUrl: shop.databaseUrl && (await copyDatabase(shop.databaseUrl)) }
}

/** The built product as a process that a test starts, kills and starts again, with a data directory of its own. */
export class ShopServer {
  private process: ChildProcess | undefined
  private log = ''
  private constructor(
    readonly dataDir: string,
    /** Address of the server's PostgreSQL database; undefined for a database in the data directory. */
    readonly databaseUrl: string | undefined,
    readonly port: number,
    private readonly env: Record<string, string>,
    private readonly args: readonly string[],
    private readonly nodeArgs: readonly string[],
    private readonly product: string,
  ) {}

  /** `image`: a shop, of which the server gets a copy. Without an image the shop is new, with a database in its directory. `product`: a copy of the
   *  built product. */
  static async start(
    env: Record<string, string> = {},
    args: readonly string[] = [],
    image?: ShopImage,
    product = ROOT,
  ): Promise<ShopServer> {
    const server = await ShopServer.prepare(env, args, image, product)
    try {
      await server.start()
      return server
    } catch (error) {
      await server.dispose()
      throw error
    }
  }

  private static async prepare(env: Record<string, string>, args: readonly string[], image: ShopImage | undefined, product: string) {
    const dir = await mkdtemp(join(tmpdir(), 'shop-e2e-'))
    const { dataDir, databaseUrl } = image ? await copyShop(image, dir) : { dataDir: dir, databaseUrl: undefined }
    return new ShopServer(dataDir, databaseUrl, await freePort(), env, args, image ? SHORT_LIVED : [], product)
  }

  /** Environment of the server, and of commands on its data. */
  get environment(): NodeJS.ProcessEnv {
    const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = this
    return { ...process.env, NODE_ENV: 'production', DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }), ...this.env }
  }

  private program(name: 'main' | 'backup' | 'restore' | 'admin'): string {
    return join(this.product, `sync-server/dist/${name}.js`)
  }

  /** Latest output of the server. */
  get printed(): string {
    return this.log
  }

  get url(): string {
    return `http://localhost:${this.port}`
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [...this.nodeArgs, this.program('main'), ...this.args], {
      env: { ...this.environment, PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.process = child
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (this.log = (this.log + chunk).slice(-20_000)))
    const giveUpAt = Date.now() + READY_TIMEOUT_MS
    while (Date.now() < giveUpAt) {
      if (child.exitCode !== null) break
      const ready = await fetch(`${this.url}/api/ready`).catch(() => undefined)
      if (ready?.ok) return
      await sleep(25)
    }
    throw new Error(`the server did not become ready (exit code ${child.exitCode}):\n${this.log}`)
  }

  /** Ends the process; SIGKILL stands for a power cut. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
    const child = this.process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  /** Runs a command of the product on this server's data, as `npm run` does; throws when it fails. */
  async command(name: 'backup' | 'restore' | 'admin', ...args: string[]): Promise<void> {
    await promisify(execFile)(process.execPath, [...SHORT_LIVED, this.program(name), ...args], { env: this.environment })
  }

  async dispose(): Promise<void> {
    await this.stop()
    if (this.databaseUrl) await dropDatabase(this.databaseUrl)
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** Sends a request with a JSON body. Throws the server's answer unless its status is 2xx. */
  async request<T = Record<string, unknown>>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} → ${response.status} ${text}`)
    return JSON.parse(text || '{}') as T
  }

  /** Sets up the empty shop and answers the admin's token. */
  async setUp(): Promise<string> {
    await this.request('POST', '/setup', { ...ADMIN, timeZone: 'America/Chicago', shopName: 'Second Chance' })
    return this.signIn(ADMIN.email, ADMIN.password)
  }

  async signIn(email: string, password: string): Promise<string> {
    return (await this.request<{ token: string }>('POST', '/identity/sign-in/email', { email, password })).token
  }
}
