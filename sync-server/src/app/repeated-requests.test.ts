import { calls } from '@shop/shared/calls.ts'
import { saleLineId } from '@shop/shared/sales/rules/sold-pieces.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { tablesOf } from '../platform/backup/dump-database.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { pushAs } from './testing/news.ts'
import { ADMIN_EMAIL, type Answer, OPENED, type TestShop, testShop } from './testing/shop.ts'
import { queuedSale } from './testing/till-sales.ts'

const tea = { itemName: 'Green Tea', barcode1: '036000291452', location: 'A1', quantity: 9 }

type Doors = { shop: TestShop; token: string; ann: string; bob: string }
type Request = readonly [method: string, path: string, body?: unknown]

const added = async ({ shop, token }: Doors, path: string, body: object): Promise<string> =>
  (await shop.ask('POST', path, body, { token })).body.id
const master = (doors: Doors) => added(doors, '/inventory/master', tea)
const category = async ({ shop, token }: Doors): Promise<string> => {
  const { body } = await shop.ask('POST', '/inventory/categories', { name: `Pots ${freshId().slice(-12)}` }, { token })
  return body.category.id
}
const given = (doors: Doors) => added(doors, '/inventory/consignor', { ...tea, consignorID: doors.ann })
const row = () => ({ id: freshId(), line: 2, texts: { itemName: 'Imported', barcode1: '1' }, quantity: 1 })

/** Makers of a request, one for each call of inventory and sales that is not a GET. */
const REQUESTS: Readonly<Record<string, (doors: Doors) => Promise<Request>>> = {
  'inventory.addCategory': async () => ['POST', '/inventory/categories', { name: `Cups ${freshId().slice(-12)}` }],
  'inventory.editCategory': async (doors) => [
    'PUT',
    `/inventory/categories/${await category(doors)}`,
    { name: `Mugs ${freshId().slice(-12)}` },
  ],
  'inventory.deleteCategory': async (doors) => ['DELETE', `/inventory/categories/${await category(doors)}`],
  'inventory.addMasterItem': async () => ['POST', '/inventory/master', tea],
  'inventory.editMasterItem': async (doors) => ['PUT', `/inventory/master/${await master(doors)}`, { quantity: 4, location: 'B2' }],
  'inventory.deleteMasterItem': async (doors) => ['DELETE', `/inventory/master/${await master(doors)}`],
  'inventory.addConsignorItem': async ({ ann }) => ['POST', '/inventory/consignor', { ...tea, consignorID: ann }],
  'inventory.editConsignorItem': async (doors) => [
    'PUT',
    `/inventory/consignor/${doors.ann}/${(await given(doors)).toUpperCase()}`,
    { countedQuantity: 4 },
  ],
  'inventory.deleteConsignorItem': async (doors) => ['DELETE', `/inventory/consignor/${doors.ann}/${await given(doors)}`],
  'inventory.allocateItem': async (doors) => [
    'POST',
    '/inventory/allocate',
    { masterItemID: await master(doors), consignorID: doors.ann, quantity: 2 },
  ],
  'inventory.copyItem': async (doors) => [
    'POST',
    '/inventory/copy-to-consignor',
    { sourceConsignorID: doors.ann, sourceItemUID: await given(doors), targetConsignorID: doors.bob, quantity: 2 },
  ],
  'inventory.massInputItems': async ({ ann }) => [
    'POST',
    '/inventory/consignor/mass-input',
    { consignorID: ann, itemName: 'Mass', barcodes: ['1', '2', '1'] },
  ],
  'inventory.recordMasterSale': async (doors) => ['POST', '/inventory/master/sale', { masterItemID: await master(doors), quantitySold: 5 }],
  'inventory.startImport': async () => ['POST', '/inventory/imports', { id: freshId(), mode: 'skip', fileName: 'a.csv', rowCount: 1 }],
  'inventory.stageImportChunk': async (doors) => ['PUT', `/inventory/imports/${await startedImport(doors)}/chunks/1`, { rows: [row()] }],
  'inventory.commitImport': async (doors) => {
    const id = await startedImport(doors)
    await doors.shop.ask('PUT', `/inventory/imports/${id}/chunks/1`, { rows: [row()] }, { token: doors.token })
    return ['POST', `/inventory/imports/${id}/commit`, {}]
  },
  'inventory.cancelImport': async (doors) => ['DELETE', `/inventory/imports/${await startedImport(doors)}`],
  'sales.recordMarketplaceSale': async (doors) => [
    'POST',
    '/sales/record',
    { itemUID: await given(doors), consignorID: doors.ann, salePrice: 10, quantitySold: 5 },
  ],
  'sales.recordCustomSale': async ({ ann }) => ['POST', '/sales/custom', { consignorID: ann, itemName: 'Lamp', amount: 12.5 }],
  'sales.changeSale': async (doors) => {
    const sale = { itemUID: await given(doors), consignorID: doors.ann, salePrice: 10, quantitySold: 1 }
    const { body } = await doors.shop.ask('POST', '/sales/record', sale, { token: doors.token })
    return ['PUT', `/sales/${body.saleID}`, { salePrice: 11, payoutAmount: 6 }]
  },
  'inventory.updateItemImage': async (doors) => [
    'POST',
    '/admin/update-item-image',
    { consignorUID: doors.ann, itemUID: await given(doors), imageUrl: 'https://pictures.example/tea.jpg' },
  ],
  'sales.refundSale': async (doors) => {
    const sale = queuedSale([{ id: await given(doors), name: 'Green Tea', consignorId: doors.ann, priceCents: 1_800 }], 'AB-0001')
    await pushAs(doors.shop, doors.token, sale)
    const saleID = saleLineId((sale.args as { saleId: string }).saleId, 0)
    const tenders = [{ kind: 'cash', label: 'Till', amount: 18 }]
    return ['POST', '/sales/refunds', { lines: [{ saleID, quantity: 1, amount: 18 }], tenders, goods: 'shelf', reason: 'too green' }]
  },
  'pos.openShift': async () => ['POST', '/pos/shifts', { drawer: 'Front', openingCash: 200 }],
  'pos.moveCash': async (doors) => ['POST', `/pos/shifts/${await shift(doors)}/cash`, { kind: 'out', amount: 12.5, reason: 'milk' }],
  'pos.closeShift': async (doors) => [
    'POST',
    `/pos/shifts/${await shift(doors)}/close`,
    { countedCash: 199.5, leftCash: 100, note: 'short' },
  ],
  'sales.checkLedger': async () => ['POST', '/sales/ledger/check'],
  'sales.setBalance': async ({ ann }) => ['PUT', `/sales/balance/${ann}`, { balance: 12.34, reason: 'agreed' }],
}

