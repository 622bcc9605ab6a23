import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startS3Server } from '../../images/testing/s3-server.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'
import { runBackup, runRestore } from '../cli/backup-commands.ts'
import { marksIn, shopWithZelda } from '../testing/known-person.ts'
import { openShop, say, shopEnvironment } from '../testing/restorable-shop.ts'
import { ADMIN_EMAIL, PASSWORD } from '../testing/shop.ts'

forEachDatabase('a person who was erased after a backup', (_open, kind) => {
  it.each(['on the disk', 'in a bucket'])(
    'is erased again when it is restored, from rows and from files %s',
    { timeout: 300_000 },
    async (place) => {
      const { dir, env: onDisk } = await shopEnvironment(kind)
      const s3 = place === 'in a bucket' ? await startS3Server() : undefined
      if (s3) onTestFinished(() => void s3.close())
      const env = { ...onDisk, ...s3?.environment }
      const images = join(env.DATA_DIR, 'images')
      const files = () => (s3 ? [...s3.objects.keys()] : existsSync(images) ? readdirSync(images) : []).sort()
      let shop = await openShop(env)
      const { zelda } = await shopWithZelda(shop)
      const [backedUp, objects] = [files(), new Map(s3?.objects)]
      expect(backedUp).toHaveLength(2)
      const file = join(dir, 'shop.backup')
      await say(runBackup, [file], env)
      const confirmed = { name: 'Zelda Quixote' }
      expect((await shop.ask('POST', `/auth/users/${zelda.uid}/erase`, confirmed, zelda)).status).toBe(200)
      await shop.platform.jobs.drain()
      expect([await marksIn(shop), files()]).toEqual([{}, []])
      await shop.server.close()

      expect(await say(runRestore, [file, '--replace'], env)).toMatch(
        /zelda@windmill\.example was erased: the next start repeats it, if erasures\.jsonl is there\n/,
      )
      // a backup holds no bucket; an operator may bring back its objects from a copy of their own
      for (const [name, object] of objects) s3?.objects.set(name, object)
      expect(files()).toEqual(backedUp)
      shop = await openShop(env)
      const person = { email: 'zelda@windmill.example', password: PASSWORD }
      expect((await shop.ask('POST', '/identity/sign-in/email', person)).body.code).toBe('USER_NOT_FOUND')
      await shop.platform.jobs.drain()
      expect([await marksIn(shop), files()]).toEqual([{}, []])
      const admin = { token: await shop.signIn(ADMIN_EMAIL) }
      expect((await shop.ask('POST', '/sales/ledger/check', undefined, admin)).body.mismatches).toEqual([])
      // the erasure holds again, so no admin is asked to repeat it
      const { entries } = (await shop.ask('GET', '/admin/restore/changes', undefined, admin)).body
      expect(entries.filter((entry: { kind: string }) => entry.kind === 'dataErased')).toEqual([])
    },
  )
})
