import { PAGE_BYTES } from '@shop/shared/kernel/limits.ts'
import { unpackPage } from '@shop/shared/kernel/packed-page.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { PullResponse, QueuedCommand, StartHeader } from '@shop/shared/kernel/wire.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import { beforeAll, expect, it } from 'vitest'
import { itemsTable } from '../inventory/tables.ts'
import { insertRows } from '../platform/database/collection-table.ts'
import { freshId, itemOf, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { setRoleByEmail } from './cli/admin-commands.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'
import { queuedSale } from './testing/till-sales.ts'

type Person = { readonly token: string }

/** Room for what surrounds the rows in an answer. */
const FRAME_BYTES = 10_000

forEachDatabase('a page of rows that somebody made as large as possible', (open) => {
  let shop: TestShop
  let admin: Person
  let eve: Person
  let nowMs = Date.now()

  beforeAll(async () => {
    shop = await testShop(await open({ nowMs: () => nowMs }), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
    eve = await shop.signUp('eve@example.org')
    for (const role of ['admin', 'user'] as const) await setRoleByEmail(shop.platform, 'eve@example.org', role, { vouches: true })
  }, 60_000)

  const push = async (who: Person, clientId: string, ...commands: QueuedCommand[]) =>
    (await shop.ask('POST', '/sync/push', { clientId, protocol: PROTOCOL_VERSION, commands }, who)).body.results
  /** Makes a sale of nearly four megabytes, as large as a push may be. */
  const largeSale = () => {
    const text = '茶'.repeat(500)
    const sale = queuedSale(
      Array.from({ length: 420 }, () => ({ id: freshId(), name: text, consignorId: null, priceCents: 1 })),
      freshId(),
    )
    const { lines } = sale.args as { lines: object[] }
    return { ...sale, args: { ...(sale.args as object), lines: lines.map((line) => ({ ...line, imageUrl: text.repeat(4) })) } }
  }
  /** Answers the lines of a first sync, one for each page. */
  const firstSync = async (who: Person): Promise<string[]> => {
    // the server keeps the pages that it packed for a quarter of an hour
    nowMs += 16 * 60_000
    const request = new Request(`http://localhost/api/sync/start?protocol=${PROTOCOL_VERSION}`, {
      headers: { authorization: `Bearer ${who.token}` },
    })
    return (await (await shop.server.fetch(request)).text()).trimEnd().split('\n')
  }
  const cursorOf = async (who: Person) => (JSON.parse((await firstSync(who))[0] as string) as StartHeader).cursor
  const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
  /** Pulls all pages. */
  const pull = async (who: Person, cursor: string, clientId = freshId()) => {
    const pages: Extract<PullResponse, { kind: 'changes' }>[] = []
    for (let page: string | undefined; ; page = pages.at(-1)?.page) {
      const request = { clientId, protocol: PROTOCOL_VERSION, cursor, ...(page ? { page } : {}) }
      const { body } = await shop.ask('POST', '/sync/pull', request, who)
      pages.push(body)
      if (!body.more) return pages
    }
  }

  it('counts the results of commands too, and a refusal names only so many mistakes', async () => {
    const cursor = await cursorOf(admin)
    const clientId = freshId()
    const broken = () => queued(completePosSale, { lines: Array.from({ length: 1_000 }, () => 0) })
    for (let count = 0; count < 8; count++) {
      const results = await push(admin, clientId, ...Array.from({ length: 100 }, broken))
      expect(Object.keys(results[0].fields).length).toBeLessThan(300)
    }
    const pages = await pull(admin, cursor, clientId)
    expect(Math.max(...pages.map(sizeOf))).toBeLessThan(2 * PAGE_BYTES + FRAME_BYTES)
    expect(new Set(pages.flatMap(({ results }) => results.map(({ id }) => id))).size).toBe(800)
  })

  it('ends early, so that no answer and no device has to hold them all at once', async () => {
    const cursor = await cursorOf(admin)
    const sales = Array.from({ length: 5 }, largeSale)
    for (const sale of sales) expect(await push(eve, freshId(), sale)).toMatchObject([{ status: 'done' }])
    const pages = await pull(admin, cursor)
    expect(Math.max(...pages.map(sizeOf))).toBeLessThan(PAGE_BYTES + FRAME_BYTES)
    expect(pages.flatMap(({ changes }) => changes.suspendedSales?.put ?? [])).toHaveLength(sales.length)
    const lines = await firstSync(admin)
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThan(PAGE_BYTES + FRAME_BYTES)
    const packed = lines.filter((line) => line.startsWith('suspendedSales\t')).map((line) => unpackPage(line.slice(line.indexOf('\t') + 1)))
    expect(packed.flat()).toHaveLength(sales.length)
  })

  it('has at least one row, so that a row larger than a page arrives too', async () => {
    const cursor = await cursorOf(admin)
    // rows of one transaction come in the order of their ids, and the large one stands between the others
    const [first = '', large = '', last = ''] = [freshId(), freshId(), freshId()].sort()
    const named = { [first]: 'a', [large]: 'b'.repeat(PAGE_BYTES), [last]: 'c' }
    const rows = Object.entries(named).map(([id, itemName]) => ({ row: itemOf(id, { itemName }), audience: ['admins'] }))
    await shop.platform.transaction((tx) => insertRows(tx, itemsTable, rows))
    const pages = await pull(admin, cursor)
    const came = pages.flatMap(({ changes }) => (changes.items?.put ?? []).map(({ id }) => id))
    expect(came).toEqual([first, large, last])
    expect(pages.length).toBeGreaterThan(2)
    const lines = (await firstSync(admin)).filter((line) => line.startsWith('items\t'))
    const packed = lines.map((line) => unpackPage(line.slice(6)).map(({ id }) => id))
    expect(packed.flat()).toEqual(came)
    expect(packed.length).toBeGreaterThan(2)
  })
})
