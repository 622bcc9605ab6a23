import { editSettings } from '@shop/shared/settings/commands.ts'
import { MAX_TRADES_A_DAY } from '@shop/shared/trades/rules/limits.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { OPENED, testShop } from '../app/testing/shop.ts'
import { ADDRESS, type Person, type TradingShop, tradingShop } from '../app/testing/trades.ts'
import { checkStock } from '../inventory/examine-stock.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'
import { tidyTrades } from './expire-trades.ts'

const HOUR_MS = 3_600_000

forEachDatabase('trades by their rules', (open) => {
  let t: TradingShop
  let buyer: Person
  let ann: Person
  let bob: Person
  let barcode: string
  let count = 0
  let nowMs = Date.now()

  beforeAll(async () => {
    t = await tradingShop(await testShop(await open({ nowMs: () => nowMs }), OPENED))
    buyer = await t.join('buyer', 10_000)
    ann = await t.join('ann')
    bob = await t.join('bob')
  }, 60_000)
  beforeEach(() => {
    barcode = `code-${count++}`
  })

  const offerOf = async (who: Person) => (await t.received(who)).find((offer: { itemBarcode: string }) => offer.itemBarcode === barcode)
  const tradeOf = async (id: string) => (await t.sent(buyer)).find(({ tradeId }: { tradeId: string }) => tradeId === id)
  const news = async () => {
    const { rows } = await sql<{ payload: { news: { topic: string; reader: string; lines: string[] }[] } }>`select payload from jobs
      where kind = 'notifications.tell' order by created_at, id`.execute(t.shop.platform.db)
    await sql`delete from jobs where kind = 'notifications.tell'`.execute(t.shop.platform.db)
    return rows.flatMap(({ payload }) => payload.news.map(({ topic, reader, lines }) => [topic, reader, lines[0]]))
  }

  it('are negotiated in turns, with a history, and hold the amount that the buyer named', async () => {
    await t.stock(ann, barcode, 2)
    await news()
    const before = await t.balance(buyer)
    const { tradeId } = await t.ok(t.request(buyer, barcode, { quantity: 2 }))
    const { offerId } = await offerOf(ann)
    const act = async (who: Person, name: string, body?: object) => (await t.answer(who, offerId, name, body)).body.message
    expect(await act(ann, 'counter', { counterPrice: 0 })).toBe('Invalid counter price')
    expect(await act(buyer, 'accept-counter')).toBe('Waiting for seller response...')
    expect(await act(ann, 'counter', { counterPrice: 1_500 })).toBe('Counter offer sent!')
    expect(await act(ann, 'accept')).toBe('Waiting for buyer response...')
    const countered = { status: 'countered', pricePerItem: 1_000, counterPrice: 1_500, lastCounteredBy: 'seller' }
    expect([await offerOf(ann), (await tradeOf(tradeId)).offers[0]]).toMatchObject([countered, countered])
    const pending = async (who: Person) => (await t.ok(t.ask('GET', '/trades/offers/pending-count', who))).count
    expect([await pending(buyer), await pending(ann)]).toEqual([1, 0])
    expect(await t.balance(buyer)).toBe(before - 24)
    expect(await act(buyer, 'buyer-counter', { counterPrice: -1 })).toBe('Counter price must be greater than 0')
    expect(await act(buyer, 'buyer-counter', { counterPrice: 1_200 })).toBe('Counter offer sent!')
    const back = { status: 'countered', pricePerItem: 1_200, counterPrice: 1_200, lastCounteredBy: 'buyer' }
    expect([await offerOf(ann), (await tradeOf(tradeId)).offers[0]]).toMatchObject([back, back])
    expect([await pending(buyer), await pending(ann)]).toEqual([0, 1])
    expect(await t.balance(buyer)).toBe(before - 28)
    expect(await act(ann, 'accept', { price: 1_000 })).toContain('moved on')
    expect(await act(ann, 'accept', { price: 1_200 })).toBe('Offer accepted successfully!')
    expect(
      (await offerOf(ann)).history.map(({ by, act: name, price }: { by: string; act: string; price: number }) => [by, name, price]),
    ).toEqual([
      ['buyer', 'offer', 1_000],
      ['seller', 'counter', 1_500],
      ['buyer', 'counter', 1_200],
      ['seller', 'accept', 1_200],
    ])
    expect(await tradeOf(tradeId)).toMatchObject({
      status: 'awaiting_shipping',
      pricePerItem: 1_200,
      itemCost: 2_400,
      commission: 240,
      totalCost: 2_800,
    })
    expect(await news()).toEqual([
      ['offerReceived', `user:${ann.uid}`, `2 × Lamp ${barcode} at $10.00 each`],
      ['offerCountered', `user:${buyer.uid}`, `2 × Lamp ${barcode} at $15.00 each`],
      ['offerCountered', `user:${ann.uid}`, `2 × Lamp ${barcode} at $12.00 each`],
      ['offerAccepted', `user:${buyer.uid}`, `2 × Lamp ${barcode} at $12.00 each`],
      ['orderToShip', 'admins', `2 × Lamp ${barcode}`],
    ])
  })

  it('are answered with a message for each move, and an empty body may be left out', async () => {
    await t.stock(ann, barcode, 5)
    const asked = async () => (await t.ok(t.request(buyer, barcode))).trade.offers[0].offerId as string
    const say = async (who: Person, offerId: string, act: string, body?: object) => (await t.ok(t.answer(who, offerId, act, body))).message
    for (const body of [undefined, {}]) {
      const accepted = await asked()
      expect(await say(ann, accepted, 'counter', { counterPrice: 1_100 })).toBe('Counter offer sent!')
      expect(await say(buyer, accepted, 'accept-counter', body)).toBe('Counter offer accepted!')
      const declined = await asked()
      await say(ann, declined, 'counter', { counterPrice: 1_100 })
      expect(await say(buyer, declined, 'decline-counter', body)).toBe('Counter offer declined')
      expect(await say(ann, await asked(), 'decline', body)).toBe('Offer declined')
      expect(await say(ann, await asked(), 'accept', body)).toBe('Offer accepted successfully!')
      const { tradeId } = await t.ok(t.request(buyer, barcode))
      expect((await t.ok(t.ask('POST', `/trades/${tradeId}/cancel`, buyer, body))).message).toBe('Trade cancelled successfully')
    }
  })

  it('keep the terms of their request even after the settings of the commission change', async () => {
    const { uid } = await t.ok(t.ask('GET', '/auth/me', t.admin))
    const set = (changes: object) => t.shop.platform.runCommand({ uid, role: 'admin', wasAdmin: false }, editSettings, { changes })
    await t.stock(ann, barcode, 9)
    const [buyers, anns] = [await t.balance(buyer), await t.balance(ann)]
    await set({ commissionPaidBy: 'buyer', commissionBps: 2_000, tradeShippingCents: 700 })
    const { tradeId, trade } = await t.ok(t.request(buyer, barcode, { quantity: 3 }))
    expect(trade).toMatchObject({ commissionPaidBy: 'buyer', itemCost: 3_000, commission: 600, shippingCost: 700, totalCost: 4_300 })
    await set({ commissionPaidBy: 'seller', commissionBps: 1_000, tradeShippingCents: 400 })
    expect(await offerOf(ann)).toMatchObject({ commission: 600, sellerPayout: 3_000 })
    await t.ok(t.answer(ann, (await offerOf(ann)).offerId, 'accept'))
    await t.ok(t.ask('POST', `/trades/admin/${tradeId}/tracking`, t.admin, { trackingNumber: '9400111899223197428490' }))
    expect(await tradeOf(tradeId)).toMatchObject({ status: 'fulfilled', commission: 600, totalCost: 4_300 })
    expect([await t.balance(buyer), await t.balance(ann)]).toEqual([buyers - 43, anns + 30])

    const next = await t.ok(t.request(buyer, barcode, { quantity: 3 }))
    expect(next.trade).toMatchObject({ commissionPaidBy: 'seller', commission: 300, shippingCost: 400, totalCost: 3_400 })
    const own = await t.ok(t.request(buyer, barcode, { quantity: 1, providesOwnShipping: true }))
    expect(own.trade).toMatchObject({ shippingCost: 0, totalCost: 1_000 })
    for (const open of [next, own]) await t.ok(t.ask('POST', `/trades/${open.tradeId}/cancel`, buyer))
  })

  it('say what is wrong with a request', async () => {
    const item = await t.stock(ann, barcode, 2)
    const said = async (more: object) => (await t.request(buyer, barcode, more)).body
    expect((await said({ pricePerItem: 0 })).fields).toEqual({ pricePerItem: 'Price per item must be greater than 0' })
    expect((await said({ quantity: 0 })).fields).toEqual({ quantity: 'Quantity must be between 1 and 2' })
    expect(await said({ quantity: 3 })).toMatchObject({ code: 'QUANTITY_NOT_AVAILABLE', message: 'Quantity must be between 1 and 2' })
    expect((await said({ shippingAddress: null })).message).toBe('Please add a shipping address in your profile before requesting a trade')
    expect((await said({ shippingAddress: { ...ADDRESS, street: '' } })).message).toBe('All address fields are required')
    expect((await said({ itemBarcode: 'nobody has it' })).code).toBe('NOT_ON_MARKETPLACE')
    expect((await t.request(ann, barcode)).body.code).toBe('NOT_ON_MARKETPLACE')
    expect((await said({ pricePerItem: 2_000_000 })).code).toBe('BALANCE_MISSING')
    expect((await said({ pricePerItem: 9_000_000_000 })).code).toBe('INVALID')
    const { tradeId } = await said({})
    const offer = await offerOf(ann)
    expect((await t.answer(bob, offer.offerId, 'accept')).status).toBe(403)
    expect((await t.answer(buyer, offer.offerId, 'accept')).status).toBe(403)
    expect((await t.ask('POST', `/trades/${tradeId}/cancel`, ann, {})).status).toBe(403)
    await t.ok(t.ask('PUT', `/inventory/consignor/${ann.uid}/${item}`, t.admin, { quantity: 0 }))
    expect((await t.answer(ann, offer.offerId, 'accept')).body.code).toBe('OUT_OF_STOCK')
    expect((await t.ok(t.ask('POST', `/trades/${tradeId}/cancel`, buyer, { reason: 'why not' }))).message).toBe(
      'Trade cancelled successfully',
    )
    const { rows } = await sql`select status, cancel_reason as reason from trades where id = ${tradeId}`.execute(t.shop.platform.db)
    expect(rows).toEqual([{ status: 'cancelled', reason: 'why not' }])
  })

  it('shrink to the accepted part when time runs out, or expire if nothing was accepted; people are reminded before', async () => {
    await t.stock(ann, barcode, 1)
    await t.stock(bob, barcode, 4)
    const before = await t.balance(buyer)
    const { tradeId } = await t.ok(t.request(buyer, barcode, { quantity: 5 }))
    await t.ok(t.answer(ann, (await offerOf(ann)).offerId, 'accept'))
    expect(await tradeOf(tradeId)).toMatchObject({ status: 'partial', acceptedQuantity: 1, totalCost: 5_400 })
    expect((await t.ask('POST', `/trades/${tradeId}/cancel`, buyer, {})).body.code).toBe('TRADE_MOVED_ON')
    const other = (await t.ok(t.request(buyer, barcode, { quantity: 1 }))).tradeId
    await news()
    nowMs += 61 * HOUR_MS
    for (let twice = 0; twice < 2; twice++) await tidyTrades(t.shop.platform)
    expect((await news()).map(([topic, reader]) => [topic, reader])).toEqual([
      ['offerEndsSoon', `user:${bob.uid}`],
      ['offerEndsSoon', `user:${bob.uid}`],
    ])
    nowMs += 11 * HOUR_MS
    expect((await t.answer(bob, (await offerOf(bob)).offerId, 'accept')).body.code).toBe('OFFER_EXPIRED')
    await Promise.all([tidyTrades(t.shop.platform), tidyTrades(t.shop.platform)])
    expect(await tradeOf(tradeId)).toMatchObject({ status: 'awaiting_shipping', quantity: 1, requestedQuantity: 5, totalCost: 1_400 })
    expect(await tradeOf(other)).toMatchObject({ status: 'expired' })
    expect(await t.balance(buyer)).toBe(before - 14)
  })

  it('end on time even when another trade fails to end', async () => {
    await t.stock(ann, barcode, 2)
    const asked = async () => (await t.ok(t.request(buyer, barcode))).tradeId as string
    const [broken, sound] = [await asked(), await asked()]
    const setHistory = (history: string) =>
      sql`update offers set history = ${history}::jsonb where trade_id = ${broken}`.execute(t.shop.platform.db)
    await setHistory('null')
    nowMs += 73 * HOUR_MS
    await expect(tidyTrades(t.shop.platform)).rejects.toThrow(TypeError)
    expect((await tradeOf(sound)).status).toBe('expired')
    await setHistory('[]')
    await tidyTrades(t.shop.platform)
    expect((await tradeOf(broken)).status).toBe('expired')
  })

  it('are answered immediately by a seller’s price rule, and so are counters', async () => {
    const item = await t.stock(ann, barcode, 5)
    const rule = (by: Person, body: object) => t.ask('PUT', `/marketplace/auto-prices/${item}`, by, body)
    expect((await rule(bob, { acceptAt: 1 })).status).toBe(403)
    expect((await rule(ann, { acceptAt: 500, declineBelow: 900 })).body.fields.declineBelow).toContain('must not be higher')
    await t.ok(rule(ann, { acceptAt: 1_000, declineBelow: 500 }))
    expect((await t.ok(t.request(buyer, barcode, { pricePerItem: 499 }))).trade.status).toBe('declined')
    expect((await t.ok(t.request(buyer, barcode, { pricePerItem: 1_000 }))).trade.status).toBe('awaiting_shipping')
    const { tradeId } = await t.ok(t.request(buyer, barcode, { pricePerItem: 700 }))
    const [offer] = (await t.received(ann)).filter((one: { tradeId: string }) => one.tradeId === tradeId)
    await t.ok(t.answer(ann, offer.offerId, 'counter', { counterPrice: 1_200 }))
    expect(await t.ok(t.answer(buyer, offer.offerId, 'buyer-counter', { counterPrice: 1_100 }))).toMatchObject({ offerStatus: 'accepted' })
    expect(await t.quantityOf(item)).toBe(3)
    await t.ok(rule(ann, {}))
    expect((await t.ok(t.request(buyer, barcode, { pricePerItem: 1_000 }))).trade.status).toBe('pending')
  })

  it('end when the buyer’s account is closed, and lose the offer of a seller whose account is closed', async () => {
    const carl = await t.join(`carl-${count}`, 100)
    await t.stock(carl, barcode, 1)
    await t.stock(ann, barcode, 1)
    const mine = (await t.ok(t.request(buyer, barcode, { quantity: 2 }))).tradeId
    const other = `${barcode}-b`
    await t.stock(ann, other, 1)
    await t.ok(t.request(carl, other))
    await t.ok(t.ask('DELETE', `/auth/users/${carl.uid}`, t.admin))
    await tidyTrades(t.shop.platform)
    const statuses = (await tradeOf(mine)).offers.map(({ status }: { status: string }) => status).sort()
    expect(statuses).toEqual(['declined', 'pending'])
    const { rows } = await sql<{
      status: string
      held: number
    }>`select status, held_cents as held from trades where buyer_uid = ${carl.uid}`.execute(t.shop.platform.db)
    expect(rows).toEqual([{ status: 'cancelled', held: 0 }])
    const listed = await t.ok(t.ask('GET', `/marketplace/items?search=${barcode}`, buyer))
    expect(listed.items.find(({ barcode1 }: { barcode1: string }) => barcode1 === barcode)).toMatchObject({
      totalQuantity: 1,
      consignorCount: 1,
    })
  })

  it('are neither requested nor paid after a restore until an admin confirms it', async () => {
    await t.stock(ann, barcode, 5)
    const { tradeId } = await t.ok(t.request(buyer, barcode))
    const { offerId } = await offerOf(ann)
    await sql`update cluster set restore_detected_at_ms = 1, restore_confirmed_at_ms = null`.execute(t.shop.platform.db)
    expect((await t.request(buyer, barcode)).body.code).toBe('PAYOUTS_CLOSED')
    await t.ok(t.answer(ann, offerId, 'accept'))
    const track = () => t.ask('POST', `/trades/admin/${tradeId}/tracking`, t.admin, { trackingNumber: '94001' })
    expect((await track()).body.code).toBe('PAYOUTS_CLOSED')
    await t.ok(t.ask('POST', '/admin/restore/confirm', t.admin))
    expect((await track()).status).toBe(200)
    expect((await track()).body.code).toBe('TRADE_MOVED_ON')
  })

  it('have a maximum for each buyer and day, whatever becomes of them', async () => {
    const eager = await t.join('eager', 10_000)
    await t.stock(ann, barcode, 1_000)
    const request = () => t.request(eager, barcode, { pricePerItem: 1 })
    const { tradeId } = await t.ok(request())
    await t.ok(t.ask('POST', `/trades/${tradeId}/cancel`, eager, {}))
    await sql`insert into trades select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
      from trades t, generate_series(2, ${MAX_TRADES_A_DAY - 2}::int) where id = ${tradeId}`.execute(t.shop.platform.db)
    // four requests for the last two places are sent at the same moment
    const last = await Promise.all([request(), request(), request(), request()])
    expect(last.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    const before = await t.balance(eager)
    expect(await request()).toMatchObject({
      status: 409,
      body: {
        code: 'TOO_MANY_TRADES_TODAY',
        message: 'You have asked for very many trades within a day. Please try again tomorrow.',
      },
    })
    expect(await t.balance(eager)).toBe(before)
    nowMs += 24 * HOUR_MS
    await t.ok(request())
  })

  it('answer 404 for a trade or offer that does not exist', async () => {
    for (const act of ['accept', 'decline', 'accept-counter', 'decline-counter'])
      expect((await t.answer(ann, freshId(), act)).body.code).toBe('OFFER_NOT_FOUND')
    expect((await t.ask('GET', `/trades/${freshId()}/shipping`, ann)).body.code).toBe('TRADE_NOT_FOUND')
  })

  it('keep books and stock in balance', async () => {
    expect([await checkBooks(t.shop.platform.db), await checkStock(t.shop.platform.db)]).toEqual([[], []])
  })
})
