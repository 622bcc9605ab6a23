import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { collections } from '@shop/shared/collections.ts'
import type { ArgsOf } from '@shop/shared/kernel/define-command.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { type PosSale, posSales } from '@shop/shared/pos/schema.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import { describe, expect, it } from 'vitest'
import { checkBackup } from '../../sync-server/src/platform/backup/read-backup.ts'
import { restore } from '../../sync-server/src/platform/backup/restore.ts'
import type { DatabaseLocation } from '../../sync-server/src/platform/database/database.ts'
import { createPostgresDatabase, temporaryDir } from '../../sync-server/src/platform/testing/databases.ts'
import { readTruth } from './real-truth.ts'
import { RELEASES, type ReleasedDevice, readDevices, serveAt, signIn } from './released-shop.ts'
import { storeAgain } from './stored-device.ts'
import { Tablet } from './tablet.ts'

/** Time between the recording and the return of the devices. */
const LATER_MS = 3_600_000

/** Pending commands in a device's database. */
const waitingOn = ({ stored }: ReleasedDevice) =>
  (stored.tables.find(({ name }) => name === 'outbox')?.records ?? []) as readonly QueuedCommand[]

const saleIdsIn = (commands: readonly QueuedCommand[]) =>
  commands.filter(({ name }) => name === completePosSale.name).map(({ args }) => (args as ArgsOf<typeof completePosSale>).saleId)

const sorted = (rows: ReadonlyMap<string, object> | undefined) => [...(rows ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))

const releases = readdirSync(RELEASES)

describe.each(releases)('this program on the state that release %s left behind', (release) => {
  it.each(['pglite', 'postgres'] as const)(
    'opens its shop on %s, and receives the unsent work of its devices',
    { timeout: 300_000 },
    async (kind) => {
      const folder = join(RELEASES, release)
      const { recordedAtMs, devices } = await readDevices(join(folder, 'devices.json.gz'))
      const dataDir = join(await temporaryDir(), 'shop')
      const database: DatabaseLocation = kind === 'pglite' ? { kind, dataDir } : { kind, url: await createPostgresDatabase() }
      const file = join(folder, 'shop.backup')
      const checked = await checkBackup(file)
      const startMs = Date.now()
      const nowMs = () => recordedAtMs + LATER_MS + Date.now() - startMs
      await restore(database, file, checked, {
        nowMs: nowMs(),
        replaces: false,
        keepPicture: async () => undefined,
        progress: () => undefined,
      })
      const server = await serveAt(database, dataDir, nowMs)
      const before = await readTruth(server.platform)
      expect(before.complaints).toEqual([])
      expect(before.all(posSales)).toHaveLength(checked.header.tables.pos_sales ?? -1)

      const tablets: Tablet[] = []
      for (const { email, password, role, stored } of devices) {
        const person = await signIn(server.origin, email, password)
        expect(stored.name).toBe(`consign-${person.uid}`)
        tablets.push(await Tablet.open({ origin: server.origin, ...person, role, nowMs, indexedDB: await storeAgain(stored) }))
      }
      for (const [at, tablet] of tablets.entries()) {
        await tablet.comeUpToDate()
        const waited = waitingOn(devices[at] as ReleasedDevice)
        expect(waited.length).toBeGreaterThan(2)
        expect(tablet.engine.replica.results.map(({ command, result }) => `${command.name}: ${result.message}`)).toEqual([])
      }
      for (const tablet of tablets) await tablet.comeUpToDate()

      const truth = await readTruth(server.platform)
      expect(truth.complaints).toEqual([])
      const commands = devices.flatMap(waitingOn)
      expect(commands.map(({ id, name }) => `${name} ${truth.resultOf(id)?.status}`)).toEqual(commands.map(({ name }) => `${name} done`))
      const promised = saleIdsIn(commands)
      expect(promised.length).toBeGreaterThan(2)
      expect(
        truth
          .all<PosSale>(posSales)
          .map(({ id }) => id)
          .sort(),
      ).toEqual([...before.all<PosSale>(posSales).map(({ id }) => id), ...promised].sort())
      // each tablet must show what a device shows after a first sync
      for (const [at, { email, password, role }] of devices.entries()) {
        const fresh = await Tablet.open({ origin: server.origin, ...(await signIn(server.origin, email, password)), role, nowMs })
        await fresh.comeUpToDate()
        for (const { name } of collections) expect(sorted(tablets[at]?.rows(name)), `${role}: ${name}`).toEqual(sorted(fresh.rows(name)))
        fresh.engine.stop()
      }
      for (const tablet of tablets) tablet.engine.stop()
      await server.close()
    },
  )
})
