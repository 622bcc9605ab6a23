import { calls } from '@shop/shared/calls.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { OPENED, testShop } from '../app/testing/shop.ts'
import { ADDRESS, type Person, type TradingShop, tradingShop } from '../app/testing/trades.ts'
import { checkStock } from '../inventory/examine-stock.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'

const PDF = new TextEncoder().encode('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

/** A request of a person, with a JSON body or a form. */
type Doing = { readonly by: { readonly token: string }; readonly method: string; readonly path: string; readonly body?: object | FormData }
type Made = { readonly tradeId: string; readonly offerId: string; readonly itemId: string }

type World = TradingShop & { readonly buyer: Person; readonly ann: Person; readonly made: (more?: object) => Promise<Made> }

const toOffer =
  (who: 'buyer' | 'ann', act: string, body?: object) =>
  (w: World, { offerId }: Made) => ({
    by: w[who],
    method: 'POST',
    path: `/trades/offers/${offerId}/${act}`,
    ...(body ? { body } : {}),
  })
const byAdmin =
  (method: string, act: string, body?: object) =>
  (w: World, { tradeId }: Made) => ({
    by: w.admin,
    method,
    path: `/trades/admin/${tradeId}/${act}`,
    ...(body ? { body } : {}),
  })
const countered = async (w: World, made: Made) => void (await w.ok(w.answer(w.ann, made.offerId, 'counter', { counterPrice: 1_200 })))
const accepted = async (w: World, made: Made) => void (await w.ok(w.answer(w.ann, made.offerId, 'accept')))
const upload = (w: World, { tradeId }: Made): Doing => {
  const body = new FormData()
  body.append('trackingNumber', '1Z999AA10123456784')
  body.append('carrier', 'UPS')
  body.append('labelFile', new File([PDF], 'label.pdf', { type: 'application/pdf' }))
  return { by: w.buyer, method: 'POST', path: `/trades/${tradeId}/shipping-label`, body }
}
const labelled = async (w: World, made: Made) => {
  await accepted(w, made)
  await send(w, upload(w, made))
}

async function send({ shop }: World, { by, method, path, body }: Doing, key?: string) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  if (!(body instanceof FormData)) return shop.ask(method, path, body, { ...by, headers })
  const form = new Response(body)
  headers['content-type'] = form.headers.get('content-type') ?? ''
  return shop.ask(method, path, undefined, { ...by, headers, raw: new Uint8Array(await form.arrayBuffer()) })
}

type Door = {
  readonly prepare?: (w: World, made: Made) => Promise<void>
  readonly doing: (w: World, made: Made) => Doing
  /** Refusal codes of a second click without a key. Absent when a second click without a key runs again. */
  readonly second?: readonly string[]
  readonly ownShipping?: true
}

/** The calls of the marketplace that change something. */
const DOORS: Readonly<Record<string, Door>> = {
  'trades.askForTrade': {
    doing: (w, { itemId }) => ({
      by: w.buyer,
      method: 'POST',
      path: '/trades/request',
      body: { id: itemId, itemBarcode: `code-${itemId}`, quantity: 1, pricePerItem: 500, shippingAddress: ADDRESS },
    }),
  },
  'trades.changeAutoPrice': {
    doing: (w, { itemId }) => ({ by: w.ann, method: 'PUT', path: `/marketplace/auto-prices/${itemId}`, body: { acceptAt: 9_000 } }),
  },
  'trades.acceptOffer': { doing: toOffer('ann', 'accept', { price: 1_000 }), second: ['OFFER_MOVED_ON'] },
  'trades.declineOffer': { doing: toOffer('ann', 'decline'), second: ['OFFER_MOVED_ON'] },
  'trades.counterOffer': { doing: toOffer('ann', 'counter', { counterPrice: 1_300 }), second: ['WAITING_FOR_BUYER'] },
  'trades.acceptCounter': { prepare: countered, doing: toOffer('buyer', 'accept-counter'), second: ['OFFER_MOVED_ON'] },
  'trades.declineCounter': { prepare: countered, doing: toOffer('buyer', 'decline-counter'), second: ['OFFER_MOVED_ON'] },
  'trades.buyerCounter': {
    prepare: countered,
    doing: toOffer('buyer', 'buyer-counter', { counterPrice: 1_100 }),
    second: ['WAITING_FOR_SELLER'],
  },
  'trades.cancelTrade': {
    doing: (w, { tradeId }) => ({ by: w.buyer, method: 'POST', path: `/trades/${tradeId}/cancel`, body: { reason: 'why not' } }),
    second: ['TRADE_MOVED_ON'],
  },
  'trades.uploadShippingLabel': { prepare: accepted, doing: upload, ownShipping: true },
  'trades.addTradeTracking': {
    prepare: accepted,
    doing: byAdmin('POST', 'tracking', { trackingNumber: '9400111899223197428490' }),
    second: ['TRADE_MOVED_ON'],
  },
  'trades.markTradeShipped': { prepare: labelled, doing: byAdmin('POST', 'shipped'), second: ['TRADE_MOVED_ON'], ownShipping: true },
  'trades.deleteTrade': { prepare: accepted, doing: byAdmin('DELETE', 'cancel'), second: ['TRADE_NOT_FOUND'] },
}

