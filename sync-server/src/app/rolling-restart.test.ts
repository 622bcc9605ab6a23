import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createPostgresDatabase } from '../platform/testing/databases.ts'
import { freePort } from '../platform/testing/free-port.ts'
import { Child } from './testing/child.ts'
import { HttpDevice } from './testing/http-device.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD } from './testing/shop.ts'
import { TakingTurns } from './testing/taking-turns.ts'
import { newId, queuedSale, type SoldItem } from './testing/till-sales.ts'

const TILLS = 4
const STOCK = 100_000
/** Milliseconds between two batches of a till, so that the restarting servers get a share of the machine. */
const PAUSE_MS = 50

async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/api/identity/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN_EMAIL, password: PASSWORD }),
  })
  return ((await response.json()) as { token: string }).token
}

/** Sells on a till until `isOpen` answers false, and answers the ids of the sales. */
async function sell(till: HttpDevice, name: string, items: readonly SoldItem[], isOpen: () => boolean): Promise<string[]> {
  const sold: string[] = []
  for (let turn = 0; isOpen(); turn++) {
    const sales = Array.from({ length: 1 + (turn % 3) }, (_, nth) => queuedSale(items, `${name}-${turn}-${nth}`))
    const results = await till.push(sales)
    expect(results.map(({ id, status }) => [id, status])).toEqual(sales.map(({ id }) => [id, 'done']))
    sold.push(...sales.map(({ args }) => (args as { saleId: string }).saleId))
    await sleep(PAUSE_MS)
  }
  return sold
}

it('while tills sell, two servers that restart in turn lose and double no sale, and no device starts afresh', {
  timeout: 600_000,
}, async () => {
  const url = await createPostgresDatabase()
  const ports = [await freePort(), await freePort()]
  const start = async (port: number) => {
    const child = new Child({ ...OPENED, DATABASE_URL: url, HOST: '127.0.0.1', PORT: String(port), TRUST_PROXY: 'true' })
    await child.open()
    return child
  }
  const servers = new Map<number, Child>()
  for (const port of ports) servers.set(port, await start(port))
  const proxy = new TakingTurns(ports)
  onTestFinished(() => proxy.close())
  const address = await proxy.open()
  const token = await signIn(address)

  const items = ['Lamp', 'Chair'].map((name): SoldItem => ({ id: newId(), name, consignorId: null, priceCents: 1_250 }))
  const stocked = items.map(({ id, name }) => ({
    id: newId(),
    name: 'inventory.addMaster',
    version: 1,
    args: { id, texts: { itemName: name, barcode1: '036000291452' }, quantity: STOCK },
    at: Date.now(),
  }))
  const tills = Array.from({ length: TILLS }, () => new HttpDevice(address, token))
  await tills[0]?.push(stocked)
  const onlooker = new HttpDevice(address, token)
  await onlooker.start()
  const closing = new AbortController()
  let pulling: Promise<unknown> = Promise.resolve()
  const following = onlooker.follow(closing.signal, () => {
    pulling = pulling.then(() => onlooker.pull())
  })

  let isOpen = true
  const selling = tills.map((till, nth) => sell(till, `TILL${nth}`, items, () => isOpen))
  for (const port of ports) {
    const old = servers.get(port) as Child
    old.kill('SIGTERM')
    expect([await old.end(), old.stderr]).toEqual([0, ''])
    servers.set(port, await start(port))
  }
  isOpen = false
  const sold = (await Promise.all(selling)).flat()
  closing.abort()
  await following
  await pulling
  await onlooker.pull()

  const db = new pg.Client({ connectionString: url })
  await db.connect()
  onTestFinished(() => db.end())
  const recorded = (await db.query<{ id: string }>('select id from pos_sales')).rows.map(({ id }) => id)
  expect(sold.length).toBeGreaterThan(0)
  expect(recorded.sort()).toEqual([...sold].sort())
  expect([...(onlooker.rows.get('posSales') ?? [])].sort()).toEqual(recorded)
  const stock = (await db.query<{ stock_count: string }>('select stock_count from items')).rows.map(({ stock_count }) =>
    Number(stock_count),
  )
  expect(stock).toEqual(items.map(() => STOCK - sold.length))
  const moved = (await db.query<{ sum: string }>(`select -sum(delta_count) as sum from stock_movements where kind = 'sale'`)).rows
  expect(Number(moved[0]?.sum)).toBe(sold.length * items.length)
  // each request succeeds or is told to retry
  const endings = new Set([...tills, onlooker].flatMap(({ attempts }) => [...attempts.keys()]))
  expect([...endings].filter((ending) => !['200', '502', '503', 'broken'].includes(ending))).toEqual([])
})
