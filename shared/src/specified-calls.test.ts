import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { calls } from './calls.ts'

const ITEM = 'id itemName listingTitle barcode1 barcode2 location quantity link imageUrl source consignorID consignorDisplayName'
const NEW_ITEM = 'itemName listingTitle barcode1 barcode2 location quantity link imageUrl'
const SALE = 'saleID itemName imageUrl soldQuantity salePrice shippingCost payoutAmount dateSold timestamp'
const PAYOUT = 'id amount method paid date timestamp'
const SHIPMENT = 'id carrier trackingNumber delivered processed timestamp username status shippedDate'
const ADDRESS = 'name street city state zip country isDefault'
const PROFILE =
  'uid email displayName username role photoURL balance whopBypass discord discordNotificationsEnabled registeredDomain migratedFrom'
const TRADE =
  'tradeId itemName itemBarcode quantity pricePerItem totalCost status providesOwnShipping shippingAddress itemLink imageUrl offers'
const OFFER = 'offerId quantity quantityOffered pricePerItem counterPrice status lastCounteredBy itemName imageUrl'
const ORDER =
  'tradeId itemName imageUrl totalQuantity buyerUsername buyerEmail shippingAddress sellers totalItemCost totalCommission totalCost providesOwnShipping status trackingNumber carrier'

/** The interface that other clients rely on. Each line has method and path, fields of the query or body, and fields of the answer; `list: fields` is
 *  a list of objects with these fields. The interface is written down a second time, so that a renamed field or a missing call fails here. Extra
 *  fields are allowed. */
const SPECIFIED = `
GET /inventory/search | consignor filter searchTerm limit page | items: ${ITEM}; hasMore
POST /inventory/master | ${NEW_ITEM} |
PUT /inventory/master/{id} | ${NEW_ITEM} |
DELETE /inventory/master/{id} | |
POST /inventory/consignor | consignorID ${NEW_ITEM} |
PUT /inventory/consignor/{consignorId}/{itemId} | ${NEW_ITEM} |
DELETE /inventory/consignor/{consignorId}/{itemId} | |
POST /inventory/allocate | masterItemID consignorID quantity location |
POST /inventory/copy-to-consignor | sourceConsignorID sourceItemUID targetConsignorID quantity location |
POST /inventory/consignor/mass-input | consignorID itemName location barcodes | message
POST /inventory/master/sale | masterItemID quantitySold |
POST /sales/record | consignorID itemUID salePrice shippingCost quantitySold consignorPercentage |
POST /sales/custom | consignorID itemName amount |
GET /sales/balance/{id} | | balance
PUT /sales/balance/{id} | balance |
GET /sales/history/{id} | | sales: ${SALE}
GET /sales/total-payouts/{id} | | totalPayouts
GET /sales/payouts/{id} | | payouts: ${PAYOUT}
GET /sales/shipments/{id} | | shipments: ${SHIPMENT}
PUT /sales/{id} | itemName soldQuantity salePrice shippingCost payoutAmount |
GET /sales/recent-with-images | limit | sales: itemName imageUrl salePrice
GET /auth/me | | ${PROFILE}; addresses: id ${ADDRESS}
PUT /auth/me | discord discordNotificationsEnabled |
GET /auth/users/{id} | | ${PROFILE}
POST /auth/users | uid email displayName role |
PUT /auth/users/{uid} | displayName whopBypass |
DELETE /auth/users/{uid} | |
POST /auth/users/{uid}/migrate | | message
POST /auth/users/{uid}/migrate-domain | targetDomain | message
POST /auth/migrate-all | | totalUsers migrated skipped failed; details: status email uid error reason
GET /auth/all-users | | users: ${PROFILE}
GET /auth/search | q | users: uid email username displayName
POST /auth/set-username | username |
GET /auth/check-username | username | available
POST /auth/upload-profile-image | profileImage | imageUrl
POST /auth/addresses | ${ADDRESS} |
PUT /auth/addresses/{id} | ${ADDRESS} |
DELETE /auth/addresses/{id} | |
GET /auth/discord/state | | state
GET /auth/discord/client-id | |
GET /auth/discord/callback | |
POST /auth/discord/test-notifications | | success results
POST /payouts/{userId}/request | amount method paymentUsername |
GET /payouts/{userId}/payment-info | | cashtag venmoUsername
GET /payouts/pending | | payouts: id consignorID displayName amount method date cashAppLink venmoUsername
PATCH /payouts/{userId}/{id}/paid | |
DELETE /payouts/{userId}/{id} | |
POST /shipments/{userId} | carrier trackingNumber |
GET /shipments/{userId} | | shipments: ${SHIPMENT}
PATCH /shipments/{userId}/{id} | carrier trackingNumber |
DELETE /shipments/{userId}/{id} | |
GET /shipments/admin/all | | shipments: ${SHIPMENT}
PATCH /shipments/admin/{id}/status | delivered processed |
DELETE /shipments/admin/{id} | |
POST /analytics/track | sessionId path |
GET /analytics/stats | | activeNow todayVisitors todayViews totalVisitors totalViews
GET /marketplace/items | | items: itemName asin imageUrl link totalQuantity consignorCount barcode1
POST /trades/request | itemName itemBarcode quantity pricePerItem shippingAddress providesOwnShipping itemLink imageUrl | tradeId
GET /trades/my-trades | | trades: ${TRADE}
GET /trades/offers/my-offers | | sent: ${TRADE}; received: ${OFFER}
GET /trades/offers/completed | | offers: ${OFFER}
GET /trades/offers/pending-count | | count
POST /trades/offers/{id}/accept | |
POST /trades/offers/{id}/decline | |
POST /trades/offers/{id}/counter | counterPrice |
POST /trades/offers/{id}/accept-counter | |
POST /trades/offers/{id}/decline-counter | |
POST /trades/offers/{id}/buyer-counter | counterPrice |
GET /trades/{id}/shipping | | trackingNumber carrier shippingAddress
POST /trades/{id}/shipping-label | trackingNumber carrier labelFile |
POST /trades/{id}/cancel | reason |
GET /trades/admin/fulfillment-orders | | orders: ${ORDER}
POST /trades/admin/{id}/tracking | trackingNumber carrier |
DELETE /trades/admin/{id}/cancel | |
GET /admin/items-missing-images | | items: itemName link consignorUID itemUID; debug
POST /admin/update-item-image | consignorUID itemUID imageUrl |
GET /admin/users | | success; users: ${PROFILE}
POST /admin/send-email | email subject htmlContent | success
`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim()) as [string, string, string])