forEachDatabase('a marketplace request that arrives twice', (open) => {
  let w: World

  beforeAll(async () => {
    const t = await tradingShop(await testShop(await open(), OPENED))
    const [buyer, ann] = [await t.join('buyer', 5_000), await t.join('ann')]
    const made = async (more: object = {}): Promise<Made> => {
      const barcode = freshId()
      const itemId = await t.stock(ann, barcode, 3)
      await t.stock(ann, `code-${itemId}`, 3)
      const { tradeId, trade } = await t.ok(t.request(buyer, barcode, more))
      return { tradeId, offerId: trade.offers[0].offerId, itemId }
    }
    w = { ...t, buyer, ann, made }
  }, 60_000)

  const begin = async ({ prepare, ownShipping }: Door): Promise<Made> => {
    const made = await w.made(ownShipping ? { providesOwnShipping: true } : {})
    await prepare?.(w, made)
    return made
  }
  /** Summarises the rows that a request could change twice. */
  const state = async () => {
    const { rows } =
      await sql`select (select count(*) from trades) as trades, (select md5(string_agg(id || status || history::text, ',' order by id)) from offers) as offers,
      (select md5(string_agg(id || status || tracking_number, ',' order by id)) from trades) as statuses, (select count(*) from ledger_entries) as entries,
      (select count(*) from stock_movements) as movements, (select count(*) from auto_prices) as rules, (select count(*) from audit_entries) as audited`.execute(
        w.shop.platform.db,
      )
    return rows[0]
  }
  const doors = calls.filter(({ name, method }) => name.startsWith('trades.') && method !== 'GET').map(({ name }) => name)

  describe.each(doors)('%s', (name) => {
    const door = DOORS[name] as Door

    it('gets the same answer and changes nothing more, even if the server stopped before it stored the answer', async () => {
      const [made, key] = [await begin(door), freshId()]
      const first = await send(w, door.doing(w, made), key)
      expect(first, JSON.stringify(first.body)).toMatchObject({ status: 200 })
      const after = await state()
      for (const isLost of [false, true]) {
        if (isLost) await sql`update command_log set answer = null, request_hash = null where id = ${key}`.execute(w.shop.platform.db)
        const again = await send(w, door.doing(w, made), key)
        expect([again.status, again.body], isLost ? 'the answer was lost' : 'the answer was kept').toEqual([200, first.body])
        expect(await state()).toEqual(after)
      }
    })

    it('takes effect once when many copies arrive together under one key; without a key, further copies are refused or run again', async () => {
      const [keyed, key] = [await begin(door), freshId()]
      const same = await Promise.all(Array.from({ length: 4 }, () => send(w, door.doing(w, keyed), key)))
      expect(same.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([200, same[0]?.body]))

      const made = await begin(door)
      const clicks = await Promise.all(Array.from({ length: 4 }, () => send(w, door.doing(w, made))))
      const codes = clicks.map(({ status, body }) => (status === 200 ? 'done' : body.code)).sort()
      if (door.second) {
        expect(codes.filter((code) => code === 'done')).toHaveLength(1)
        expect([...new Set(codes)].sort()).toEqual([...door.second, 'done'].sort())
      } else expect(codes).toEqual(Array(4).fill('done'))
    })
  })

  it('gets the first answer even after its trade has changed', async () => {
    const [made, key] = [await w.made({ providesOwnShipping: true }), freshId()]
    await accepted(w, made)
    const first = await send(w, upload(w, made), key)
    await w.ok(w.ask('POST', `/trades/admin/${made.tradeId}/shipped`, w.admin))
    await sql`update command_log set answer = null, request_hash = null where id = ${key}`.execute(w.shop.platform.db)
    const again = await send(w, upload(w, made), key)
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect((await send(w, upload(w, made))).body.code).toBe('TRADE_MOVED_ON')
  })

  it('is refused when it asks for something else with the same id', async () => {
    const { itemId } = await w.made()
    const ask = (more: object) => w.request(w.buyer, `code-${itemId}`, { id: itemId, quantity: 2, ...more })
    const { tradeId } = await w.ok(ask({}))
    expect((await w.ok(ask({ itemName: 'another name is no other request' }))).tradeId).toBe(tradeId)
    const others = [
      { quantity: 1 },
      { pricePerItem: 999 },
      { providesOwnShipping: true },
      { shippingAddress: { ...ADDRESS, street: '2 Lane' } },
    ]
    for (const other of others) expect((await ask(other)).body.code, JSON.stringify(other)).toBe('TRADE_EXISTS')
    // another person's request with that id is another request
    await w.stock(w.buyer, `own-${itemId}`, 1)
    await w.ok(w.ask('PUT', `/sales/balance/${w.ann.uid}`, w.admin, { balance: 50, reason: 'for the test' }))
    expect((await w.ok(w.request(w.ann, `own-${itemId}`, { id: itemId }))).tradeId).not.toBe(tradeId)
  })

  it('keeps books and stock in balance', async () => {
    expect([await checkBooks(w.shop.platform.db), await checkStock(w.shop.platform.db)]).toEqual([[], []])
  })
})
