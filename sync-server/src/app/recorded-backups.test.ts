import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../platform/kernel/log.ts'
import { openPlatform } from '../platform/platform.ts'
import { migratedEnvironment, temporaryDir } from '../platform/testing/databases.ts'
import { runBackup } from './cli/backup-commands.ts'
import { readConfig } from './config.ts'
import { effects } from './effects.ts'
import { databaseOf } from './server.ts'
import { tables } from './tables.ts'
import { ADMIN_EMAIL, OPENED, testShop } from './testing/shop.ts'

async function openShop(env: Record<string, string>) {
  const platform = await openPlatform({ tables, effects, log: silentLog, runJobs: false, database: databaseOf(readConfig(env)) })
  const shop = await testShop(platform, env)
  onTestFinished(() => shop.server.close())
  return shop
}

describe.each(['pglite', 'postgres'] as const)('the security record of a shop on %s', (kind) => {
  it('contains each backup that was made by hand, of the open and of the closed shop', { timeout: 120_000 }, async () => {
    const dir = await temporaryDir()
    const env = { ...OPENED, ...(await migratedEnvironment(kind, join(dir, 'shop'))) }
    const backUp = async (file: string) => {
      const complaints: string[] = []
      const say = { log: () => {}, error: (line: string) => void complaints.push(line) }
      expect([await runBackup([join(dir, file)], { env, say }), complaints]).toEqual([0, []])
      return Date.now()
    }
    let shop = await openShop(env)
    const recorded = async () => {
      await shop.platform.jobs.drain()
      const token = await shop.signIn(ADMIN_EMAIL)
      const { entries } = (await shop.ask('GET', '/admin/security-record?kind=backupMade', undefined, { token })).body
      return entries.reverse()
    }
    await backUp('open.backup')
    const one = { kind: 'backupMade', result: 'done', uid: null, byUid: null, detail: { by: 'commandLine', encrypted: 'no' } }
    expect(await recorded()).toMatchObject([one])

    await shop.server.close()
    const closedBackupMs = await backUp('closed.backup')
    shop = await openShop(env)
    const entries = await recorded()
    expect(entries).toMatchObject([one, one])
    expect(Date.parse(entries[1].at)).toBeLessThanOrEqual(closedBackupMs)
  })
})
