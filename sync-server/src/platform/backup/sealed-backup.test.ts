import { randomBytes } from 'node:crypto'
import { copyFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { tables } from '../../app/tables.ts'
import { pictureArchive } from '../../images/picture-archive.ts'
import type { DatabaseLocation } from '../database/database.ts'
import { silentLog } from '../kernel/log.ts'
import { openPlatform } from '../platform.ts'
import { openShop, TestClient } from '../testing/client.ts'
import { addItem, admin, freshId, queued, testCommands } from '../testing/commands.ts'
import { createPostgresDatabase, temporaryDir } from '../testing/databases.ts'
import { fillDataDir } from '../testing/fresh-pglite.ts'
import { backUp } from './back-up.ts'
import { type CheckedBackup, checkBackup } from './read-backup.ts'
import { restore } from './restore.ts'

const NAME = 'a name that no backup may show'
const PICTURE = { name: `${'ab'.repeat(32)}.jpg`, bytes: randomBytes(400_000) }
const onePicture = {
  where: { where: 'here' } as const,
  hold: async () => {},
  letGo: async () => {},
  async *all() {
    yield PICTURE
  },
}
const quietly = { by: 'commandLine' as const, nowMs: 1_800_000_000_000, progress: () => undefined }
const passphrase = 'correct horse battery staple'

async function emptyPlace(kind: DatabaseLocation['kind']): Promise<DatabaseLocation> {
  return kind === 'postgres' ? { kind, url: await createPostgresDatabase() } : { kind, dataDir: join(await temporaryDir(), 'shop') }
}

const open = (database: DatabaseLocation) => openPlatform({ tables, commands: testCommands, log: silentLog, runJobs: false, database })

/** Opens a shop with one item. */
async function smallShop(database: DatabaseLocation) {
  if (database.kind === 'pglite' && database.dataDir !== null) await fillDataDir(database.dataDir)
  const platform = await openShop(() => open(database))
  await new TestClient(platform, admin).push(queued(addItem, { id: freshId(), itemName: NAME }))
  return platform
}

describe.each(['pglite', 'postgres'] as const)('an encrypted backup of a shop on %s', (kind) => {
  it('contains no readable data, and is restored with its passphrase; a plain backup needs none', { timeout: 300_000 }, async () => {
    const source = await emptyPlace(kind)
    const platform = await smallShop(source)
    const dir = await temporaryDir()
    const [plain, sealed] = [join(dir, 'plain.backup'), join(dir, 'sealed.backup')]
    expect(await backUp(source, onePicture, plain, quietly)).toMatchObject({ isEncrypted: false })
    expect(await backUp(source, onePicture, sealed, { ...quietly, passphrase })).toMatchObject({ isEncrypted: true, picturesCount: 1 })
    await platform.close()
    expect(statSync(sealed).mode & 0o777).toBe(0o600)
    const bytes = readFileSync(sealed)
    // encrypted bytes do not shrink
    expect(gzipSync(bytes.subarray(1_000)).length).toBeGreaterThan(bytes.length - 1_100)

    for (const [file, given] of [
      [sealed, passphrase],
      [plain, passphrase],
      [plain, undefined],
    ] as const) {
      const place = await emptyPlace(kind)
      const kept: Buffer[] = []
      const keepPicture = async (_name: string, picture: Buffer) => void kept.push(picture)
      await restore(place, file, await checkBackup(file, given), { ...quietly, replaces: false, keepPicture, passphrase: given })
      expect(kept[0]?.equals(PICTURE.bytes)).toBe(true)
      const restored = await open(place)
      expect((await sql`select 1 from items where item_name = ${NAME}`.execute(restored.db)).rows).toHaveLength(1)
      await restored.close()
    }
  })
})

describe('an encrypted backup file', () => {
  it('is refused when it is cut, changed, reordered or longer, or the passphrase is wrong', { timeout: 300_000 }, async () => {
    const dir = await temporaryDir()
    const source: DatabaseLocation = { kind: 'postgres', url: await createPostgresDatabase() }
    const platform = await smallShop(source)
    await platform.close()
    const good = join(dir, 'good.backup')
    await backUp(source, onePicture, good, { ...quietly, passphrase })
    const whole = readFileSync(good)
    const problem = (bytes: Buffer, given: string | undefined = passphrase) => {
      writeFileSync(join(dir, 'bad'), bytes)
      return checkBackup(join(dir, 'bad'), given).then(
        () => 'none',
        (error: Error) => `${error.name}: ${error.message}`,
      )
    }
    const changedAt = (at: number) => {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return bytes
    }
    const [start, chunk] = [whole.indexOf('\n') + 1, 65_536 + 16]
    expect(whole.length).toBeGreaterThan(start + 3 * chunk)

    expect(await problem(whole)).toBe('none')
    writeFileSync(join(dir, 'bad'), whole)
    await expect(checkBackup(join(dir, 'bad'))).rejects.toThrow(/^bad is encrypted\. Set BACKUP_PASSPHRASE_FILE/)
    expect(await problem(whole, 'correct horse battery stapler')).toMatch(
      /BackupProblem: The passphrase in BACKUP_PASSPHRASE_FILE is not the one/,
    )
    for (const at of [start + 7, start + chunk + 9, whole.length >> 1, whole.length - 30])
      expect(await problem(changedAt(at))).toMatch(/is damaged/)
    // changes in the first line: salt, proof of the passphrase, cost
    for (const word of ['"salt":"', '"check":"', '"N":'])
      expect(await problem(changedAt(whole.indexOf(word) + word.length + 1))).toMatch(/^BackupProblem: /)
    // cuts in a chunk, between two chunks, before the trailer, and in the first line
    for (const at of [whole.length >> 1, start + 2 * chunk, whole.length - 8, whole.length - 3, start, 40, 5])
      expect(await problem(whole.subarray(0, at))).toMatch(/is cut short/)
    const end = whole.subarray(whole.length - 8)
    expect(await problem(Buffer.concat([whole.subarray(0, start + 2 * chunk), end]))).toMatch(/is damaged/)
    const [one, two] = [whole.subarray(start, start + chunk), whole.subarray(start + chunk, start + 2 * chunk)]
    expect(await problem(Buffer.concat([whole.subarray(0, start), two, one, whole.subarray(start + 2 * chunk)]))).toMatch(/is damaged/)
    expect(await problem(Buffer.concat([whole, one]))).toMatch(/is damaged/)
    expect(await problem(Buffer.concat([whole, end]))).toMatch(/is damaged/)
  })
})

describe('a plain backup file', () => {
  it('is never taken for an encrypted one that is put in its place during the check', { timeout: 300_000 }, async () => {
    const dir = await temporaryDir()
    const source: DatabaseLocation = { kind: 'postgres', url: await createPostgresDatabase() }
    await (await smallShop(source)).close()
    const [plain, sealed, file] = ['plain', 'sealed', 'file'].map((name) => join(dir, name)) as [string, string, string]
    const { digest } = await backUp(source, onePicture, plain, quietly)
    await backUp(source, onePicture, sealed, { ...quietly, passphrase })
    const put = (from: string) => {
      copyFileSync(from, `${file}.half`)
      renameSync(`${file}.half`, file)
    }
    // exchanged later and later, until the check ends first
    let isOver = false
    for (let turns = 1; !isOver; turns = Math.ceil(turns * 1.2)) {
      put(plain)
      const checked = checkBackup(file, passphrase)
        .catch((error: Error) => error.name)
        .finally(() => (isOver = true))
      for (let turn = 0; turn < turns; turn++) await nextTurn()
      const isTooLate: boolean = isOver
      put(sealed)
      const found = await checked
      if (found !== 'BackupProblem') expect(found).toMatchObject({ isEncrypted: (found as CheckedBackup).digest !== digest })
      isOver = isTooLate
    }
  })
})

describe('a picture whose file is removed during a backup', () => {
  it('is in the backup', { timeout: 300_000 }, async () => {
    const source = await emptyPlace('pglite')
    const { dataDir } = source as { dataDir: string }
    const platform = await smallShop(source)
    const archive = pictureArchive({ dataDir, s3: undefined })
    await archive.keep(PICTURE.name, PICTURE.bytes)
    await archive.publish()
    const file = join(await temporaryDir(), 'shop.backup')
    let isReplaced = false
    const replacing = () => {
      isReplaced = true
      rmSync(join(dataDir, 'images', PICTURE.name), { force: true })
    }
    const made = await backUp(source, { ...archive, where: { where: 'here' } }, file, { ...quietly, progress: replacing })
    expect([isReplaced, made.picturesCount]).toEqual([true, 1])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('copy-'))).toEqual([])
    await platform.close()
  })
})
