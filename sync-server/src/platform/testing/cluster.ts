import { spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../testing.ts'

/** A PostgreSQL of a test's own, which it may restart and copy. */
export type Cluster = {
  readonly url: string
  restart: () => void
  standby: () => Promise<string>
  /** Copies the running cluster, its write-ahead log too, as an online backup does. */
  backup: () => Promise<string>
  /** Goes back to a backup. */
  restore: (backup: string) => void
  stop: () => Promise<void>
}

/** Starts a cluster beside the one all tests share. */
export async function ownCluster(): Promise<Cluster> {
  const running = await startPostgres()
  const { binaries } = running
  if (!binaries) throw new Error('a cluster of one’s own needs the programs of PostgreSQL')
  const dataDir = await withClient(
    running.url,
    async (client) => (await client.query('show data_directory')).rows[0].data_directory as string,
  )
  const { uid, gid } = statSync(dataDir)
  const asOwner = process.getuid?.() === 0 ? { uid, gid } : {}
  const stops: (() => Promise<void>)[] = []
  const control = (...args: string[]) => {
    const { status, stderr } = spawnSync(join(binaries, 'pg_ctl'), ['-D', dataDir, ...args], {
      ...asOwner,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) throw new Error(`pg_ctl ${args.join(' ')}: ${stderr}`)
  }
  const own = (dir: string) => {
    for (const path of ['', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })])
      if (process.getuid?.() === 0) chownSync(join(dir, path), uid, gid)
  }
  let restarted = false
  return {
    url: running.url,
    restart() {
      restarted = true
      control('restart', '-w', '-m', 'fast', '-l', '/dev/null')
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
      control('stop', '-w', '-m', 'immediate')
      for (const name of readdirSync(dataDir)) if (name !== 'postmaster.opts') rmSync(join(dataDir, name), { recursive: true })
      cpSync(backup, dataDir, { recursive: true })
      own(dataDir)
      // with the options it ran with before
      control('restart', '-w', '-l', '/dev/null')
    },
    async standby() {
      const copy = mkdtempSync(join(tmpdir(), 'shop-test-standby-'))
      await copyRunning(running.url, dataDir, copy)
      writeFileSync(join(copy, 'standby.signal'), '')
      own(copy)
      const port = await freePort()
      const primary = new URL(running.url)
      const server = spawn(
        join(binaries, 'postgres'),
        [
          '-D',
          copy,
          '-p',
          `${port}`,
          '-c',
          `primary_conninfo=host=${primary.hostname} port=${primary.port} user=${primary.username}`,
          '-c',
          'listen_addresses=127.0.0.1',
          '-c',
          'unix_socket_directories=',
          '-c',
          'max_connections=200',
        ],
        { ...asOwner, cwd: '/', stdio: 'ignore' },
      )
      const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
      stops.push(async () => {
        server.kill('SIGINT')
        await ended
        rmSync(copy, { recursive: true, force: true })
      })
      const url = new URL(running.url)
      url.port = `${port}`
      await answering(url.href)
      return url.href
    },
    async stop() {
      for (const stop of stops) await stop()
      if (restarted) control('stop', '-m', 'immediate')
      await running.stop()
    },
  }
}

/** Copies a running cluster's files the way an online backup does. */
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
      if (tried > 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
