import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_PATH } from '@shop/shared/images/rules.ts'
import { describe, expect, it } from 'vitest'
import { NIGHTLY } from '../nightly-backup.ts'
import { openShop, say, shopEnvironment } from '../testing/restorable-shop.ts'
import { ADMIN_EMAIL } from '../testing/shop.ts'
import { runBackup, runRestore } from './backup-commands.ts'

const PICTURE = `${'0a'.repeat(32)}.jpg`
const ENCRYPTED = /^It is encrypted: keep its passphrase in another place than the file\. Without it nobody can restore the backup/m
const NOT_ENCRYPTED = /^It is not encrypted: whoever has this file has the shop\./m

describe.each(['pglite', 'postgres'] as const)('an encrypted backup of a shop on %s', (kind) => {
  it('is restored by the command with the passphrase it was made with; with any other or none the shop stays as it is', {
    timeout: 300_000,
  }, async () => {
    const { dir, env } = await shopEnvironment(kind)
    /** The environment with a passphrase in a file. */
    const withPassphrase = async (passphrase: string) => {
      const path = join(dir, `passphrase of ${passphrase.length} characters`)
      await writeFile(path, `${passphrase}\n`, { mode: 0o600 })
      return { ...env, BACKUP_PASSPHRASE_FILE: path }
    }
    const first = await withPassphrase('correct horse battery staple')
    const changed = await withPassphrase('an entirely new passphrase')
    const wrong = await withPassphrase('correct horse battery stapler')
    const [early, late] = [join(dir, 'early.backup'), join(dir, 'late.backup')]
    let shop = await openShop(env)
    const addItem = async (itemName: string, barcode1: string) => {
      const token = await shop.signIn(ADMIN_EMAIL)
      expect((await shop.ask('POST', '/inventory/master', { itemName, barcode1, quantity: 1 }, { token })).status).toBe(200)
    }
    const addPicture = async (contents: string) => {
      await mkdir(join(env.DATA_DIR, 'images'), { recursive: true })
      await writeFile(join(env.DATA_DIR, 'images', PICTURE), contents)
    }
    /** Reads the shop over HTTP: its rows and its picture. */
    const held = async () => {
      const token = await shop.signIn(ADMIN_EMAIL)
      const { items } = (await shop.ask('GET', '/inventory/search', undefined, { token })).body
      const names = items.map(({ itemName }: { itemName: string }) => itemName).sort()
      return { names, picture: (await shop.ask('GET', `${PICTURE_PATH}${PICTURE}`)).body }
    }
    await addItem('Lamp', '4006381333931')
    await addPicture('of the backup')
    await say(runBackup, [early], first)
    await addItem('Vase', '4006381333948')
    await addPicture('of the day after')
    await say(runBackup, [late], changed)
    await addItem('Bowl', '4006381333955')
    await addPicture('of today')
    await shop.server.close()

    const other = (name: string) => `The passphrase in BACKUP_PASSPHRASE_FILE is not the one ${name} was encrypted with.`
    for (const [file, surroundings, why] of [
      [early, wrong, other('early.backup')],
      [early, env, 'early.backup is encrypted. Set BACKUP_PASSPHRASE_FILE to the file with its passphrase, and run this again.'],
      [early, changed, other('early.backup')],
      [late, first, other('late.backup')],
    ] as const) {
      const said = { log: [] as string[], error: [] as string[] }
      const note = { log: (line: string) => void said.log.push(line), error: (line: string) => void said.error.push(line) }
      expect({ code: await runRestore([file, '--replace'], { env: surroundings, say: note }), ...said }).toEqual({
        code: 1,
        log: [],
        error: [why],
      })
    }
    shop = await openShop(env)
    expect(await held()).toEqual({ names: ['Bowl', 'Lamp', 'Vase'], picture: 'of today' })
    await shop.server.close()

    await say(runRestore, [early, '--replace'], first)
    shop = await openShop(env)
    expect(await held()).toEqual({ names: ['Lamp'], picture: 'of the backup' })
  })

  it('says that it is encrypted, when it is made and restored and in the security record; a plain one says that it is not', {
    timeout: 300_000,
  }, async () => {
    const { dir, env } = await shopEnvironment(kind)
    const passphrase = join(dir, 'passphrase')
    await writeFile(passphrase, 'correct horse battery staple\n', { mode: 0o600 })
    const sealing = { ...env, BACKUP_PASSPHRASE_FILE: passphrase }
    const [plain, sealed, nightly] = [join(dir, 'plain'), join(dir, 'sealed'), join(dir, 'nightly')]
    let shop = await openShop(env)
    const recorded = async () => {
      await shop.platform.jobs.drain()
      const token = await shop.signIn(ADMIN_EMAIL)
      const { entries } = (await shop.ask('GET', '/admin/security-record?kind=backupMade', undefined, { token })).body
      return entries.map(({ detail }: { detail: object }) => detail).reverse()
    }
    const madeSealed = await say(runBackup, [sealed], sealing)
    expect(madeSealed).toMatch(ENCRYPTED)
    expect(madeSealed).not.toMatch(NOT_ENCRYPTED)
    expect(await recorded()).toEqual([{ by: 'commandLine', encrypted: 'yes' }])
    const madePlain = await say(runBackup, [plain], env)
    expect(madePlain).toMatch(NOT_ENCRYPTED)
    expect(madePlain).not.toMatch(ENCRYPTED)
    await shop.server.close()
    expect(await say(runBackup, [nightly, NIGHTLY], sealing)).toMatch(ENCRYPTED)
    shop = await openShop(env)
    expect(await recorded()).toEqual([
      { by: 'commandLine', encrypted: 'yes' },
      { by: 'commandLine', encrypted: 'no' },
      { by: 'night', encrypted: 'yes' },
    ])
    await shop.server.close()

    const contents = '0 items, 0 sales, 1 account, 0 pictures, \\d+ rows in all, made at .+'
    expect(await say(runRestore, [sealed, '--replace'], sealing)).toMatch(new RegExp(`^${sealed}: ${contents}, encrypted\\.$`, 'm'))
    const restoredPlain = await say(runRestore, [plain, '--replace'], env)
    expect(restoredPlain).toMatch(new RegExp(`^${plain}: ${contents}\\.$`, 'm'))
    expect(restoredPlain).not.toMatch(/encrypted/)
  })
})
