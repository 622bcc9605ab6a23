import { copyFileSync, readFileSync, truncateSync } from 'node:fs'
import { copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_PATH } from '@shop/shared/images/rules.ts'
import { describe, expect, it } from 'vitest'
import { withPglite } from '../../platform/backup/back-up.ts'
import { tablesOf } from '../../platform/backup/dump-database.ts'
import { DATABASE_FOLDER } from '../../platform/database/data-dir-switch.ts'
import { connectPostgres, type Db, inTransaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { silentLog } from '../../platform/kernel/log.ts'
import { openShop, say, shopEnvironment } from '../testing/restorable-shop.ts'
import { ADMIN_EMAIL } from '../testing/shop.ts'
import { runBackup, runRestore } from './backup-commands.ts'

const [EARLY, LATE] = [`${'0a'.repeat(32)}.jpg`, `${'0b'.repeat(32)}.jpg`]

/** Reads every row of a shop that is closed, also of schemas that a restore put aside. */
async function rowsOf(kind: 'pglite' | 'postgres', env: Record<'DATA_DIR', string> & Record<string, string>): Promise<object> {
  const read = (db: Db) =>
    inTransaction(db, async (tx) => {
      const rows: Record<string, unknown> = {
        schemas: (await sql`select nspname from pg_namespace where nspname not like 'pg%' order by 1`.execute(tx)).rows,
      }
      for (const { name } of await tablesOf(tx))
        rows[name] = (await sql`select t::text from ${sql.table(name)} t order by 1`.execute(tx)).rows
      return rows
    })
  if (kind === 'pglite') return withPglite(join(env.DATA_DIR, DATABASE_FOLDER), read)
  const db = connectPostgres(env.DATABASE_URL ?? '', silentLog, { max: 1 })
  return read(db).finally(() => db.destroy())
}

describe.each(['pglite', 'postgres'] as const)('a shop on %s that a cut backup should replace', (kind) => {
  it('stays as it is, also when the file is cut or exchanged between its check and its restore', { timeout: 600_000 }, async () => {
    const { dir, env } = await shopEnvironment(kind)
    const secret = join(dir, 'passphrase')
    await writeFile(secret, 'correct horse battery staple\n', { mode: 0o600 })
    const sealing = { ...env, BACKUP_PASSPHRASE_FILE: secret }
    const addPicture = (name: string, contents: string) => writeFile(join(env.DATA_DIR, 'images', name), contents)
    const shop = await openShop(env)
    await mkdir(join(env.DATA_DIR, 'images'), { recursive: true })
    await addPicture(EARLY, 'the first picture')
    const [plain, sealed, other] = ['plain', 'sealed', 'other'].map((name) => join(dir, name)) as [string, string, string]
    await say(runBackup, [plain], env)
    await say(runBackup, [sealed], sealing)
    await shop.signUp('late@example.org')
    await addPicture(LATE, 'the late picture')
    await say(runBackup, [other], env)
    // the backups have other bytes under this name
    await addPicture(EARLY, 'the present picture')
    await shop.server.close()

    const filesOf = async () => {
      const images = join(env.DATA_DIR, 'images')
      const pictures = (await readdir(images)).sort().map((name) => [name, readFileSync(join(images, name), 'utf8')])
      return { pictures, others: (await readdir(env.DATA_DIR)).filter((name) => !name.startsWith('security-record-')).sort() }
    }
    const before = { rows: await rowsOf(kind, env), files: await filesOf() }
    const file = join(dir, 'tried')
    /** Restores the file, and answers why that failed. `onceChecked` runs when its contents were printed. */
    const restored = async (surroundings: Record<string, string>, onceChecked?: () => void): Promise<string> => {
      const errors: string[] = []
      let isChecked = false
      const log = () => {
        if (!isChecked) onceChecked?.()
        isChecked = true
      }
      const code = await runRestore([file, '--replace'], { env: surroundings, say: { log, error: (line) => void errors.push(line) } })
      expect({ code, isChecked, errors }).toMatchObject({ code: 1, isChecked: onceChecked !== undefined })
      return errors.join()
    }
    for (const [whole, surroundings] of [
      [plain, env],
      [sealed, sealing],
    ] as const) {
      const { size } = await stat(whole)
      for (const bytes of [0, 1, 40, 700, size >> 1, size - 9, size - 1]) {
        await copyFile(whole, file)
        truncateSync(file, bytes)
        expect([bytes, await restored(surroundings)]).toEqual([bytes, expect.stringMatching(/ is (?:cut short|not encrypted|damaged)/)])
      }
      for (const bytes of [0, size >> 1, size - 1]) {
        await copyFile(whole, file)
        expect(await restored(surroundings, () => truncateSync(file, bytes))).toMatch(/ is cut short/)
      }
      await copyFile(whole, file)
      expect(await restored(surroundings, () => copyFileSync(other, file))).toMatch(/ was changed after it had been checked/)
      expect({ rows: await rowsOf(kind, env), files: await filesOf() }).toEqual(before)
    }

    const again = await openShop(env)
    for (const email of [ADMIN_EMAIL, 'late@example.org']) await again.signIn(email)
    const pictures = await Promise.all([EARLY, LATE].map(async (name) => (await again.ask('GET', `${PICTURE_PATH}${name}`)).body))
    expect(pictures).toEqual(['the present picture', 'the late picture'])
  })
})
