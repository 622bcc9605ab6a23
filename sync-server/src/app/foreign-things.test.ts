import { calls } from '@shop/shared/calls.ts'
import type { AnyCall } from '@shop/shared/kernel/define-call.ts'
import { beforeAll, expect, it } from 'vitest'
import { now } from '../platform/database/expressions.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { OPENED, type RequestOptions, testShop } from './testing/shop.ts'
import { ADDRESS, type Person, tradingShop } from './testing/trades.ts'

// The part of the access matrix for paths that name a thing instead of its owner: a passkey, an address, a session, a shipment, a postal label, an
// item, an offer or a trade.

type Thing = 'passkey' | 'address' | 'session' | 'shipment' | 'postalLabel' | 'item' | 'offer' | 'trade'
/** The owner of the thing that a call names, a valid body, and the status for a stranger. The status is 404 if the call looks only among the
 *  stranger's own things. */
type Line = { readonly of: 'seller' | 'buyer'; readonly thing: Thing; readonly body?: object; readonly status: 403 | 404 }

const LABEL = { trackingNumber: '9400111899223197428490', carrier: 'USPS' }

/** The lines, one for every call of users whose path names a thing. */
const LINES: Readonly<Record<string, Line>> = {
  'accounts.revokeSession': { of: 'buyer', thing: 'session', status: 403 },
  'accounts.editPasskey': { of: 'buyer', thing: 'passkey', body: { name: 'Phone' }, status: 404 },
  'accounts.removePasskey': { of: 'buyer', thing: 'passkey', status: 404 },
  'accounts.changeAddress': { of: 'buyer', thing: 'address', body: ADDRESS, status: 403 },
  'accounts.deleteAddress': { of: 'buyer', thing: 'address', status: 403 },
  'shipments.changeShipment': {
    of: 'buyer',
    thing: 'shipment',
    body: { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
    status: 404,
  },
  'shipments.deleteShipment': { of: 'buyer', thing: 'shipment', status: 404 },
  'shipments.downloadLabel': { of: 'buyer', thing: 'postalLabel', status: 403 },
  'trades.changeAutoPrice': { of: 'seller', thing: 'item', body: { acceptAt: 100, declineBelow: null }, status: 403 },
  'trades.acceptOffer': { of: 'seller', thing: 'offer', body: { price: 1_000 }, status: 403 },
  'trades.declineOffer': { of: 'seller', thing: 'offer', status: 403 },
  'trades.counterOffer': { of: 'seller', thing: 'offer', body: { counterPrice: 1_500 }, status: 403 },
  'trades.acceptCounter': { of: 'buyer', thing: 'offer', body: { price: 1_000 }, status: 403 },
  'trades.declineCounter': { of: 'buyer', thing: 'offer', status: 403 },
  'trades.buyerCounter': { of: 'buyer', thing: 'offer', body: { counterPrice: 900 }, status: 403 },
  'trades.cancelTrade': { of: 'buyer', thing: 'trade', body: { reason: 'none' }, status: 403 },
  'trades.getTradeShipping': { of: 'buyer', thing: 'trade', status: 403 },
  'trades.uploadShippingLabel': { of: 'buyer', thing: 'trade', status: 403 },
  'trades.downloadShippingLabel': { of: 'buyer', thing: 'trade', status: 403 },
}

const ownerOf = ({ access }: AnyCall) => (typeof access === 'object' ? access.ownerParam : undefined)
const paramsOf = ({ path }: AnyCall) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
/** The calls of users whose path names a thing, that is, something besides an owner and a provider. */
const named = calls.filter(
  (call) =>
    (call.access === 'user' || ownerOf(call) !== undefined) && paramsOf(call).some((name) => name !== ownerOf(call) && name !== 'provider'),
)

async function labelRequest(): Promise<RequestOptions> {
  const data = new FormData()
  for (const [name, value] of Object.entries(LABEL)) data.append(name, value)
  data.append('labelFile', new File(['%PDF-1.4\n%%EOF\n'], 'label.pdf', { type: 'application/pdf' }))
  const body = new Response(data)
  return { raw: new Uint8Array(await body.arrayBuffer()), headers: { 'content-type': body.headers.get('content-type') ?? '' } }
}

it('every call whose path names a thing has a line, and every line has a call', () => {
  expect(named.map(({ name }) => name).sort()).toEqual(Object.keys(LINES).sort())
})

forEachDatabase('somebody else’s things', (open) => {
  let t: Awaited<ReturnType<typeof tradingShop>>
  const people = {} as Record<'seller' | 'buyer' | 'stranger', Person>
  const ids = {} as Record<Thing, string>

  beforeAll(async () => {
    t = await tradingShop(await testShop(await open(), OPENED))
    people.seller = await t.join('seller')
    people.buyer = await t.join('buyer', 100)
    people.stranger = await t.join('stranger', 100)
    const { buyer, seller } = people
    ids.item = await t.stock(seller, 'FOREIGN-1', 5)
    const asked = await t.ok(t.request(buyer, 'FOREIGN-1', { providesOwnShipping: true }))
    ids.trade = asked.tradeId
    ids.offer = asked.trade.offers[0].offerId
    ids.address = (await t.ok(t.ask('POST', '/auth/addresses', buyer, ADDRESS))).address.id
    ids.shipment = (await t.ok(t.ask('POST', `/shipments/${buyer.uid}`, buyer, LABEL))).shipment.id
    await t.ok(t.shop.ask('POST', '/postal-labels', undefined, { ...t.admin, ...(await labelRequest()) }))
    ids.postalLabel = (await t.ok(t.ask('POST', '/postal-labels/take', buyer, {}))).labelId
    ids.passkey = 'passkey-of-the-buyer'
    const passkey = { id: ids.passkey, uid: buyer.uid, host: 'localhost', credential_id: 'c', public_key: 'k', counter: 0 }
    await t.shop.platform.db
      .insertInto('passkeys')
      .values({ ...passkey, transports: '[]', name: 'Phone' })
      .execute()
    // the owner's session counts as proved by the second factor
    await t.shop.platform.db.updateTable('identity_sessions').set({ second_at: now() }).where('userId', '=', buyer.uid).execute()
    ids.session = (await t.ok(t.ask('GET', '/identity/sessions', buyer))).sessions[0].id
  })

  const ask = async (call: AnyCall, line: Line, by: Person) => {
    // a path with an owner names the asker, so only the thing belongs to somebody else
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => (name === ownerOf(call) ? by.uid : ids[line.thing]))
    const request = call.name === 'trades.uploadShippingLabel' ? await labelRequest() : {}
    return (await t.shop.ask(call.method, path, line.body, { token: by.token, ...request })).status
  }
  const everything = async () =>
    Promise.all(
      [
        '/auth/me',
        '/identity/sessions',
        '/identity/second-factor',
        '/trades/my-trades',
        '/trades/offers/my-offers',
        `/shipments/${people.buyer.uid}`,
      ].map(async (path) => JSON.stringify((await t.ask('GET', path, people.buyer)).body)),
    )

  for (const call of named)
    it(`cannot be reached by ${call.method} ${call.path}`, async () => {
      const line = LINES[call.name] as Line
      const before = await everything()
      expect(await ask(call, line, people.stranger)).toBe(line.status)
      expect(await everything()).toEqual(before)
    })

  it('can be reached by their owners through the same calls', async () => {
    // calls that remove a thing or end the session come last
    const last = [
      'accounts.removePasskey',
      'accounts.deleteAddress',
      'shipments.deleteShipment',
      'trades.cancelTrade',
      'accounts.revokeSession',
    ]
    const inOrder = [...named].sort((a, b) => last.indexOf(a.name) - last.indexOf(b.name))
    for (const call of inOrder) {
      const line = LINES[call.name] as Line
      const status = await ask(call, line, people[line.of])
      expect({ call: call.name, isFound: status !== 403 && status !== 404 && status < 500 }).toEqual({ call: call.name, isFound: true })
    }
  })
})
