import { crc32, gunzipSync } from 'node:zlib'
import { PACKED_PAGE_ROWS } from '@shop/shared/kernel/limits.ts'
import { unpackPage } from '@shop/shared/kernel/packed-page.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemsTable } from '../inventory/tables.ts'
import { insertRows } from './collection-table.ts'
import { CompressedBody, combineCrc32 } from './spliced-gzip.ts'
import { openShop, TestClient, unzipped } from './testing/client.ts'
import { addItem, admin, consignor, freshId, itemOf, putUser, queued, removeItem, system, takeItem } from './testing/commands.ts'
import { forEachDatabase } from './testing.ts'

/** The rows of a first sync, page by page. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .slice(1, -2)
    .map((line) => {
      const [collection, page] = line.split('\t') as [string, string]
      return [collection, unpackPage(page)]
    })

forEachDatabase('first sync', (open) => {
  it('streams packed pages that the next pull completes', async () => {
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
    const text = await unzipped(await platform.start(admin, 1))
    const pages = text.split('\n').filter((line) => line.startsWith('items\t'))
    expect(pages.map((line) => JSON.parse(line.slice(6)).length)).toEqual([PACKED_PAGE_ROWS, PACKED_PAGE_ROWS, 17])
    const byColumns = await unzipped(await platform.start(admin, 1, 'columns'))
    expect(rowsOf(byColumns)).toEqual(rowsOf(text))
    expect(byColumns.length).toBeLessThan(0.8 * text.length)
    expect(await office.drifted()).toEqual([])
  })

  it('serves admins from the cache, with an old cursor that is still right', async () => {
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

  it('builds once for all who ask at the same time, and anew when too much has changed', async () => {
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

  it('shows a consignor only their own', async () => {
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

  it('gives an admin also what is theirs alone', async () => {
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

describe('a spliced gzip stream', () => {
  it('combines checksums', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (a, b) => {
        expect(combineCrc32(crc32(a), crc32(b), b.length)).toBe(crc32(Buffer.concat([a, b])))
      }),
    )
  })

  it('reads the same for everyone, early or late', async () => {
    const body = new CompressedBody()
    const read = async (prelude: string) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of body.gzipAfter(prelude)) chunks.push(chunk)
      return gunzipSync(Buffer.concat(chunks)).toString()
    }
    const early = read('first\n')
    const lines = Array.from({ length: 5_000 }, (_, line) => `${line} ${Math.sin(line)}\n`)
    for (const line of lines) await body.write(line)
    body.end()
    expect(await early).toBe(`first\n${lines.join('')}`)
    expect(await read('')).toBe(lines.join(''))
  })

  it('breaks off for every reader when its writer fails', async () => {
    const body = new CompressedBody()
    const reading = (async () => {
      for await (const _chunk of body.gzipAfter('x'));
    })()
    body.fail(new Error('gone'))
    await expect(reading).rejects.toThrow('gone')
  })
})
