import { copyFileSync, statSync, truncateSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_PATH } from '@shop/shared/images/rules.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startS3Server } from '../../images/testing/s3-server.ts'
import { openShop, say, shopEnvironment } from '../testing/restorable-shop.ts'
import { runBackup, runRestore } from './backup-commands.ts'

const [EARLY, LATE] = [`${'0c'.repeat(32)}.jpg`, `${'0d'.repeat(32)}.jpg`]

describe.each(['pglite', 'postgres'] as const)('a shop on %s that moves its pictures from the disk into a bucket', (kind) => {
  it('has the pictures of its backup there after a restore; a refused restore changes nothing in the bucket', {
    timeout: 300_000,
  }, async () => {
    const bucket = await startS3Server()
    onTestFinished(() => void bucket.close())
    const { dir, env } = await shopEnvironment(kind)
    const images = join(env.DATA_DIR, 'images')
    const onDisk = await openShop(env)
    await mkdir(images, { recursive: true })
    for (const name of [EARLY, LATE]) await writeFile(join(images, name), `of the backup ${name}`)
    await onDisk.server.close()
    const [whole, cut] = [join(dir, 'whole'), join(dir, 'cut')]
    await say(runBackup, [whole], env)

    // the bucket has other bytes under one of the names, and a picture that no backup knows
    const others = [EARLY, `${'0e'.repeat(32)}.jpg`].map((name) => [`pictures/${name}`, Buffer.from('of the bucket')] as const)
    for (const [name, bytes] of others) bucket.objects.set(name, { bytes, type: 'image/jpeg' })
    const objects = () => [...bucket.objects].map(([name, { bytes }]) => [name, Buffer.from(bytes).toString()]).sort()
    const before = objects()
    const inBucket = { ...env, ...bucket.environment }
    /** Restores a file, and answers the exit code. `onceChecked` runs when the contents of the file were printed. */
    const restored = (args: readonly string[], onceChecked = () => {}) =>
      runRestore(args, { env: inBucket, say: { log: onceChecked, error: () => {} } })
    const cutShort = () => {
      copyFileSync(whole, cut)
      truncateSync(cut, statSync(cut).size - 9)
    }
    cutShort()
    expect([await restored([cut, '--replace']), objects()]).toEqual([1, before])
    copyFileSync(whole, cut)
    expect([await restored([cut, '--replace'], cutShort), objects()]).toEqual([1, before])
    // without --replace a shop stays as it is
    expect([await restored([whole]), objects()]).toEqual([1, before])

    expect(await restored([whole, '--replace'])).toBe(0)
    const pictures = [EARLY, LATE].map((name) => [`pictures/${name}`, `of the backup ${name}`])
    expect(objects()).toEqual([...pictures, [others[1]?.[0], 'of the bucket']].sort())
    const shop = await openShop(inBucket)
    for (const name of [EARLY, LATE]) expect((await shop.ask('GET', `${PICTURE_PATH}${name}`)).body).toBe(`of the backup ${name}`)
  })
})
