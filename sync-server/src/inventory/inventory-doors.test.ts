import { existsSync, readFileSync } from 'node:fs'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../app/config.ts'
import { createServer, type ShopServer } from '../app/server.ts'
import { readCsv } from '../platform/kernel/read-csv.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'
import { checkStock } from './examine-stock.ts'

const PASSWORD = 'a long enough password'
const tea = { itemName: 'Green Tea', barcode1: '036000291452', location: 'A1', quantity: 3 }
/** All text fields of an item. */
const TEXTS = {
  itemName: 'Blue Pot',
  listingTitle: 'Fine blue pot',
  barcode1: '4006381333931',
  barcode2: 'OWN-7',
  location: 'C1',
  link: 'https://shop.example/pot',
  imageUrl: 'https://cdn.example.com/pot.jpg',
}
// biome-ignore lint/suspicious/noExplicitAny: bodies of any call
type Answer = { status: number; body: any }

forEachDatabase('the inventory routes', (open) => {
  let server: ShopServer
  let admin: string
  let consignor: { token: string; uid: string }
  let other: { token: string; uid: string }

  async function request(
    method: string,
    path: string,
    body?: unknown,
    token = admin,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await server.fetch(
      new Request(`http://localhost/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    return { status: response.status, body: await response.json() }
  }
  const signUp = async (email: string) => {
    const { body } = await request('POST', '/identity/sign-up/email', { email, password: PASSWORD, name: email.split('@')[0] }, '')
    return { token: body.token as string, uid: body.user.id as string }
  }
  const add = async (more: object = {}) => (await request('POST', '/inventory/master', { ...tea, ...more })).body.item
  const give = async (uid: string, more: object = {}) =>
    (await request('POST', '/inventory/consignor', { ...tea, consignorID: uid, ...more })).body.item
  const search = async (query: string, token = admin) => (await request('GET', `/inventory/search?${query}`, undefined, token)).body
  const quantityOf = async (id: string) => (await search('limit=1000')).items.find((item: { id: string }) => item.id === id)?.quantity

  beforeAll(async () => {
    const config = readConfig({ ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: PASSWORD })
    const platform = await open()
    server = await createServer(config, { log: platform.log, platform })
    admin = (await request('POST', '/identity/sign-in/email', { email: 'admin@example.org', password: PASSWORD }, '')).body.token
    consignor = await signUp('ann@example.org')
    other = await signUp('bob@example.org')
  }, 60_000)

  describe('access', () => {
    it('is checked by sign-in, then by role, before the request is validated', async () => {
      expect((await request('POST', '/inventory/master', {}, 'nobody')).status).toBe(401)
      expect((await request('POST', '/inventory/master', {}, consignor.token)).status).toBe(403)
      expect((await request('POST', '/inventory/master', {})).status).toBe(400)
      expect((await request('DELETE', `/inventory/master/${freshId()}`, undefined, consignor.token)).status).toBe(403)
    })
    it('gives consignors only their own items', async () => {
      const item = await give(consignor.uid, { itemName: 'Ann’s cup' })
      expect((await request('GET', '/inventory/search', undefined, consignor.token)).status).toBe(403)
      expect((await request('GET', `/inventory/search?consignor=${other.uid}`, undefined, consignor.token)).status).toBe(403)
      const own = await search(`consignor=${consignor.uid}`, consignor.token)
      expect(own.items.map(({ id }: { id: string }) => id)).toEqual([item.id])
    })
  })

  describe('items', () => {
    it('are added with every field', async () => {
      const { status, body } = await request('POST', '/inventory/master', { ...tea, price: 12.5, link: '', listingTitle: null })
      expect(status).toBe(200)
      expect(body).toMatchObject({ message: 'Item added to master inventory' })
      expect(body.item).toMatchObject({
        ...tea,
        id: body.id,
        itemUID: body.id,
        price: 12.5,
        source: 'MasterInventory',
        consignorID: null,
        link: '',
        listingTitle: '',
      })
      const given = await give(consignor.uid)
      expect(given).toMatchObject({ source: 'ConsignorInventory', consignorID: consignor.uid, consignorDisplayName: 'ann' })
      for (const whole of [await add(TEXTS), await give(consignor.uid, TEXTS)]) {
        expect(whole).toMatchObject({ ...TEXTS, quantity: 3 })
        expect((await search('searchTerm=own-7')).items).toContainEqual(whole)
        await request('DELETE', `/inventory/${whole.consignorID ? `consignor/${whole.consignorID}` : 'master'}/${whole.id}`)
      }
    })
    it.each([
      [{ itemName: '' }, 'itemName', 'Please enter an item name'],
      [{ barcode1: ' ' }, 'barcode1', 'Please enter a barcode'],
      [{ quantity: -1 }, 'quantity', 'Quantity must be 0 or more'],
      [{ link: 'nowhere' }, 'link', 'Please enter a valid link (http:// or https://)'],
      [{ price: 0 }, 'price', 'The price must be greater than 0'],
    ])('are not added with %j', async (wrong, field, message) => {
      const { status, body } = await request('POST', '/inventory/master', { ...tea, ...wrong })
      expect([status, body.code, body.message, body.fields[field]]).toEqual([400, 'INVALID', message, message])
    })
    it('are added once when the request is repeated', async () => {
      const key = freshId()
      const [first, second] = [
        await request('POST', '/inventory/master', tea, admin, { 'idempotency-key': key }),
        await request('POST', '/inventory/master', tea, admin, { 'idempotency-key': key }),
      ]
      expect(second).toEqual(first)
      expect((await request('POST', '/inventory/master', { ...tea, id: first.body.id })).body.code).toBe('ITEM_EXISTS')
    })
    it('change only in the fields that a request sends', async () => {
      const item = await add()
      const { body } = await request('PUT', `/inventory/master/${item.id}`, { location: 'B2', price: 3.1, unknown: 1 })
      expect(body).toMatchObject({ message: 'Item updated successfully', item: { ...tea, location: 'B2', price: 3.1 } })
      const key = { 'idempotency-key': freshId() }
      for (const _again of [1, 2]) {
        const changed = await request('PUT', `/inventory/master/${item.id}`, { quantity: 9, price: null }, admin, key)
        expect(changed).toMatchObject({ status: 200, body: { item: { quantity: 9, price: null, location: 'B2' } } })
      }
      expect((await request('PUT', `/inventory/master/${item.id}`, { countedQuantity: 2 })).body.item.quantity).toBe(2)
      const given = await give(consignor.uid)
      for (const path of [`/inventory/master/${item.id}`, `/inventory/consignor/${consignor.uid}/${given.id}`])
        for (const [field, text] of Object.entries(TEXTS))
          expect((await request('PUT', path, { [field]: text })).body.item, path).toHaveProperty(field, text)
      expect((await search('searchTerm=fine%20blue')).items).toMatchObject([
        { ...TEXTS, id: given.id, quantity: 3 },
        { ...TEXTS, id: item.id, quantity: 2 },
      ])
    })
    it('answer 404 under any path but their owner’s', async () => {
      const [own, given] = [await add(), await give(consignor.uid)]
      const paths = [
        `/inventory/master/${given.id}`,
        `/inventory/consignor/${other.uid}/${given.id}`,
        `/inventory/consignor/${consignor.uid}/${own.id}`,
        `/inventory/master/${freshId()}`,
        '/inventory/master/no-id',
      ]
      for (const path of paths) {
        expect(await request('PUT', path, { location: 'X' }), path).toMatchObject({ status: 404, body: { code: 'ITEM_NOT_FOUND' } })
        expect((await request('DELETE', path)).status, path).toBe(404)
      }
    })
    it('are deleted only once', async () => {
      const item = await give(consignor.uid)
      const path = `/inventory/consignor/${consignor.uid}/${item.id}`
      expect(await request('DELETE', path)).toEqual({ status: 200, body: { message: 'Item deleted successfully' } })
      expect((await request('DELETE', path)).status).toBe(404)
    })
  })

  describe('search', () => {
    it('finds every part of a text, in upper, lower and full-width letters', async () => {
      const item = await add({ itemName: 'Ｆｉｎｅ Ünique 100%_sure', listingTitle: 'List Ing', barcode2: 'ZX-81', location: 'Shelf Q' })
      for (const term of ['fine ün', 'ÜNIQUE', '100%_', 'list ing', 'zx-81', 'shelf q', ' \u200bünique '])
        expect((await search(`searchTerm=${encodeURIComponent(term)}`)).items, term).toMatchObject([{ id: item.id }])
      for (const term of ['1000_sure', 'fine list', '%%'])
        expect((await search(`searchTerm=${encodeURIComponent(term)}`)).items, term).toEqual([])
      expect((await search('location=SHELF%20q')).items).toMatchObject([{ id: item.id }])
      expect((await search('searchTerm=&filter=&consignor=&location=&limit=1')).items).toHaveLength(1)
    })
    it('finds a product by every spelling of its barcode', async () => {
      const codes = ['042100005264', '0042100005264', '00042100005264', '04252614']
      const ids: string[] = []
      for (const barcode1 of codes) ids.push((await add({ itemName: 'Spelled', barcode1 })).id)
      for (const code of codes) {
        const { items } = await search(`searchTerm=${code}`)
        expect(items.map(({ id }: { id: string }) => id).sort(), code).toEqual(ids.toSorted())
      }
    })
    it('filters by owner', async () => {
      const [own, given] = [await add({ itemName: 'Xylophone' }), await give(other.uid, { itemName: 'Xylophone' })]
      const ids = async (query: string) => (await search(`searchTerm=xylophone&${query}`)).items.map(({ id }: { id: string }) => id)
      expect(await ids('filter=master')).toEqual([own.id])
      expect(await ids('filter=consignor')).toEqual([given.id])
      expect(await ids(`consignor=${other.uid}`)).toEqual([given.id])
      expect(await ids('consignor=nobody')).toEqual([])
      expect((await ids('filter=all')).sort()).toEqual([own.id, given.id].sort())
    })
    it('pages without gaps or repeats', async () => {
      for (let n = 0; n < 5; n++) await add({ itemName: `Paged ${n}` })
      const seen: string[] = []
      for (let page = 1; page <= 3; page++) {
        const { items, hasMore } = await search(`searchTerm=paged&limit=2&page=${page}`)
        seen.push(...items.map(({ itemName }: { itemName: string }) => itemName))
        expect(hasMore).toBe(page < 3)
      }
      expect(seen).toEqual(['Paged 4', 'Paged 3', 'Paged 2', 'Paged 1', 'Paged 0'])
    })
    it.each(['limit=0', 'limit=x', 'page=0', 'page=1.5', 'filter=mine'])('refuses %s', async (query) => {
      expect((await request('GET', `/inventory/search?${query}`)).status).toBe(400)
    })
    it('survives hostile texts', async () => {
      for (const text of HOSTILE_STRINGS.filter((one) => one.trim() !== '')) {
        const { status } = await request('POST', '/inventory/master', { ...tea, itemName: text, barcode1: text.slice(0, 100) })
        expect(status, JSON.stringify(text)).toBe(200)
        const query = encodeURIComponent(text.toWellFormed())
        expect((await request('GET', `/inventory/search?searchTerm=${query}&consignor=${query}`)).status).toBe(200)
      }
    })
  })

  describe('handing over', () => {
    it('allocates at most the pieces that are in stock', async () => {
      const item = await add()
      const body = { masterItemID: item.id, consignorID: consignor.uid, quantity: 2, location: 'C3' }
      expect((await request('POST', '/inventory/allocate', body)).body).toMatchObject({
        message: 'Item added to consignor inventory successfully',
        item: { quantity: 2, location: 'C3', consignorID: consignor.uid },
      })
      expect(await quantityOf(item.id)).toBe(1)
      expect(await request('POST', '/inventory/allocate', body)).toMatchObject({
        status: 409,
        body: { code: 'INSUFFICIENT_STOCK', message: 'Only 1 available in inventory' },
      })
      expect((await request('POST', '/inventory/allocate', { ...body, quantity: 0 })).body.message).toBe('Quantity must be greater than 0')
      expect((await request('POST', '/inventory/allocate', { ...body, consignorID: '' })).body.message).toBe(
        'Please select a user from the dropdown',
      )
      expect((await request('POST', '/inventory/allocate', { ...body, consignorID: freshId() })).status).toBe(404)
    })
    it('copies an item, and does not change the source', async () => {
      const item = await give(consignor.uid)
      const body = { sourceConsignorID: consignor.uid, sourceItemUID: item.id, targetConsignorID: other.uid, quantity: 7 }
      expect((await request('POST', '/inventory/copy-to-consignor', body)).body).toMatchObject({
        message: 'Item copied to consignor inventory successfully',
        item: { quantity: 7, consignorID: other.uid, location: 'A1' },
      })
      expect(await quantityOf(item.id)).toBe(3)
      const placed = await request('POST', '/inventory/copy-to-consignor', { ...body, location: 'D4' })
      expect(placed.body.item).toMatchObject({ ...tea, quantity: 7, location: 'D4' })
      expect((await request('POST', '/inventory/copy-to-consignor', { ...body, sourceConsignorID: other.uid })).status).toBe(404)
    })
    it('adds the items of many barcodes with one request', async () => {
      const body = { consignorID: other.uid, itemName: 'Mass', location: 'M', barcodes: ['111', '', '222', ' 111 '] }
      const answer = await request('POST', '/inventory/consignor/mass-input', body)
      expect(answer.body.message).toBe('Added 2 items (3 pieces) to consignor inventory')
      const all = { consignorID: other.uid, itemName: 'Mass', location: 'M' }
      expect((await search('searchTerm=mass')).items.toSorted((a: typeof tea, b: typeof tea) => b.quantity - a.quantity)).toMatchObject([
        { ...all, barcode1: '111', quantity: 2 },
        { ...all, barcode1: '222', quantity: 1 },
      ])
      expect((await request('POST', '/inventory/consignor/mass-input', { ...body, barcodes: ['', ' '] })).body.message).toBe(
        'Please enter at least one barcode',
      )
      expect((await request('POST', '/inventory/consignor/mass-input', { ...body, itemName: '' })).body.message).toBe(
        'Please enter an item name',
      )
      expect((await request('POST', '/inventory/consignor/mass-input', { ...body, consignorID: null })).body.message).toBe(
        'Please select a consignor',
      )
    })
  })

  describe('sales', () => {
    it('of master items reduce their stock', async () => {
      const item = await add()
      expect((await request('POST', '/inventory/master/sale', { masterItemID: item.id, quantitySold: 2 })).body.message).toBe(
        'Sale recorded successfully',
      )
      expect(await quantityOf(item.id)).toBe(1)
      const more = await request('POST', '/inventory/master/sale', { masterItemID: item.id, quantitySold: 2 })
      expect(more).toMatchObject({ status: 409, body: { message: 'Only 1 available in inventory' } })
    })
    it('of a consignor’s item credit the consignor once', async () => {
      const item = await give(other.uid)
      const body = {
        saleID: freshId(),
        consignorID: other.uid,
        itemUID: item.id,
        barcode1: item.barcode1,
        salePrice: 100.1,
        shippingCost: 10,
        quantitySold: 1,
        consignorPercentage: 60,
      }
      const [first, again] = [await request('POST', '/sales/record', body), await request('POST', '/sales/record', body)]
      expect(first).toMatchObject({ status: 200, body: { message: 'Sale recorded successfully', payoutAmount: 54.06 } })
      expect(again).toEqual(first)
      expect(await quantityOf(item.id)).toBe(2)
      const refused = async (more: object) => (await request('POST', '/sales/record', { ...body, saleID: undefined, ...more })).body
      expect((await refused({ quantitySold: 3 })).message).toBe('Only 2 available in inventory')
      expect((await refused({ salePrice: 0 })).fields).toHaveProperty('salePrice')
      expect((await refused({ consignorPercentage: 101 })).message).toBe('Percentage must be between 0 and 100')
      expect((await refused({ shippingCost: -1 })).fields).toHaveProperty('shippingCost')
      expect((await refused({ consignorID: consignor.uid })).code).toBe('ITEM_NOT_FOUND')
      expect((await refused({ barcode1: 'of another item' })).fields).toEqual({ barcode1: 'This item has another barcode' })
      expect(await quantityOf(item.id)).toBe(2)
    })
  })

  describe('import', () => {
    const rowsOf = (names: readonly string[], from = 0) =>
      names.map((name, n) => ({ id: freshId(), line: from + n + 2, texts: { itemName: name, barcode1: `imp-${name}` }, quantity: 1 }))
    const start = async (rowCount: number, more: object = {}) => {
      const id = freshId()
      expect((await request('POST', '/inventory/imports', { id, mode: 'skip', fileName: 'a.csv', rowCount, ...more })).status).toBe(200)
      return id
    }
    const stage = (id: string, n: number, rows: unknown) => request('PUT', `/inventory/imports/${id}/chunks/${n}`, { rows })
    const commit = (id: string) => request('POST', `/inventory/imports/${id}/commit`, {})

    it('commits all chunks together and only once, in whatever order they arrive', async () => {
      const id = await start(4)
      await stage(id, 2, rowsOf(['Imported c', 'Imported d'], 2))
      const first = rowsOf(['Imported a', 'Imported b'])
      await stage(id, 1, first)
      await stage(id, 1, first)
      expect((await search('searchTerm=imported')).items).toEqual([])
      const done = await commit(id)
      expect(done.body).toEqual({ message: 'Import done: 4 added, 0 updated, 0 skipped', added: 4, updated: 0, skipped: 0 })
      expect(await commit(id)).toEqual(done)
      expect((await search('searchTerm=imported')).items).toHaveLength(4)
    })
    it('is not committed before all rows have arrived', async () => {
      const id = await start(3)
      await stage(id, 1, rowsOf(['Half a', 'Half b']))
      expect((await commit(id)).body.code).toBe('IMPORT_INCOMPLETE')
      expect((await search('searchTerm=half')).items).toEqual([])
    })
    it('changes nothing when it fails', async () => {
      const id = await start(2, { consignorID: freshId() })
      await stage(id, 1, rowsOf(['Lost a', 'Lost b']))
      expect(await commit(id)).toMatchObject({ status: 404, body: { code: 'CONSIGNOR_NOT_FOUND' } })
      expect((await search('searchTerm=lost')).items).toEqual([])
    })
    it('can be cancelled', async () => {
      const id = await start(1)
      await stage(id, 1, rowsOf(['Cancelled']))
      expect((await request('DELETE', `/inventory/imports/${id}`)).status).toBe(200)
      expect((await commit(id)).body.code).toBe('IMPORT_NOT_FOUND')
      expect((await stage(id, 1, rowsOf(['Cancelled']))).status).toBe(404)
    })
    it('cannot be cancelled when it is done', async () => {
      const id = await start(1)
      await stage(id, 1, rowsOf(['Done']))
      expect((await commit(id)).body).toMatchObject({ added: 1 })
      for (let asked = 0; asked < 2; asked++)
        expect(await request('DELETE', `/inventory/imports/${id}`)).toMatchObject({ status: 409, body: { code: 'IMPORT_DONE' } })
      expect((await commit(id)).body).toMatchObject({ added: 1 })
      expect((await search('searchTerm=done')).items).toHaveLength(1)
    })
    it('names the wrong cell', async () => {
      const id = await start(1)
      const [row] = rowsOf(['Wrong'])
      const { status, body } = await stage(id, 1, [{ ...row, texts: { itemName: 'x', barcode1: '' } }])
      expect([status, body.fields]).toEqual([400, { 'rows.0.texts.barcode1': 'Please enter a barcode' }])
    })
    it('imports a whole shop', { timeout: 300_000 }, async () => {
      const names = sampleNames()
      const rows = rowsOf(names)
      const id = await start(rows.length, { consignorID: consignor.uid })
      for (let n = 0; n * 1_000 < rows.length; n++)
        expect((await stage(id, n + 1, rows.slice(n * 1_000, (n + 1) * 1_000))).status).toBe(200)
      expect((await commit(id)).body).toMatchObject({ added: rows.length })
    })
  })

  it('leave books and stock in balance', async () => {
    expect([await checkStock(server.platform.db), await checkBooks(server.platform.db)]).toEqual([[], []])
  })
})

/** Reads names for a large import. With DATA_SAMPLES=folder they are the names of 37,621 real products, else 3,000 invented names. */
function sampleNames(): string[] {
  const path = `${process.env.DATA_SAMPLES}/products.csv`
  if (!process.env.DATA_SAMPLES || !existsSync(path)) return Array.from({ length: 3_000 }, (_, n) => `Bulk ${n}`)
  const [, ...records] = readCsv(readFileSync(path, 'utf8')).records
  return records.map(({ cells }, n) => `Bulk ${n} ${cells[0]}`)
}
