import type { Item } from '@shop/shared/inventory/schema.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { PullResponse, PushResponse } from '@shop/shared/kernel/wire.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { expect, it } from 'vitest'
import { freshId } from '../platform/testing/commands.ts'
import { freshDatabase } from '../platform/testing/databases.ts'
import { freePort } from '../platform/testing/free-port.ts'
import { Child } from './testing/child.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD } from './testing/shop.ts'

type Replica = { readonly url: string; readonly token: string }

async function post<T>({ url, token }: Replica, path: string, body: unknown): Promise<T> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

async function push(replica: Replica, name: string, args: unknown): Promise<void> {
  const command = { id: freshId(), name, version: 1, args, at: Date.now() }
  const { results } = await post<PushResponse>(replica, '/sync/push', {
    clientId: freshId(),
    protocol: PROTOCOL_VERSION,
    commands: [command],
  })
  expect(results).toMatchObject([{ id: command.id, status: 'done' }])
}

async function startCursor({ url, token }: Replica): Promise<string> {
  const response = await fetch(`${url}/api/sync/start?protocol=${PROTOCOL_VERSION}`, { headers: { authorization: `Bearer ${token}` } })
  return (JSON.parse((await response.text()).split('\n')[0] as string) as { cursor: string }).cursor
}

/** Opens an event stream. `poke` resolves with the first poke. */
async function listen({ url, token }: Replica): Promise<{ poke: Promise<void>; close: () => void }> {
  const ending = new AbortController()
  const response = await fetch(`${url}/api/sync/events?clientId=${freshId()}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: ending.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error(`the event stream answered ${response.status}`)
  await reader.read()
  const poke = (async () => {
    for (let text = ''; !text.includes('event: poke'); ) {
      const { value, done } = await reader.read()
      if (done) throw new Error('the event stream ended without a poke')
      text += value
    }
  })()
  return { poke, close: () => ending.abort() }
}

it('a client of one server is poked about a sale that was pushed to another, and pulls it', { timeout: 300_000 }, async () => {
  const database = await freshDatabase('postgres')
  if (database.kind !== 'postgres') throw new Error('this needs PostgreSQL')
  const start = async () => new Child({ ...OPENED, DATABASE_URL: database.url, PORT: String(await freePort()) }).open()
  const urls = [await start(), await start()]
  const [first, second] = (await Promise.all(
    urls.map(async (url) => ({
      url,
      token: (
        await post<{ token: string }>({ url, token: '' }, '/identity/sign-in/email', { email: ADMIN_EMAIL, password: PASSWORD })
      ).token,
    })),
  )) as [Replica, Replica]

  const itemId = freshId()
  await push(first, 'inventory.addMaster', { id: itemId, texts: { itemName: 'Record player', barcode1: '036000291452' }, quantity: 1 })
  const cursor = await startCursor(second)
  const { poke, close } = await listen(second)
  const saleId = freshId()
  const line = {
    id: freshId(),
    itemId,
    itemName: 'Record player',
    barcode: '036000291452',
    imageUrl: '',
    consignorId: null,
    consignorName: '',
  }
  await push(first, 'sales.completePosSale', {
    saleId,
    displayId: 'POS-1',
    receiptNumber: 'TEST-00001',
    cartId: freshId(),
    taxRateBps: 825,
    consignorPercentage: 50,
    lines: [{ ...line, unitPriceCents: cents(4_000), quantity: 1, consignorPercentage: 0 }],
    tenders: [{ kind: 'cash', label: '', amountCents: cents(4_000), givenCents: null }],
  })
  await poke
  close()
  const answer = await post<PullResponse>(second, '/sync/pull', { clientId: freshId(), protocol: PROTOCOL_VERSION, cursor })
  if (answer.kind !== 'changes') throw new Error(`the pull answered ${answer.reason}`)
  expect(answer.changes.posSales?.put as unknown as PosSale[]).toMatchObject([{ id: saleId, totalCents: 4_000 }])
  expect((answer.changes.items?.put as unknown as Item[] | undefined)?.find(({ id }) => id === itemId)).toMatchObject({ stockCount: 0 })
})
