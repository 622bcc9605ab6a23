import type { Row } from '@shop/shared/kernel/define-command.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { oneLine, searchKey, storableText, withoutInvisible } from '@shop/shared/kernel/text.ts'
import { beforeAll, expect, it } from 'vitest'
import { selectRows } from '../platform/database/collection-table.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { tables } from './tables.ts'
import { expectSound, rememberingLog } from './testing/hostile-shop.ts'
import { naughtyStrings } from './testing/naughty-strings.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'
import { ADDRESS } from './testing/trades.ts'

/** Trims a text and makes it storable, as a form does. */
const typed = (text: string) => storableText(text).trim()
/** Number of commands in one push. */
const BATCH = 100

/** A command with the text in one field, and the row that stores the text. */
type Door = {
  readonly about: string
  readonly max: number
  readonly isRequired: boolean
  /** The text as it is stored. */
  readonly kept: (text: string) => string
  readonly command: (text: string, id: string) => { readonly name: string; readonly args: object }
  readonly table: string
  readonly found: (row: Record<string, unknown>) => unknown
}

forEachDatabase('a hostile text', (open) => {
  const texts = naughtyStrings()
  let shop: TestShop
  let token: string
  let uid: string
  let errors: string[]

  beforeAll(async () => {
    const remembering = rememberingLog()
    errors = remembering.errors
    shop = await testShop(await open({ log: remembering.log }), OPENED)
    token = await shop.signIn(ADMIN_EMAIL)
    uid = (await shop.ask('GET', '/auth/me', undefined, { token })).body.uid
  }, 120_000)

  const line = (more: object) => ({
    id: freshId(),
    itemId: null,
    itemName: 'Lamp',
    barcode: '1',
    imageUrl: '',
    consignorId: null,
    consignorName: '',
    unitPriceCents: 100,
    quantity: 1,
    consignorPercentage: 50,
    ...more,
  })
  const sale = (id: string, more: object, lineMore: object = {}) => ({
    saleId: id,
    displayId: 'POS-1',
    receiptNumber: `R-${id}`,
    cartId: freshId(),
    taxRateBps: 825,
    consignorPercentage: 50,
    lines: [line(lineMore)],
    tenders: [{ kind: 'other', label: '', amountCents: 100, givenCents: null }],
    ...more,
  })
  const cart = (id: string, more: object, lineMore: object = {}) => ({
    cart: {
      id,
      status: 'parked',
      label: '',
      clientId: freshId(),
      lines: [{ ...line(lineMore), location: '', ...('location' in lineMore ? lineMore : {}) }],
      consignorPercentage: 50,
      saleId: null,
      createdAtMs: 1,
      updatedAtMs: 1,
      byUid: uid,
      ...more,
    },
  })
  const first = (row: Record<string, unknown>, list: string) => (row[list] as Record<string, unknown>[])[0] ?? {}

  const item = (field: string, max: number, isRequired = false): Door => ({
    about: `item ${field}`,
    max,
    isRequired,
    kept: typed,
    command: (text, id) => ({
      name: 'inventory.addMaster',
      args: { id, texts: { itemName: 'Lamp', barcode1: 'L-1', [field]: text }, quantity: 0 },
    }),
    table: 'items',
    found: (row) => row[field],
  })
  const snapshot = (
    about: string,
    max: number,
    command: Door['command'],
    table: string,
    found: Door['found'],
    isRequired = false,
  ): Door => ({
    about,
    max,
    isRequired,
    kept: storableText,
    command,
    table,
    found,
  })
  const doors: readonly Door[] = [
    item('itemName', 500, true),
    item('listingTitle', 500),
    item('barcode1', 100, true),
    item('barcode2', 100),
    item('location', 200),
    {
      about: 'mass input barcode',
      max: 100,
      isRequired: true,
      kept: typed,
      command: (text, id) => ({
        name: 'inventory.massInput',
        args: { consignorId: uid, itemName: 'Lamp', location: '', entries: [{ id, barcode: text }] },
      }),
      table: 'items',
      found: (row) => row.barcode1,
    },
    {
      about: 'custom sale',
      max: 500,
      isRequired: true,
      kept: typed,
      command: (text, id) => ({ name: 'sales.custom', args: { saleId: id, consignorId: uid, itemName: text, amountCents: 1 } }),
      table: 'sales',
      found: (row) => row.itemName,
    },
    {
      about: 'tracking number',
      max: 100,
      isRequired: true,
      kept: typed,
      command: (text, id) => ({ name: 'shipments.submit', args: { id, uid, carrier: 'Pigeon', trackingNumber: text } }),
      table: 'shipments',
      found: (row) => row.trackingNumber,
    },
    {
      about: 'payout handle',
      max: 60,
      isRequired: true,
      kept: (text) => {
        // with invisible characters one name could look like another
        const name = withoutInvisible(storableText(text))
          .replace(/\s+/g, '')
          .replace(/^[$@]+/, '')
        return name && `$${name}`
      },
      command: (text, id) => ({ name: 'payouts.request', args: { payoutId: id, uid, amountCents: 1, method: 'cashapp', handle: text } }),
      table: 'payouts',
      found: (row) => row.handle,
    },
    snapshot(
      'cart label',
      100,
      (text, id) => ({ name: 'pos.saveCart', args: cart(id, { label: text }) }),
      'carts',
      (row) => row.label,
    ),
    snapshot(
      'cart line',
      200,
      (text, id) => ({ name: 'pos.saveCart', args: cart(id, {}, { location: text }) }),
      'carts',
      (row) => first(row, 'lines').location,
    ),
    snapshot(
      'sold name',
      500,
      (text, id) => ({ name: 'sales.completePosSale', args: sale(id, {}, { itemName: text }) }),
      'pos_sales',
      (row) => first(row, 'lines').itemName,
      true,
    ),
    snapshot(
      'consignor of a line',
      500,
      (text, id) => ({ name: 'sales.completePosSale', args: sale(id, {}, { consignorName: text }) }),
      'pos_sales',
      (row) => first(row, 'lines').consignorName,
    ),
    snapshot(
      'payment',
      100,
      (text, id) => ({
        name: 'sales.completePosSale',
        args: sale(id, { tenders: [{ kind: 'card', label: text, amountCents: 100, givenCents: null }] }),
      }),
      'pos_sales',
      (row) => first(row, 'tenders').label,
    ),
  ]

  const push = async (commands: readonly object[]) => {
    const { status, body } = await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands }, { token })
    expect([status, body.message]).toEqual([200, undefined])
    return body.results as { status: string; code?: string; message?: string }[]
  }
  const rowsOf = async (name: string) => {
    const table = tables.find((one) => one.name === name)
    if (!table) throw new Error(`no table ${name}`)
    const rows = await selectRows<Row>(shop.platform.db, table)
    return new Map(rows.map((row) => [row.id, row as unknown as Record<string, unknown>]))
  }

  it('is stored as its field stores a text, or refused as too long or empty', { timeout: 1_800_000 }, async () => {
    expect((await shop.ask('PUT', `/sales/balance/${uid}`, { balance: 10_000 }, { token })).status).toBe(200)
    for (const door of doors) {
      const sent = texts.map((text) => ({ text, id: freshId() }))
      for (let at = 0; at < sent.length; at += BATCH) {
        const batch = sent.slice(at, at + BATCH)
        const results = await push(batch.map(({ text, id }) => ({ id: freshId(), version: 1, at: Date.now(), ...door.command(text, id) })))
        for (const [n, { text }] of batch.entries()) {
          const fits = [text, door.kept(text)].every((one) => [...one].length <= door.max) && !(door.isRequired && door.kept(text) === '')
          const result = results[n]
          const told = [door.about, text, result?.message, errors.join('')]
          expect([...told, result?.status]).toEqual([...told, fits ? 'done' : 'rejected'])
          if (!fits) expect(['INVALID', result?.code]).toEqual([result?.code, 'INVALID'])
        }
      }
      const rows = await rowsOf(door.table)
      for (const { text, id } of sent) {
        const row = rows.get(id)
        if (row) expect([door.about, door.found(row)]).toEqual([door.about, door.kept(text)])
      }
    }
    expect(errors).toEqual([])
  })

  it('is stored trimmed in names, addresses and settings, and adds no line to a mail’s subject', { timeout: 1_800_000 }, async () => {
    for (const text of texts) {
      const name = typed(text)
      if (name === '' || text.length > 200) continue
      const kept = (answer: { status: number; body: unknown }) => {
        expect([text, answer.status, answer.body]).toEqual([text, 200, expect.anything()])
        return answer.body as Record<string, unknown>
      }
      if (text.length <= 100) {
        expect(kept(await shop.ask('PUT', '/auth/me', { displayName: text }, { token })).displayName).toBe(name)
        await push([
          { id: freshId(), name: 'settings.change', version: 1, at: Date.now(), args: { changes: { shopName: text, shopAddress: text } } },
        ])
        const [settings] = [...(await rowsOf('settings')).values()]
        expect([settings?.shopName, settings?.shopAddress].map((kept) => typed(String(kept)))).toEqual([typed(oneLine(text)), name])
      }
      const all = Object.fromEntries(Object.keys(ADDRESS).map((field) => [field, text]))
      const made = kept(await shop.ask('POST', '/auth/addresses', all, { token }))
      expect(made.address).toMatchObject(Object.fromEntries(Object.keys(ADDRESS).map((field) => [field, name])))
      kept(await shop.ask('DELETE', `/auth/addresses/${made.id}`, undefined, { token }))
      const { mails } =
        kept(
          await shop.ask(
            'POST',
            '/admin/send-email',
            { email: 'a@example.org', subject: `S ${text}`, htmlContent: `H ${text}` },
            { token },
          ),
        ) && (kept(await shop.ask('GET', '/admin/mails?limit=1', undefined, { token })) as { mails: { subject: string }[] })
      expect(mails[0]?.subject).not.toMatch(/[\r\n\0]/)
    }
    expect(errors).toEqual([])
  })

  it('is found by a search for it, and its wildcards match only themselves', { timeout: 1_800_000 }, async () => {
    const names = new Map([...(await rowsOf('items'))].map(([id, { itemName }]) => [id, searchKey(String(itemName))]))
    for (const text of texts) {
      const key = searchKey(text.toWellFormed())
      if (key === '' || text.length > 200) continue
      const { status, body } = await shop.ask(
        'GET',
        `/inventory/search?limit=500&searchTerm=${encodeURIComponent(text.toWellFormed())}`,
        undefined,
        { token },
      )
      expect([text, status]).toEqual([text, 200])
      const found = new Set(body.items.map(({ id }: { id: string }) => id))
      const named = [...names].filter(([, name]) => name.includes(key))
      if (!body.hasMore) for (const [id, name] of named) expect([text, name, found.has(id)]).toEqual([text, name, true])
      for (const { itemName, listingTitle, barcode1, barcode2, location } of body.items) {
        const all = [itemName, listingTitle, barcode1, barcode2, location].map((one) => searchKey(String(one)))
        expect([text, all.some((one) => one.includes(key))]).toEqual([text, true])
      }
    }
    const people = await shop.ask('GET', '/auth/search?q=%25', undefined, { token })
    expect([people.status, people.body.users.length]).toEqual([200, 0])
  })

  it('adds no line to the stream of a first sync, and leaves the books in balance', { timeout: 600_000 }, async () => {
    const started = await shop.server.fetch(
      new Request(`http://localhost/api/sync/start?protocol=${PROTOCOL_VERSION}`, { headers: { authorization: `Bearer ${token}` } }),
    )
    const lines = (await started.text()).split('\n')
    expect(lines.slice(-2)).toEqual(['end', ''])
    for (const row of lines.slice(1, -2)) expect(Array.isArray(JSON.parse(row.slice(row.indexOf('\t') + 1)))).toBe(true)
    await shop.platform.jobs.drain()
    await expectSound(shop)
  })
})