type Node = { properties?: Record<string, Node>; items?: Node }
const names = (text: string) => text.split(/\s+/).filter((name) => name !== '')
const nodeOf = (schema: z.ZodMiniType | undefined, io: 'input' | 'output'): Node => (schema ? (z.toJSONSchema(schema, { io }) as Node) : {})
const lacks = (node: Node | undefined, wanted: string) => names(wanted).filter((name) => !Object.hasOwn(node?.properties ?? {}, name))
const routeOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`

it('every call that other clients rely on exists, with each field of its input and output', () => {
  const byRoute = new Map(calls.map((call) => [routeOf(call.method, call.path), call]))
  const missing = SPECIFIED.flatMap(([route, input, output]) => {
    const [method = '', path = ''] = route.split(' ')
    const call = byRoute.get(routeOf(method, path))
    if (!call) return [route]
    const answer = nodeOf(call.output, 'output')
    return [
      ...lacks(nodeOf(call.query ?? call.body, 'input'), input),
      ...output.split(';').flatMap((part) => {
        const [, list, fields] = /^\s*(\w+):(.*)$/.exec(part) ?? []
        return list && fields ? [...lacks(answer, list), ...lacks(answer.properties?.[list]?.items, fields)] : lacks(answer, part)
      }),
    ].map((field) => `${route}: ${field}`)
  })
  expect(missing).toEqual([])
  expect(SPECIFIED).toHaveLength(78)
})

it('a call without required input accepts a request without a body', () => {
  const noBody = SPECIFIED.filter(([route, input]) => !route.startsWith('GET') && input === '').map(([route]) => route)
  const demanding = calls.filter(
    ({ method, path, body }) =>
      noBody.some((route) => routeOf(method, path) === routeOf(...(route.split(' ') as [string, string]))) &&
      body?.safeParse({}).success === false,
  )
  expect(demanding.map(({ name }) => name)).toEqual([])
})