async function requestTo(name: string, doors: Doors): Promise<Request> {
  const makeRequest = REQUESTS[name]
  if (!makeRequest) throw new Error(`no request for ${name}`)
  return makeRequest(doors)
}

const shift = async ({ shop, token }: Doors): Promise<string> =>
  (await shop.ask('POST', '/pos/shifts', { drawer: 'Back', openingCash: 200 }, { token })).body.shiftID

async function startedImport({ shop, token }: Doors): Promise<string> {
  const id = freshId()
  await shop.ask('POST', '/inventory/imports', { id, mode: 'skip', fileName: 'a.csv', rowCount: 1 }, { token })
  return id
}

const doorsOf = (feature: string) => calls.filter(({ name, method }) => name.startsWith(`${feature}.`) && method !== 'GET')

/** Writes the ids in a text in upper case. */
const otherCase = (text: string) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => id.toUpperCase())

/** Writes JSON in another way that means the same: fields in reverse order, white space, other spellings of numbers and characters. */
function spelledOtherwise(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : `${value}0e+0`
  if (typeof value === 'string')
    return `"${Array.from(otherCase(value), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
  if (Array.isArray(value)) return `[ ${value.map(spelledOtherwise).join(' ,\n')} ]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).reverse()
  return `\t{\r\n ${fields.map(([name, part]) => `${spelledOtherwise(name)} : ${spelledOtherwise(part)}`).join(' , ')} }\n`
}

