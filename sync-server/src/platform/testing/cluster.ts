import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from './databases.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL cluster that only one test uses. The test may restart and copy it. */
export type Cluster = {
  readonly url: string
  restart: () => void
  /** Stops the cluster as a power cut does. */
  halt: () => void
  standby: () => Promise<StandbyServer>
  /** Copies the running cluster with its write-ahead log, as an online backup does. */
  backup: () => Promise<string>
  restore: (backup: string) => void
  stop: () => Promise<void>
}

/** A streaming standby of a test's cluster. */
export type StandbyServer = {
  readonly url: string
  stop: () => Promise<void>
  /** Restarts the standby on the same port. */
  start: () => Promise<void>
  promote: () => void
}

/** Starts a cluster beside the cluster that all tests share. */
export async function ownCluster(): Promise<Cluster> {
  const running = await startPostgres()
  const { binaries } = running
  if (!binaries) throw new Error('a cluster for one test needs PostgreSQL’s programs installed')
  const dataDir = await withClient(
    running.url,
    async (client) => (await client.query('show data_directory')).rows[0].data_directory as string,
  )
  const { uid, gid } = statSync(dataDir)
  const asOwner = process.getuid?.() === 0 ? { uid, gid } : {}
  const stops: (() => Promise<void>)[] = []
  const control = (args: readonly string[], folder = dataDir) => {
    const { status, stderr } = spawnSync(join(binaries, 'pg_ctl'), ['-D', folder, ...args], {
      ...asOwner,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) throw new Error(`pg_ctl ${args.join(' ')}: ${stderr}`)
  }
  const own = (dir: string) => giveAway(dir, uid, gid)
  let restarted = false
  let halted = false
  return {
    url: running.url,
    restart() {
      restarted = true
      control(['restart', '-w', '-m', 'fast', '-l', '/dev/null'])
    },
    halt() {
      control(['stop', '-w', '-m', 'immediate'])
      halted = true
    },
    async backup() {
      const copy = mkdtempSync(join(tmpdir(), 'shop-test-backup-'))
      stops.push(async () => rmSync(copy, { recursive: true, force: true }))
      await copyRunning(running.url, dataDir, copy)
      cpSync(join(dataDir, 'pg_wal'), join(copy, 'pg_wal'), { recursive: true })
      return copy
    },
    restore(backup) {
      restarted = true
      control(['stop', '-w', '-m', 'immediate'])
      for (const name of readdirSync(dataDir)) if (name !== 'postmaster.opts') rmSync(join(dataDir, name), { recursive: true })
      cpSync(backup, dataDir, { recursive: true })
      own(dataDir)
      // this restarts the cluster with the previous options
      control(['restart', '-w', '-l', '/dev/null'])
    },
    async standby() {
      const copy = mkdtempSync(join(tmpdir(), 'shop-test-standby-'))
      await copyRunning(running.url, dataDir, copy)
      writeFileSync(join(copy, 'standby.signal'), '')
      own(copy)
      const standby = await standbyOf(running.url, {
        postgres: (options) => spawn(join(binaries, 'postgres'), ['-D', copy, ...options], { ...asOwner, cwd: '/', stdio: 'ignore' }),
        promote: () => control(['promote', '-w'], copy),
      })
      stops.push(async () => {
        await standby.stop()
        rmSync(copy, { recursive: true, force: true })
      })
      await standby.start()
      return standby
    },
    async stop() {
      for (const stop of stops) await stop()
      if (restarted && !halted) control(['stop', '-m', 'immediate'])
      await running.stop()
    },
  }
}

/** Changes the owner of a folder and its content, if this process is allowed to. */
function giveAway(dir: string, uid: number, gid: number): void {
  if (process.getuid?.() !== 0) return
  for (const path of ['', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })]) chownSync(join(dir, path), uid, gid)
}

/** Prepares a standby on a copy of a primary's files, without starting it. */
async function standbyOf(
  primaryUrl: string,
  run: { postgres: (options: readonly string[]) => ChildProcess; promote: () => void },
): Promise<StandbyServer> {
  const port = await freePort()
  const primary = new URL(primaryUrl)
  const settings = {
    primary_conninfo: `host=${primary.hostname} port=${primary.port} user=${primary.username}`,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    // a test's copy does not have to survive a power cut
    fsync: 'off',
  }
  const url = new URL(primaryUrl)
  url.port = `${port}`
  let server: ChildProcess | undefined
  return {
    url: url.href,
    async start() {
      const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      server = run.postgres(['-p', `${port}`, ...options])
      await answering(url.href)
    },
    async stop() {
      if (!server || server.exitCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
    },
    promote: run.promote,
  }
}

/** Copies a running cluster's files as an online backup does. */
async function copyRunning(url: string, from: string, to: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("select pg_backup_start('standby', true)")
    for (const name of readdirSync(from)) {
      if (name === 'postmaster.pid' || name === 'postmaster.opts') continue
      if (name === 'pg_wal') mkdirSync(join(to, name, 'archive_status'), { recursive: true })
      else cpSync(join(from, name), join(to, name), { recursive: true })
    }
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(to, 'backup_label'), rows[0].labelfile as string)
  })
}

async function withClient<T>(url: string, body: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await body(client)
  } finally {
    await client.end()
  }
}

async function answering(url: string): Promise<void> {
  for (let tried = 0; ; tried++) {
    try {
      await withClient(url, (client) => client.query('select 1'))
      return
    } catch (error) {
      if (tried > 2_400) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Answers the address of another database on the same server. */
export function databaseNamed(url: string, name: string): string {
  const of = new URL(url)
  of.pathname = `/${name}`
  return of.href
}

/** Runs one statement on a server. */
export function onServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => (await client.query(statement)).rows)
}

/** Waits until a standby has replayed everything that its primary has written so far. */
export async function caughtUp(primaryUrl: string, standbyUrl: string): Promise<void> {
  const [at] = await onServer(primaryUrl, 'select pg_current_wal_lsn()::text as lsn')
  for (let tried = 0; ; tried++) {
    const [replayed] = await onServer(standbyUrl, `select pg_last_wal_replay_lsn() >= '${at?.lsn}'::pg_lsn as there`)
    if (replayed?.there) return
    if (tried > 1_000) throw new Error('the standby does not catch up')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
