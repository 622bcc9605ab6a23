import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TEST_CERT, TEST_KEY } from '@shop/shared/testing/certificate.ts'
import { describe, expect, it } from 'vitest'
import { createPostgresDatabase, forEachDatabase, migratedEnvironment, temporaryDir } from '../platform/testing/databases.ts'
import { freePort } from '../platform/testing/free-port.ts'
import { fillDataDir } from '../platform/testing/fresh-pglite.ts'
import { runAdmin } from './cli/admin-commands.ts'
import { Child } from './testing/child.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD } from './testing/shop.ts'

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
const signIn = async (address: string) =>
  (await (await post(`${address}/api/identity/sign-in/email`, { email: ADMIN_EMAIL, password: PASSWORD })).json()) as { token: string }

/** Sends the first half of a sign-in; `finish` sends the second half. */
function slowSignIn(address: string): { finish: () => Promise<number | undefined> } {
  const body = JSON.stringify({ email: ADMIN_EMAIL, password: PASSWORD })
  const sent = httpRequest(`${address}/api/identity/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  })
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject)
  })
  sent.write(body.slice(0, 10))
  return {
    finish: () => {
      sent.end(body.slice(10))
      return status
    },
  }
}

/** Prepares the environment of a server whose first start makes the database. */
async function withoutDatabase(kind: 'pglite' | 'postgres'): Promise<Record<string, string>> {
  const DATA_DIR = await ownFolder()
  return kind === 'pglite' ? { DATA_DIR } : { DATA_DIR, DATABASE_URL: await createPostgresDatabase() }
}

const ownFolder = async () => join(await temporaryDir(), 'shop data')

forEachDatabase('a server process', (_open, kind) => {
  it('starts, stops within ten seconds despite requests under way, and has its data after the next start', async () => {
    const environment = { ...(await withoutDatabase(kind)), ...OPENED, HOST: '127.0.0.1', PORT: String(await freePort()) }
    const first = new Child(environment)
    const address = await first.open()
    expect(first.stdout.split('\n')[0] === '' ? '' : first.stdout).toMatch(/^The shop is open at http:\/\/127\.0\.0\.1:\d+$/m)
    const ready = await fetch(`${address}/api/ready`)
    expect(ready.status).toBe(200)
    // Caddy reuses a connection for up to two minutes
    expect(Number(/timeout=(\d+)/.exec(ready.headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120)
    const { token } = await signIn(address)

    const events = await fetch(`${address}/api/sync/events`, { headers: { authorization: `Bearer ${token}` } })
    const heard = events.text()
    const hung = connect(Number(environment.PORT), '127.0.0.1')
    hung.on('error', () => {})
    hung.write('POST /api/setup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
    const underWay = slowSignIn(address)
    await sleep(500)
    const startMs = performance.now()
    first.kill('SIGTERM')
    // new connections fail, and requests on open connections are answered with 503
    const isTurnedAway = () =>
      fetch(`${address}/api/health`).then(
        ({ status }) => status === 503,
        () => true,
      )
    await expect.poll(isTurnedAway).toBe(true)
    expect(await underWay.finish()).toBe(200)
    expect(await heard).toContain('event: hello')
    expect(await first.end()).toBe(0)
    expect(performance.now() - startMs).toBeLessThan(10_000)
    expect(first.stderr).toBe('')

    const second = new Child(environment)
    const again = await second.open()
    expect((await fetch(`${again}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    second.kill('SIGINT')
    expect(await second.end()).toBe(0)

    // the demo refuses, in one line, a database that has users
    const demo = new Child(environment, ['--demo'])
    expect(await demo.end()).toBe(1)
    expect(demo.stdout + demo.stderr).toBe(
      'Cannot start: this shop has users already. --demo fills an empty one only; name another folder by DATA_DIR.\n',
    )

    // the image has no npm scripts, so the server's program can make backups too
    const file = join(await temporaryDir(), 'kept.backup')
    const backup = new Child(environment, ['backup', file])
    expect(await backup.end()).toBe(0)
    expect(backup.stdout).toMatch(/kept\.backup: 0 items, 0 sales, 1 account, /)
    expect((await readFile(file)).length).toBeGreaterThan(0)
  }, 300_000)

  it('lets the command line change roles: on PostgreSQL while it runs, on PGlite after it has stopped', async () => {
    const database = await migratedEnvironment(kind, await ownFolder())
    const environment = { ...database, ...OPENED, HOST: '127.0.0.1', PORT: String(await freePort()) }
    const server = new Child(environment)
    const address = await server.open()
    const signedUp = await post(`${address}/api/identity/sign-up/email`, { email: 'ann@example.org', password: PASSWORD, name: 'Ann' })
    const { token } = (await signedUp.json()) as { token: string }
    const roleOf = async () =>
      ((await (await fetch(`${address}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).json()) as { role: string }).role
    const admin = async (...args: string[]) => {
      const said = { stdout: '', stderr: '' }
      const say = { log: (line: string) => void (said.stdout += `${line}\n`), error: (line: string) => void (said.stderr += `${line}\n`) }
      return { code: await runAdmin(args, { env: environment, say }), ...said }
    }
    const promoted = await admin('promote', 'Ann@Example.org')
    if (kind === 'pglite') {
      expect(promoted).toEqual({
        code: 1,
        stdout: '',
        stderr: 'The shop is running and holds its database. Stop it, run this again, and start it again.\n',
      })
      server.kill('SIGTERM')
      expect(await server.end()).toBe(0)
      expect(await admin('promote', 'ann@example.org', '--vouch')).toEqual({
        code: 0,
        stdout: 'ann@example.org is an admin now.\n',
        stderr: '',
      })
    } else {
      expect(promoted).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^Nobody has confirmed that ann@example.org is theirs\./),
      })
      expect(await roleOf()).toBe('user')
      const vouched = await admin('promote', 'Ann@Example.org', '--vouch')
      expect(vouched).toEqual({ code: 0, stdout: 'ann@example.org is an admin now.\n', stderr: '' })
      expect(await roleOf()).toBe('admin')
      expect((await admin('demote', 'ann@example.org')).code).toBe(0)
      expect(await roleOf()).toBe('user')
      expect(await admin('demote', ADMIN_EMAIL)).toMatchObject({
        code: 1,
        stderr: 'This is the only admin. Make somebody else an admin first.\n',
      })
    }
    expect(await admin('promote', 'who@example.org')).toMatchObject({
      code: 1,
      stderr: 'Nobody has an account with the e-mail who@example.org.\n',
    })
    for (const wrong of [
      [],
      ['promote'],
      ['promote', 'nobody'],
      ['demote', 'ann@example.org', '--vouch'],
      ['destroy', 'ann@example.org'],
    ]) {
      const { code, stderr } = await admin(...wrong)
      expect([code, stderr.startsWith('Usage: npm run admin -- promote EMAIL')]).toEqual([2, true])
    }
  }, 300_000)
})

describe('a server that cannot start', () => {
  const failure = async (environment: Record<string, string>, args: string[] = []) => {
    const child = new Child(environment, args)
    return { code: await child.end(), said: child.stdout + child.stderr }
  }

  it('prints the reason in one line, or the usage of the command that it was given', async () => {
    expect(await failure({ PORT: 'http' })).toEqual({ code: 1, said: 'Cannot start: PORT: must be a whole number from 0 to 65535\n' })
    expect(await failure({}, ['--fast'])).toEqual({
      code: 1,
      said: 'Cannot start: Unknown argument --fast. Start without arguments, with --demo, or with: admin, backup, restore\n',
    })
    const usage = await failure({}, ['admin', 'promote'])
    expect([usage.code, usage.said.split('\n')[0]]).toEqual([
      2,
      expect.stringMatching(/^Usage: npm run admin -- promote EMAIL +makes a user an admin$/),
    ])
    const restores = await failure({}, ['restore'])
    expect([restores.code, restores.said.split('\n')[0]]).toEqual([2, expect.stringMatching(/^Usage: npm run restore -- FILE /)])
    const nowhere = await failure({ DATABASE_URL: `postgres://shop:hunter2@127.0.0.1:${await freePort()}/shop` })
    expect(nowhere).toEqual({
      code: 1,
      said: 'Cannot start: the database does not answer. Check DATABASE_URL, and that PostgreSQL runs.\n',
    })
  }, 300_000)

  it('reports that another server has the data directory or the port', async () => {
    const [dataDir, another] = [await temporaryDir(), await temporaryDir()]
    for (const dir of [dataDir, another]) await fillDataDir(dir)
    const PORT = String(await freePort())
    const first = new Child({ DATA_DIR: dataDir, PORT })
    await first.open()
    const second = await failure({ DATA_DIR: dataDir, PORT })
    expect(second.code).toBe(1)
    expect(second.said).toMatch(
      /^Cannot start: The data directory .+ is in use by another running server\. Stop it first, or set DATA_DIR to another directory\.\n$/,
    )
    const third = await failure({ DATA_DIR: another, PORT })
    expect(third).toEqual({
      code: 1,
      said: `Cannot start: port ${PORT} is in use by another program. Stop it, or set PORT to another number.\n`,
    })
    first.kill('SIGTERM')
    expect(await first.end()).toBe(0)
  }, 300_000)
})

describe('a server with a certificate', () => {
  it('speaks HTTPS', async () => {
    const dir = await temporaryDir()
    const [TLS_CERT, TLS_KEY] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
    writeFileSync(TLS_CERT, TEST_CERT)
    writeFileSync(TLS_KEY, TEST_KEY)
    await fillDataDir(join(dir, 'data'))
    const child = new Child({ DATA_DIR: join(dir, 'data'), PORT: String(await freePort()), TLS_CERT, TLS_KEY })
    const address = await child.open()
    expect(address).toMatch(/^https:\/\/localhost:\d+$/)
    const status = await new Promise((resolve, reject) => {
      httpsRequest(`${address}/api/health`, { ca: TEST_CERT }, (response) => resolve(response.statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(200)
    child.kill('SIGTERM')
    expect(await child.end()).toBe(0)
  }, 300_000)
})
