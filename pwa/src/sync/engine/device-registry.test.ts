import { deviceCommands } from '@shop/shared/device-commands.ts'
import { submitShipment } from '@shop/shared/shipments/commands/submit-shipment.ts'
import { shipments } from '@shop/shared/shipments/schema.ts'
import { tillCommands } from '@shop/shared/till-commands.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { consoleLog, deviceClock } from '../ports/browser-ports.ts'
import { gunzipText } from '../ports/gzip.ts'
import { MemoryDatabase, MemoryDisk } from '../ports/memory-database.ts'
import { MemoryChannels, MemoryLocks } from '../ports/memory-ports.ts'
import type { Server } from '../ports/ports.ts'
import { SyncEngine } from './engine.ts'

const UID = '01900000-0000-7000-8000-0000000000aa'

/** A device without network, and its tabs. */
class Device {
  private readonly disk = new MemoryDisk()
  private readonly locks = new MemoryLocks()
  private readonly channels = new MemoryChannels()
  readonly tabs: SyncEngine[] = []

  async tab(): Promise<SyncEngine> {
    const ports = { lock: this.locks.portFor(), channel: this.channels.port(), clock: deviceClock, gunzip: gunzipText, log: consoleLog }
    const options = { uid: UID, actor: () => ({ uid: UID, role: 'user' as const, wasAdmin: false }) }
    const tab = await SyncEngine.open({ ...ports, database: new MemoryDatabase(this.disk), server: {} as Server }, options)
    this.tabs.push(tab)
    return tab
  }
}

const device = new Device()
afterEach(() => {
  for (const tab of device.tabs.splice(0)) tab.stop()
})

const submit = async (tab: SyncEngine, trackingNumber: string) => {
  const id = tab.newId()
  await tab.run(submitShipment, { id, uid: UID, carrier: 'UPS', trackingNumber })
  return id
}

describe('the commands of a device', () => {
  it('are the till’s, and the office’s when one of them waits', async () => {
    expect(tillCommands.filter((command) => !deviceCommands.includes(command))).toEqual([])
    const [first, second] = [await device.tab(), await device.tab()]
    expect(second.registry.findCommand(submitShipment.name)).toBeUndefined()

    const id = await submit(first, 'in another tab')
    await vi.waitFor(() => expect(second.view.get(shipments, id)).toMatchObject({ trackingNumber: 'in another tab' }))
    const reopened = await device.tab()
    expect(reopened.view.get(shipments, id)).toMatchObject({ trackingNumber: 'in another tab' })
    const next = await submit(reopened, 'after a reload')
    expect(reopened.view.count(shipments)).toBe(2)
    await vi.waitFor(() => expect(first.view.get(shipments, next)).toBeDefined())
  })
})
