import { deviceCommands } from '@shop/shared/device-commands.ts'
import { submitShipment } from '@shop/shared/shipments/commands/submit-shipment.ts'
import { shipments } from '@shop/shared/shipments/schema.ts'
import { tillCommands } from '@shop/shared/till-commands.ts'
import { describe, expect, it, vi } from 'vitest'
import { type TestBrowser, TestShop } from '../testing/shop.ts'
import { DeviceRegistry } from './device-registry.ts'
import type { SyncEngine } from './engine.ts'

const UID = '01900000-0000-7000-8000-0000000000aa'

/** Opens a tab that knows the product's commands. */
const productTab = (browser: TestBrowser) => browser.tab({ options: { registry: new DeviceRegistry(() => undefined) } })

const submit = async (tab: SyncEngine, trackingNumber: string) => {
  const id = tab.newId()
  await tab.run(submitShipment, { id, uid: UID, carrier: 'UPS', trackingNumber })
  return id
}

describe('the commands of a device', () => {
  it('are only the till’s commands until another command waits, and then all of them', async () => {
    expect(tillCommands.filter((command) => !deviceCommands.includes(command))).toEqual([])
    const browser = new TestShop().browser(UID)
    const [first, second] = [await productTab(browser), await productTab(browser)]
    expect(second.registry.findCommand(submitShipment.name)).toBeUndefined()

    const id = await submit(first, 'in another tab')
    await vi.waitFor(() => expect(second.view.get(shipments, id)).toMatchObject({ trackingNumber: 'in another tab' }))
    const reopened = await productTab(browser)
    expect(reopened.view.get(shipments, id)).toMatchObject({ trackingNumber: 'in another tab' })
    const next = await submit(reopened, 'after a reload')
    expect(reopened.view.count(shipments)).toBe(2)
    await vi.waitFor(() => expect(first.view.get(shipments, next)).toBeDefined())
  })
})
