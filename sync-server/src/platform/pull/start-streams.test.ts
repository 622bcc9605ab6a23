import { gunzipSync } from 'node:zlib'
import { PACKED_PAGE_ROWS } from '@shop/shared/kernel/limits.ts'
import { unpackPage } from '@shop/shared/kernel/packed-page.ts'
import { pullResponseSchema } from '@shop/shared/kernel/wire.ts'
import { describe, expect, it } from 'vitest'
import { itemsTable } from '../../inventory/tables.ts'
import { insertRows } from '../database/collection-table.ts'
import { openShop, TestClient, unzipped } from '../testing/client.ts'
import { addItem, admin, consignor, freshId, itemOf, putUser, queued, removeItem, system, takeItem } from '../testing/commands.ts'
import { forEachDatabase } from '../testing/databases.ts'
import { plainLines, ZippedLines } from './zipped-lines.ts'

forEachDatabase('first sync', (open) => {
  it('streams all rows in packed pages, and in plain lists for a client that knows no packed pages', async () => {
    const platform = await openShop(open)
    const total = 2 * PACKED_PAGE_ROWS + 17
    const ids = Array.from({ length: total }, () => freshId())
    await platform.transaction((tx) =>
      insertRows(
        tx,
        itemsTable,
        ids.map((id) => ({ row: itemOf(id, { itemName: 'Tea\tpot\n"é🫖' }), audience: ['admins'] })),
      ),
    )
    const office = new TestClient(platform, admin)
    const header = await office.start()
    expect(header.counts).toMatchObject({ items: total, users: 2, carts: 0 })
    expect(office.rows.get('items')?.size).toBe(total)
    expect(office.row('items', ids[5] as string)).toMatchObject(itemOf(ids[5] as string, { itemName: 'Tea\tpot\n"é🫖' }))
    const lines = await unzipped(await platform.start(admin, 1))
    const pages = lines.filter((line) => line.startsWith('items\t')).map((line) => line.slice(6))
    const counts = [PACKED_PAGE_ROWS, PACKED_PAGE_ROWS, 17]
    expect(pages.map((page) => unpackPage(page).length)).toEqual(counts)
    // a value that all rows of a page share is written once in the page
    expect(pages.map((page) => page.split('Tea\\tpot').length - 1)).toEqual([1, 1, 1])
    const plain: string[] = []
    for await (const text of plainLines(await platform.start(admin, 1))) plain.push(text)
    expect(plain.slice(1).map((text) => text.at(-1))).toEqual(plain.slice(1).map(() => '\n'))
    const lists = plain.filter((text) => text.startsWith('items\t')).map((text) => JSON.parse(text.slice(6)))
    expect(lists).toEqual(pages.map((page) => unpackPage(page)))
    expect(await office.drifted()).toEqual([])
  })

  it('serves admins from the cache, with an older but valid cursor', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    const [id, gone] = [freshId(), freshId()]
    await till.push(queued(addItem, { id, stock: 5 }), queued(addItem, { id: gone }))
    await till.start()
    await till.push(queued(takeItem, { id, quantity: 1 }), queued(removeItem, { id: gone }))
    await platform.runCommand(system, putUser, { id: 'admin-2', role: 'admin' })
    const second = new TestClient(platform, { uid: 'admin-2', role: 'admin', wasAdmin: false })
    const header = await second.start()
    expect(second.row('items', id)).toMatchObject({ stockCount: 5 })
    expect(second.row('items', gone)).toBeDefined()
    expect(header.serverNowMs).toBeGreaterThan(0)
    expect(await second.pull()).toBeUndefined()
    expect(second.row('items', id)).toMatchObject({ stockCount: 4 })
    expect(second.row('items', gone)).toBeUndefined()
    expect(await second.drifted()).toEqual([])
  })

  it('is built once for simultaneous requests, and again when the cached stream is too old', async () => {
    let now = Date.now()
    const platform = await openShop(open, { nowMs: () => now })
    const till = new TestClient(platform, admin)
    await till.push(queued(addItem, { id: freshId() }))
    const clients = Array.from({ length: 5 }, () => new TestClient(platform, admin))
    const headers = await Promise.all(clients.map((client) => client.start()))
    expect(clients.map((client) => client.rows.get('items')?.size)).toEqual([1, 1, 1, 1, 1])
    expect(new Set(headers.map(({ cursor }) => cursor)).size).toBe(1)
    await till.push(queued(addItem, { id: freshId() }))
    now += 20 * 60_000
    const late = new TestClient(platform, admin)
    await late.start()
    expect(late.rows.get('items')?.size).toBe(2)
  })

  it('ends with the changes and results since its beginning if the device names itself', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    const [id, late] = [freshId(), freshId()]
    const command = queued(addItem, { id, stock: 5 })
    await till.push(command)
    const lines = await platform.start(admin, 1, till.clientId)
    const read: string[] = []
    for await (const line of lines) {
      if (read.length === 0)
        await new TestClient(platform, admin).push(queued(addItem, { id: late }), queued(takeItem, { id, quantity: 1 }))
      read.push(gunzipSync(line).toString())
    }
    const news = pullResponseSchema.parse(JSON.parse(read.at(-1)?.replace(/^end\t/, '') ?? ''))
    if (news.kind !== 'changes') throw new Error(`answered ${news.kind}`)
    expect(news.results).toEqual([{ id: command.id, status: 'done', seal: expect.any(String) }])
    expect(news.changes.items?.put).toEqual(
      expect.arrayContaining([expect.objectContaining({ id, stockCount: 4 }), expect.objectContaining({ id: late })]),
    )
    expect((await unzipped(await platform.start(admin, 1))).at(-1)).toBe('end')
  })

  it('shows a consignor only their own rows', async () => {
    const platform = await openShop(open)
    await new TestClient(platform, admin).push(
      queued(addItem, { id: freshId(), consignorId: consignor.uid }),
      queued(addItem, { id: freshId(), consignorId: 'other' }),
    )
    const seller = new TestClient(platform, consignor)
    const header = await seller.start()
    expect(header.counts).toMatchObject({ items: 1, users: 1 })
    expect([...(seller.rows.get('items')?.values() ?? [])]).toMatchObject([{ consignorId: consignor.uid }])
    expect(await seller.drifted()).toEqual([])
  })

  it('includes rows that only the asking admin sees', async () => {
    const platform = await openShop(open)
    const [mine, all] = [freshId(), freshId()]
    await platform.transaction((tx) =>
      insertRows(tx, itemsTable, [
        { row: itemOf(mine), audience: [`user:${admin.uid}`] },
        { row: itemOf(all), audience: ['admins', `user:${admin.uid}`] },
        { row: itemOf(freshId()), audience: ['user:someone-else'] },
      ]),
    )
    const office = new TestClient(platform, admin)
    const header = await office.start()
    expect([...(office.rows.get('items')?.keys() ?? [])].sort()).toEqual([mine, all].sort())
    expect(header.counts.items).toBe(2)
    expect(await office.drifted()).toEqual([])
  })
})