forEachDatabase('a request with an Idempotency-Key', (open) => {
  let doors: Doors
  beforeAll(async () => {
    const shop = await testShop(await open(), OPENED)
    const [ann, bob] = [await shop.signUp('ann@example.org'), await shop.signUp('bob@example.org')]
    doors = { shop, token: await shop.signIn(ADMIN_EMAIL), ann: ann.uid, bob: bob.uid }
  }, 60_000)

  const ask = async ([method, path, body]: Request, key: string, token = doors.token): Promise<Omit<Answer, 'headers'>> => {
    const answer = await doors.shop.ask(method, path, body, { token, headers: { 'idempotency-key': key } })
    return { status: answer.status, body: answer.body }
  }
  /** Asks the same in another spelling of key and body. */
  const askOtherwise = async ([method, path, body]: Request, key: string): Promise<Omit<Answer, 'headers'>> => {
    const headers = { 'idempotency-key': key.toUpperCase() }
    const raw = body === undefined ? {} : { raw: spelledOtherwise(body) }
    const answer = await doors.shop.ask(method, otherCase(path), undefined, { token: doors.token, headers, ...raw })
    return { status: answer.status, body: answer.body }
  }
  /** Reads every row of the shop, except the jobs that run again and again. */
  const everything = () =>
    doors.shop.platform.transaction(async (tx) => {
      const rows: Record<string, unknown> = {}
      for (const { name } of await tablesOf(tx)) {
        const which = name === 'jobs' ? sql`where repeat_seconds is null` : sql``
        const read = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t ${which} order by 1`.execute(tx)
        rows[name] = read.rows.map(({ row }) => row)
      }
      return rows
    })

  describe.each([...doorsOf('inventory'), ...doorsOf('sales'), ...doorsOf('pos')].map(({ name }) => name))('%s', (name) => {
    it('answers a repetition in any spelling as the first time and changes nothing more, even after its rows are gone', async () => {
      const [request, key] = [await requestTo(name, doors), freshId()]
      const first = await ask(request, key)
      expect(first, JSON.stringify(first.body)).toMatchObject({ status: 200 })
      const repeat = async () => {
        await doors.shop.platform.jobs.drain()
        const before = await everything()
        expect(await ask(request, key)).toEqual(first)
        expect(await askOtherwise(request, key)).toEqual(first)
        await doors.shop.platform.jobs.drain()
        expect(await everything()).toEqual(before)
      }
      await repeat()
      await doors.shop.platform.transaction(async (tx) => {
        for (const gone of ['stock_movements', 'items', 'sales']) await sql`delete from ${sql.table(gone)}`.execute(tx)
      })
      await repeat()
    })
  })

  it('counts as one request when several copies arrive at the same time', async () => {
    for (let n = 0; n < 5; n++) {
      const [request, key] = [['DELETE', `/inventory/master/${await master(doors)}`] as const, freshId()]
      const answers = await Promise.all(Array.from({ length: 6 }, () => ask(request, key)))
      expect(answers).toEqual(Array(6).fill({ status: 200, body: { message: 'Item deleted successfully' } }))
    }
  })

  it('takes stock once when copies in two spellings of key, body and ids arrive at the same time', async () => {
    const total = async () => {
      const read = sql<Record<'pieces' | 'moves' | 'items' | 'sales' | 'entries', number>>`select
        (select sum(stock_count)::int from items) as pieces, (select count(*)::int from stock_movements) as moves,
        (select count(*)::int from items) as items, (select count(*)::int from sales) as sales,
        (select count(*)::int from ledger_entries) as entries`
      return Object.entries((await read.execute(doors.shop.platform.db)).rows[0] ?? {})
    }
    for (const name of ['inventory.recordMasterSale', 'sales.recordMarketplaceSale', 'inventory.allocateItem', 'inventory.copyItem']) {
      const changesBy = async (copies: number) => {
        const [request, key] = [await requestTo(name, doors), freshId()]
        const before = Object.fromEntries(await total())
        const answers = await Promise.all(Array.from({ length: copies }, (_, nth) => (nth % 2 ? askOtherwise : ask)(request, key)))
        expect(answers[0], name).toMatchObject({ status: 200 })
        expect(answers, name).toEqual(Array(copies).fill(answers[0]))
        return (await total()).map(([what, count]) => [what, count - (before[what] ?? 0)])
      }
      const once = await changesBy(1)
      for (let round = 0; round < 3; round++) expect(await changesBy(6), name).toEqual(once)
    }
  })

  it('is recognised at a repetition by its command when the server stopped before it stored the answer', async () => {
    const sent = async () => {
      const { body } = await doors.shop.ask(
        'POST',
        `/shipments/${doors.ann}`,
        { carrier: 'UPS', trackingNumber: '1' },
        { token: doors.token },
      )
      return body.shipment.id as string
    }
    const paths = [
      `/inventory/consignor/${doors.ann}/${await given(doors)}`,
      `/shipments/${doors.ann}/${await sent()}`,
      `/shipments/admin/${await sent()}`,
    ]
    for (const path of paths) {
      const [request, key] = [['DELETE', path] as const, freshId()]
      const first = await ask(request, key)
      expect(first, JSON.stringify(first.body)).toMatchObject({ status: 200 })
      await sql`update command_log set answer = null where id = ${key}`.execute(doors.shop.platform.db)
      expect(await ask(request, key), path).toEqual(first)
    }
  })

  it('is refused when its key belongs to another request; refused for lack of stock, it may be sent again under its key', async () => {
    const [id, key] = [await master(doors), freshId()]
    await ask(['PUT', `/inventory/master/${id}`, { location: 'C3' }], key)
    for (const other of [
      ['PUT', `/inventory/master/${id}`, { location: 'D4' }],
      ['DELETE', `/inventory/master/${id}`],
    ] as const)
      expect(await ask(other, key)).toMatchObject({ status: 409, body: { code: 'ID_REUSED' } })

    const sale = ['POST', '/inventory/master/sale', { masterItemID: id, quantitySold: 10 }] as const
    const again = freshId()
    expect(await ask(sale, again)).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_STOCK' } })
    await ask(['PUT', `/inventory/master/${id}`, { quantity: 10 }], freshId())
    expect(await ask(sale, again)).toMatchObject({ status: 200 })
  })

  it('is recognised by its key in upper or lower case, and refused when the key is not a UUID', async () => {
    const [add, key] = [['POST', '/inventory/master', { ...tea, itemName: 'Once' }] as const, freshId()]
    const first = await ask(add, key)
    expect(first.status).toBe(200)
    expect(await ask(add, key.toUpperCase())).toEqual(first)
    const found = await doors.shop.ask('GET', '/inventory/search?searchTerm=Once', undefined, { token: doors.token })
    expect(found.body.items).toHaveLength(1)
    expect(await ask(add, 'not a uuid')).toMatchObject({
      status: 400,
      body: { fields: { 'Idempotency-Key': 'The Idempotency-Key is a UUID' } },
    })
  })

  it('is refused with a separate code when its sale has the id of another sale', async () => {
    const custom = { consignorID: doors.ann, itemName: 'Lamp', amount: 3 }
    const { saleID } = (await ask(['POST', '/sales/custom', custom], freshId())).body
    for (const name of ['inventory.recordMasterSale', 'sales.recordMarketplaceSale', 'sales.recordCustomSale'] as const) {
      const [method, path, body] = await requestTo(name, doors)
      const answer = await ask([method, path, { ...(body as object), saleID }], freshId())
      expect([name, answer.status, answer.body.code]).toEqual([name, 409, 'SALE_EXISTS'])
      expect(Object.keys(calls.find((call) => call.name === name)?.refusals ?? {})).toContain('SALE_EXISTS')
    }
  })

  it('does not show its answer to a former admin who repeats it', async () => {
    const other = await doors.shop.signUp('carl@example.org')
    await sql`update users set role = 'admin' where id = ${other.uid}`.execute(doors.shop.platform.db)
    const [request, key] = [['DELETE', `/inventory/master/${await master(doors)}`] as const, freshId()]
    expect((await ask(request, key, other.token)).status).toBe(200)
    expect((await ask(request, key, other.token)).status).toBe(200)
    await sql`update users set role = 'user' where id = ${other.uid}`.execute(doors.shop.platform.db)
    expect((await ask(request, key, other.token)).status).toBe(403)
  })
})
