import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createPostgresDatabase, temporaryDir } from '../../platform/testing/databases.ts'
import { freePort } from '../../platform/testing/free-port.ts'
import { keepNewest } from '../nightly-backup.ts'
import { Child } from '../testing/child.ts'
import { OPENED } from '../testing/shop.ts'
import { runBackup, runRestore } from './backup-commands.ts'

async function asked(run: typeof runBackup, args: readonly string[], env: Record<string, string>) {
  const said = { stdout: '', stderr: '' }
  const say = { log: (line: string) => void (said.stdout += `${line}\n`), error: (line: string) => void (said.stderr += `${line}\n`) }
  return { code: await run(args, { env, say }), ...said }
}

describe('the commands for backups', () => {
  it('print their usage for wrong arguments, and explain a failure in a sentence', async () => {
    const env = { DATA_DIR: join(await temporaryDir(), 'shop') }
    for (const wrong of [['--fast'], ['a', 'b']]) expect(await asked(runBackup, wrong, env)).toMatchObject({ code: 2, stdout: '' })
    for (const wrong of [[], ['--replace'], ['a', 'b'], ['--fast']])
      expect((await asked(runRestore, wrong, env)).stderr).toMatch(/^Usage: npm run restore -- FILE/)
    expect(await asked(runRestore, ['no-such-file'], { ...env, INIT_CWD: env.DATA_DIR })).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no file ${join(env.DATA_DIR, 'no-such-file')}.\n`,
    })
    expect(await asked(runBackup, [], { DATABASE_URL: 'here' })).toMatchObject({
      code: 1,
      stderr: 'DATABASE_URL: must be an address that begins with postgres:// or postgresql://\n',
    })
    const url = `postgres://shop:hunter2@127.0.0.1:${await freePort()}/shop`
    expect((await asked(runBackup, [], { ...env, DATABASE_URL: url })).stderr).toMatch(/^the database does not answer/i)
  })

  it('back up and restore pictures, or name the bucket that keeps them', { timeout: 240_000 }, async () => {
    const dir = await temporaryDir()
    const place = {
      DATA_DIR: join(dir, 'shop'),
      DATABASE_URL: await createPostgresDatabase(),
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
    }
    const server = new Child({ ...place, ...OPENED })
    await server.open()
    const picture = `${'0f'.repeat(32)}.jpg`
    await mkdir(join(place.DATA_DIR, 'images'), { recursive: true })
    await writeFile(join(place.DATA_DIR, 'images', picture), 'a picture')
    await writeFile(join(place.DATA_DIR, 'images', `${picture}.half`), 'half of one')
    const file = join(dir, 'shop.backup')
    const made = await asked(runBackup, [file], place)
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toContain(`${file}: 0 items, 0 sales, 1 account, 1 picture, `)
    const s3 = { S3_BUCKET: 'goods', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret', S3_ENDPOINT: 'http://127.0.0.1:9' }
    const bare = await asked(runBackup, [], { ...place, ...s3, BACKUP_DIR: join(dir, 'backups') })
    expect(bare.stdout).toMatch(/1 account, 0 pictures, .*\nThe pictures are not in it: they are in the bucket goods, which keeps them\.\n/)
    expect(await asked(runRestore, [file, '--replace'], place)).toMatchObject({
      code: 1,
      stderr: 'The shop is running on this database. Stop every server of it, run this again, and start them.\n',
    })
    server.kill('SIGTERM')
    expect(await server.end()).toBe(0)

    const fresh = { DATA_DIR: join(dir, 'new'), DATABASE_URL: await createPostgresDatabase() }
    expect(await asked(runRestore, [file], fresh)).toMatchObject({ code: 0, stderr: '' })
    expect(await readdir(join(fresh.DATA_DIR, 'images'))).toEqual([picture])
    expect(await readFile(join(fresh.DATA_DIR, 'images', picture), 'utf8')).toBe('a picture')
    expect((await readdir(fresh.DATA_DIR)).filter((name) => name.startsWith('copy-'))).toEqual([])
    const [name = ''] = await readdir(join(dir, 'backups'))
    expect(name).toMatch(/^shop-\d{4}-\d\d-\d\d-\d{6}\.backup$/)
    const again = { ...fresh, DATABASE_URL: await createPostgresDatabase() }
    expect((await asked(runRestore, [join(dir, 'backups', name)], again)).stdout).toContain('they were kept in the bucket goods')
  })
})

describe('the nightly backup', () => {
  it('is made by the running server, and the oldest backups are removed', { timeout: 240_000 }, async () => {
    const dir = await temporaryDir()
    const url = await createPostgresDatabase()
    const backups = join(dir, 'other disk')
    const server = new Child({
      ...{ ...OPENED, DATABASE_URL: url, DATA_DIR: join(dir, 'shop'), HOST: '127.0.0.1', PORT: String(await freePort()) },
      ...{ BACKUP_DIR: backups, BACKUP_KEEP: '2' },
    })
    await server.open()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rowCount } = await client.query(`update jobs set run_at = now() where kind = 'backups.nightly'`)
    expect(rowCount).toBe(1)
    const isDone = async () => (await client.query(`select 1 from jobs where kind = 'backups.nightly' and run_at > now()`)).rowCount
    await expect.poll(isDone, { timeout: 120_000, interval: 500 }).toBe(1)
    const entries = async () => (await client.query(`select detail from security_events where kind = 'backupMade'`)).rows
    await expect.poll(entries, { timeout: 120_000, interval: 500 }).toEqual([{ detail: { by: 'night', encrypted: 'no' } }])
    await client.end()
    const filesIn = async () => (await readdir(backups)).filter((one) => !one.startsWith('security-record-')).sort()
    const [name = '', ...others] = await filesIn()
    expect([name, others]).toEqual([expect.stringMatching(/^shop-\d{4}-\d\d-\d\d\.backup$/), []])
    server.kill('SIGTERM')
    expect(await server.end()).toBe(0)

    const half = `shop-2026-01-09.backup.half-${crypto.randomUUID()}`
    for (const other of ['shop-2026-01-07.backup', 'shop-2026-01-08.backup', 'shop-2026-01-08-120000.backup', 'notes.txt', half])
      await writeFile(join(backups, other), '')
    await keepNewest(backups, 2)
    expect(await filesIn()).toEqual(['notes.txt', 'shop-2026-01-08-120000.backup', 'shop-2026-01-08.backup', name].sort())
  })
})
