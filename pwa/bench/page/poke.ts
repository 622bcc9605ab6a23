import { addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { BLANK_ITEM_TEXTS } from '@shop/shared/inventory/rules/item-texts.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { SyncEngine } from '../../src/sync/engine/engine.ts'
import { startSyncing } from '../../src/sync/engine/sync-loop.ts'
import { openEngine, untilSynced } from './engine.ts'

let engine: SyncEngine | undefined
let token = ''

function joined(): SyncEngine {
  if (!engine) throw new Error('this device has not joined the shop')
  return engine
}

/** A clock that all pages of this machine share. */
const wallMs = () => performance.timeOrigin + performance.now()

/** Opens the engine against the real server and waits for its first sync. */
export async function join(person: { token: string; uid: string }): Promise<void> {
  token = person.token
  engine = await openEngine('poke', '', person)
  startSyncing(engine)
  await untilSynced(engine)
}

const goods = (id: string) => ({
  id,
  texts: { ...BLANK_ITEM_TEXTS, itemName: 'Poke', barcode1: '1' },
  quantity: 1,
})

/** Adds an item and answers the time at which it was on this device's disk. */
export async function addItem(id: string): Promise<number> {
  await joined().run(addMasterItem, goods(id))
  return wallMs()
}

/** Answers the time at which this device has the server's row of the item. */
export function awaitItem(id: string): Promise<number> {
  const { replica } = joined()
  return new Promise((resolve) => {
    const stop = joined().onChange(() => {
      if (!replica.view.get(items, id)) return
      stop()
      resolve(wallMs())
    })
  })
}

/** Measures one push of an item and one pull right after it, as a device that needs no poke would make them. */
export async function pushThenPull(id: string): Promise<number> {
  const { clientId, cursor } = joined().replica.state
  const post = (route: string, body: unknown) =>
    fetch(`/api/sync/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }).then((response) => response.json())
  const command = { id: joined().newId(), name: addMasterItem.name, version: addMasterItem.version, args: goods(id), at: joined().nowMs() }
  const startMs = performance.now()
  await post('push', { clientId, protocol: PROTOCOL_VERSION, commands: [command] })
  const pulled = await post('pull', { clientId, protocol: PROTOCOL_VERSION, cursor })
  const ms = performance.now() - startMs
  if (pulled.kind !== 'changes') throw new Error('the server does not accept the cursor')
  return ms
}

export const newId = (): string => joined().newId()
