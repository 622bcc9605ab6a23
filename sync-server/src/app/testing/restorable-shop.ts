import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { silentLog } from '../../platform/kernel/log.ts'
import { openPlatform } from '../../platform/platform.ts'
import { migratedEnvironment, temporaryDir } from '../../platform/testing/databases.ts'
import type { runAdmin } from '../cli/admin-commands.ts'
import { readConfig } from '../config.ts'
import { effects } from '../effects.ts'
import { databaseOf, recordDirsOf } from '../server.ts'
import { tables } from '../tables.ts'
import { OPENED, type TestShop, testShop } from './shop.ts'

/** Makes the environment of a shop on disk that can be backed up and restored. */
export async function shopEnvironment(
  kind: 'pglite' | 'postgres',
): Promise<{ dir: string; env: Record<string, string> & Record<'DATA_DIR' | 'BACKUP_DIR', string> }> {
  const dir = await temporaryDir()
  const database = await migratedEnvironment(kind, join(dir, 'shop'))
  return { dir, env: { ...OPENED, ...database, BACKUP_DIR: join(dir, 'backups') } }
}

/** Opens the shop of an environment. The shop runs no jobs by itself. */
export async function openShop(env: Record<string, string>): Promise<TestShop> {
  const config = readConfig(env)
  const platform = await openPlatform({ tables, effects, log: silentLog, runJobs: false, database: databaseOf(config) })
  const shop = await testShop(platform, env, { recordDirs: recordDirsOf(config) })
  onTestFinished(() => shop.server.close())
  return shop
}

/** Runs a command of the command line that must succeed, and answers what it says. */
export async function say(run: typeof runAdmin, args: readonly string[], env: Record<string, string>): Promise<string> {
  const said: string[] = []
  const note = (line: string) => void said.push(line)
  const code = await run(args, { env, say: { log: note, error: note } })
  expect(code, said.join('\n')).toBe(0)
  return said.join('\n')
}
