import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

type Cluster = { readonly url: string; readonly binaries: string | undefined }

const run = promisify(execFile)

/** The databases of simulated shops in one PostgreSQL. It copies and dumps them with its own programs. */
export class PostgresShops {
  private count = 0
  private constructor(
    private readonly url: string,
    private readonly binaries: string,
  ) {}

  /** Starts a PostgreSQL that ends with this process and syncs its commits to the disk, as a real shop's. */
  static async start(): Promise<PostgresShops> {
    const script = new URL('../../.scripts/lib/postgres.mjs', import.meta.url).href
    const { startPostgres } = (await import(script)) as { startPostgres: (options: { durable: boolean }) => Promise<Cluster> }
    const { url, binaries } = await startPostgres({ durable: true })
    if (!binaries) throw new Error('a simulated shop needs the programs of PostgreSQL; run without TEST_DATABASE_URL')
    return new PostgresShops(url, binaries)
  }

  /** Creates a database, empty or as a copy of one to which nobody is connected. Returns its address. */
  async create(copied?: string): Promise<string> {
    const name = `shop_${this.count++}`
    await this.call('createdb', ['--maintenance-db', this.url, ...(copied ? ['--template', nameIn(copied)] : []), name])
    const created = new URL(this.url)
    created.pathname = `/${name}`
    return created.href
  }

  /** Writes what is committed to a file, while others may use the database. */
  async dump(url: string, file: string): Promise<void> {
    await this.call('pg_dump', ['--format', 'custom', '--compress', '0', '--file', file, url])
  }

  /** Loads a dump into a new database. */
  async load(file: string): Promise<string> {
    const url = await this.create()
    await this.call('pg_restore', ['--exit-on-error', '--single-transaction', '--dbname', url, file])
    return url
  }

  async drop(url: string): Promise<void> {
    await this.call('dropdb', ['--maintenance-db', this.url, '--force', nameIn(url)])
  }

  private async call(program: string, args: readonly string[]): Promise<void> {
    await run(join(this.binaries, program), args)
  }
}

const nameIn = (url: string) => new URL(url).pathname.slice(1)
