import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { readConfig } from '../../sync-server/src/app/config.ts'
import { effects } from '../../sync-server/src/app/effects.ts'
import { createServer, type ServerOptions } from '../../sync-server/src/app/server.ts'
import { tables } from '../../sync-server/src/app/tables.ts'
import type { DatabaseLocation } from '../../sync-server/src/platform/database/database.ts'
import { silentLog } from '../../sync-server/src/platform/kernel/log.ts'
import { openPlatform, type Platform } from '../../sync-server/src/platform/platform.ts'
import type { StoredDevice } from './stored-device.ts'

/** The folder of the states that releases left behind: one subfolder for each release, named by its number. */
export const RELEASES = fileURLToPath(new URL('./releases', import.meta.url))

/** A device that a release left behind: its owner and its database. The owner's password opens the recorded shop. */
export type ReleasedDevice = {
  readonly email: string
  readonly password: string
  readonly role: 'admin' | 'user'
  readonly stored: StoredDevice
}

export type ReleasedDevices = { readonly recordedAtMs: number; readonly devices: readonly ReleasedDevice[] }

export const readDevices = async (path: string): Promise<ReleasedDevices> => JSON.parse(gunzipSync(await readFile(path)).toString())

/** Runs a server whose clock shows `nowMs`, on the loopback address. */
export async function serveAt(
  database: DatabaseLocation,
  dataDir: string,
  nowMs: () => number,
  options: Partial<ServerOptions> = {},
): Promise<{ origin: string; platform: Platform; close: () => Promise<void> }> {
  const platform = await openPlatform({ database, tables, effects, log: silentLog, nowMs, runJobs: false })
  const config = readConfig({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' })
  const server = await createServer(config, { log: silentLog, platform, ...options })
  const origin = await server.listen()
  return { origin, platform, close: () => server.close() }
}

export async function signIn(origin: string, email: string, password: string): Promise<{ token: string; uid: string }> {
  const response = await fetch(`${origin}/api/identity/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token, user } = (await response.json()) as { token: string; user?: { id: string } }
  if (!user) throw new Error(`${email} cannot sign in: ${response.status}`)
  return { token, uid: user.id }
}