describe('zipped lines', () => {
  it('are the same for every reader, early or late', async () => {
    const zipped = new ZippedLines()
    const early = unzipped(zipped.read())
    const lines = Array.from({ length: 500 }, (_, line) => `${line} ${Math.sin(line)} ä€😀`)
    for (const line of lines) await zipped.write(line)
    zipped.end()
    expect(await early).toEqual(lines)
    expect(await unzipped(zipped.read())).toEqual(lines)
    const sizes: number[] = []
    for await (const line of zipped.read()) sizes.push(line.length)
    expect(zipped.bytes).toBe(sizes.reduce((sum, size) => sum + size, 0))
  })

  it('end with an error for every reader when their writer fails', async () => {
    const zipped = new ZippedLines()
    const reading = unzipped(zipped.read())
    zipped.fail(new Error('gone'))
    await expect(reading).rejects.toThrow('gone')
  })

  it('can be turned into plain rows, while the answer at the end stays unchanged', async () => {
    const lines = ['{"cursor":"a\tb"}', 'items\t{"fields":["id","n"],"columns":[["a","b"],{"all":1}]}', 'end\t{"kind":"changes"}']
    const zipped = new ZippedLines()
    for (const line of lines) await zipped.write(line)
    zipped.end()
    const plain: string[] = []
    for await (const text of plainLines(zipped.read())) plain.push(text)
    expect(plain).toEqual([`${lines[0]}\n`, 'items\t[{"id":"a","n":1},{"id":"b","n":1}]\n', `${lines[2]}\n`])
  })
})
