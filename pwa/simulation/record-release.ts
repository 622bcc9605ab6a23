import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { addAddress } from '@shop/shared/accounts/commands/add-address.ts'
import { editProfile } from '@shop/shared/accounts/commands/edit-profile.ts'
import { allocateItem } from '@shop/shared/inventory/commands/allocate-item.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { submitShipment } from '@shop/shared/shipments/commands/submit-shipment.ts'
import { IDBFactory } from 'fake-indexeddb'
import { fillDemoShop } from '../../sync-server/src/demo/fill-demo-shop.ts'
import { backUp } from '../../sync-server/src/platform/backup/back-up.ts'
import { doingOf, putReceiptNumber } from './doings.ts'
import type { Action } from './plan.ts'
import { RELEASES, type ReleasedDevice, type ReleasedDevices, serveAt, signIn } from './released-shop.ts'
import { readStored } from './stored-device.ts'
import { Tablet } from './tablet.ts'

// Records the state that a release leaves behind, to test every later release on it. The state is the backup of a small shop, and the databases of an
// admin's tablet and a consignor's phone, both offline with unsent work. Usage: npx tsx pwa/simulation/record-release.ts 1

/** Number of items, small enough for a repository. With fewer items the demo shop is no longer consistent. */
const ITEM_COUNT = 200
const ADMIN = 'olive@demo.example'
const CONSIGNOR = 'maya@demo.example'

const goods = (...nths: number[]) => nths.map((nth) => ({ nth, quantity: 1 + (nth % 2), priceCents: 500 + 99 * nth }))
const sell = (...nths: number[]): Action => ({ do: 'sell', device: 0, tab: 0, isDoubleTap: false, goods: goods(...nths) })
const of = { device: 0, tab: 0 }
const ONLINE: readonly Action[] = [sell(1), sell(2, 3), { do: 'edit', ...of, nth: 2, delta: 1 }]
const OFFLINE: readonly Action[] = [
  sell(4, 5, 6),
  sell(4),
  { do: 'addItem', ...of, owner: 0, quantity: 3 },
  { do: 'addItem', ...of, owner: 1, quantity: 5 },
  { do: 'edit', ...of, nth: 3, delta: -1 },
  { do: 'recount', ...of, nth: 4, counted: 2 },
  { do: 'saveCart', ...of, cart: 0 },
  { do: 'sellCart', ...of, cart: 0 },
  { do: 'saveCart', ...of, cart: 7 },
  { do: 'void', ...of, nth: 0 },
  { do: 'remove', ...of, nth: 6 },
]

const number = process.argv[2]
if (!number || !/^\d+$/.test(number)) throw new Error('Which release? Say its number: npx tsx pwa/simulation/record-release.ts 1')
const dir = await mkdtemp(join(tmpdir(), 'shop-release-'))
const dataDir = join(dir, 'shop')
const database = { kind: 'pglite', dataDir } as const
let password = ''
const say = (line: string) => void (password = /demo-\w+/.exec(line)?.[0] ?? password)
const server = await serveAt(database, dataDir, Date.now, { beforeOpening: (shop) => fillDemoShop(shop, say, ITEM_COUNT) })
const devices: ReleasedDevice[] = []

const open = async (email: string, role: 'admin' | 'user') => {
  const indexedDB = new IDBFactory()
  const person = await signIn(server.origin, email, password)
  const tablet = await Tablet.open({ origin: server.origin, ...person, role, indexedDB })
  await tablet.comeUpToDate()
  return {
    tablet,
    ...person,
    keep: async () => devices.push({ email, password, role, stored: await readStored(indexedDB, `consign-${person.uid}`) }),
  }
}
const [till, phone] = [await open(ADMIN, 'admin'), await open(CONSIGNOR, 'user')]
const people = { admins: [till.uid], consignors: [phone.uid], earlier: [] }
const act = async (actions: readonly Action[]) => {
  for (const action of actions) {
    const doing = doingOf(action, till.tablet.engine, people)
    if (!doing) throw new Error(`no visible row for ${action.do}`)
    await till.tablet.engine.run(doing.command, doing.args as never, doing.isSale ? { putReceiptNumber } : {})
  }
}
await act(ONLINE)
await till.tablet.comeUpToDate()
await phone.tablet.comeUpToDate()
await server.close()
await act(OFFLINE)
const { engine } = till.tablet
const masterItemId = engine.replica.view.all(items).find(({ consignorId, stockCount }) => consignorId === null && stockCount > 0)?.id ?? ''
await engine.run(allocateItem, { masterItemId, consignorId: phone.uid, newItemId: engine.newId(), quantity: 1, location: 'front' })
const run = (command: AnyCommand, args: object) => phone.tablet.engine.run(command, command.args.parse(args) as never)
const newId = () => phone.tablet.engine.newId()
const { uid } = phone
await run(editProfile, { uid, changes: { displayName: 'Maya L.' } })
await run(addAddress, {
  ...{ id: newId(), uid },
  fields: { name: 'Maya', street: '1 Pier', city: 'Duluth', state: 'MN', zip: '55802', country: 'United States' },
})
await run(submitShipment, { id: newId(), uid, carrier: 'usps', trackingNumber: '9400111899223197428490' })
for (const { tablet, keep } of [till, phone]) {
  tablet.engine.stop()
  await keep()
}
const folder = join(RELEASES, number)
await mkdir(folder, { recursive: true })
const pictures = { where: { where: 'here' } as const, async hold() {}, async letGo() {}, async *all() {} }
const file = join(folder, 'shop.backup')
await backUp(database, pictures, file, { nowMs: Date.now(), progress: () => undefined, by: 'commandLine' })
const recorded: ReleasedDevices = { recordedAtMs: Date.now(), devices }
await writeFile(join(folder, 'devices.json.gz'), gzipSync(JSON.stringify(recorded), { level: 9 }))
await rm(dir, { recursive: true, force: true })
console.log(`Recorded in ${folder}`)
process.exit()
