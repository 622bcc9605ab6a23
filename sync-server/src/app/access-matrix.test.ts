import { calls } from '@shop/shared/calls.ts'
import type { AnyCall } from '@shop/shared/kernel/define-call.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { MembershipServer } from '../brands/testing/membership-server.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { implementations } from './routes.ts'
import { signUpProved } from './testing/proved.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'

/** Callers of the matrix. If a path names an owner, callers without an account, `other` and `admin` ask for the data of `user`, and all others for
 *  their own. The file foreign-things.test.ts tests paths that name a thing. */
const CALLERS = [
  'no token',
  'bad token',
  'expired token',
  'closed account',
  'deleted user',
  'user',
  'other',
  'admin',
  'member on the paid variant',
  'paid variant without membership',
  'wrong domain',
] as const
type Caller = (typeof CALLERS)[number]
type Row = Readonly<Record<Caller, 'in' | 401 | 403>>

const every = (answer: 'in' | 401 | 403) => Object.fromEntries(CALLERS.map((caller) => [caller, answer])) as Row
const NOBODY = { 'no token': 401, 'bad token': 401, 'expired token': 401, 'closed account': 401, 'deleted user': 401 } as const
const OUTSIDERS = { 'paid variant without membership': 403, 'wrong domain': 403 } as const

const PUBLIC: Row = every('in')
const USERS: Row = { ...PUBLIC, ...NOBODY, ...OUTSIDERS }
const OWNER: Row = { ...USERS, other: 403 }
const ADMINS: Row = { ...every(403), ...NOBODY, admin: 'in' }
/** The search admits consignors only for their own items, which the bare request of this matrix does not ask for. */
const OWN_SEARCH: Row = ADMINS
/** Access to calls that users may still make when a variant refuses them, such as signing out. */
const LEAVING: Row = { ...PUBLIC, ...NOBODY }
/** Access to the check of a membership, which users without a membership may repeat. */
const ASKING: Row = { ...LEAVING, 'wrong domain': 403 }
/** Access for programs on the server's machine that use the machine's name. All requests of this matrix do so, except those to the variant's host. */
const THIS_MACHINE: Row = { ...PUBLIC, 'paid variant without membership': 403, 'member on the paid variant': 403 }
/** Access to a person's own data, which people may still export and erase when a variant refuses them. */
const OWN_DATA: Row = { ...LEAVING, other: 403 }
/** Access for callers that hold the signing secret, which no caller of this matrix has. */
const SIGNED: Row = every(403)

/** Expected access of every call. It repeats the declarations on purpose, so that a call that is declared too open fails here. A call without a line
 *  fails as well. */
const EXPECTED: Readonly<Record<string, Row>> = {
  'accounts.getSetUp': PUBLIC,
  'accounts.setUp': PUBLIC,
  'accounts.signUp': PUBLIC,
  'accounts.signIn': PUBLIC,
  'accounts.signOut': LEAVING,
  'accounts.requestPasswordReset': PUBLIC,
  'accounts.checkPasswordReset': PUBLIC,
  'accounts.checkInvitation': PUBLIC,
  'accounts.resetPassword': PUBLIC,
  'accounts.changePassword': USERS,
  'accounts.setBackupPassword': USERS,
  'accounts.getProofWays': LEAVING,
  'accounts.proveIdentity': LEAVING,
  'accounts.startProviderProof': LEAVING,
  'accounts.signInWithSecondStep': PUBLIC,
  'accounts.getSecondFactor': USERS,
  'accounts.startCodes': USERS,
  'accounts.confirmCodes': USERS,
  'accounts.removeCodes': USERS,
  'accounts.resetRecoveryCodes': USERS,
  'accounts.startPasskey': USERS,
  'accounts.addPasskey': USERS,
  'accounts.editPasskey': USERS,
  'accounts.removePasskey': USERS,
  'accounts.startPasskeyUse': PUBLIC,
  'accounts.signInWithPasskey': PUBLIC,
  'accounts.getFactorDemand': ADMINS,
  'accounts.setFactorDemand': ADMINS,
  'accounts.getSignUpRule': ADMINS,
  'accounts.setSignUpRule': ADMINS,
  'accounts.listInvitations': ADMINS,
  'accounts.addInvitation': ADMINS,
  'accounts.revokeInvitation': ADMINS,
  'accounts.requestEmailProof': LEAVING,
  'accounts.proveEmail': LEAVING,
  'accounts.proveEmailByLink': PUBLIC,
  'accounts.getSession': USERS,
  'accounts.listSessions': USERS,
  'accounts.revokeSession': USERS,
  'accounts.revokeOtherSessions': USERS,
  'accounts.openSealedWork': USERS,
  'accounts.listSecurityRecord': ADMINS,
  'accounts.listOwnSecurityRecord': USERS,
  'accounts.listRestoreChanges': ADMINS,
  'accounts.listProviders': PUBLIC,
  'accounts.startDiscord': PUBLIC,
  'accounts.getDiscordClientId': PUBLIC,
  'accounts.linkDiscord': USERS,
  'accounts.unlinkProvider': USERS,
  'accounts.finishDiscord': PUBLIC,
  'accounts.startGoogle': PUBLIC,
  'accounts.finishGoogle': PUBLIC,
  'accounts.signInWithOneTimeToken': PUBLIC,
  'accounts.getMe': USERS,
  'accounts.changeMe': USERS,
  'accounts.chooseUsername': USERS,
  'accounts.checkUsername': USERS,
  'accounts.uploadProfileImage': USERS,
  'accounts.createAddress': USERS,
  'accounts.changeAddress': USERS,
  'accounts.deleteAddress': USERS,
  'accounts.getUser': OWNER,
  'accounts.searchUsers': ADMINS,
  'accounts.listUsers': ADMINS,
  'accounts.listAdminUsers': ADMINS,
  'accounts.createUser': USERS,
  'accounts.changeUser': ADMINS,
  'accounts.deleteUser': ADMINS,
  'accounts.migrateUser': ADMINS,
  'accounts.migrateUserDomain': ADMINS,
  'accounts.migrateAllUsers': ADMINS,
  'accounts.listHosts': ADMINS,
  'accounts.confirmHost': ADMINS,
  'accounts.removeHost': ADMINS,
  'accounts.exportPerson': OWN_DATA,
  'accounts.getErasure': OWN_DATA,
  'accounts.eraseUser': OWN_DATA,
  'accounts.listErased': PUBLIC,
  'accounts.vouchForEmail': ADMINS,
  'brands.getBrand': PUBLIC,
  'brands.checkMembership': ASKING,
  'inventory.searchItems': OWN_SEARCH,
  'inventory.listCategories': USERS,
  'inventory.addCategory': ADMINS,
  'inventory.editCategory': ADMINS,
  'inventory.deleteCategory': ADMINS,
  'inventory.addMasterItem': ADMINS,
  'inventory.editMasterItem': ADMINS,
  'inventory.deleteMasterItem': ADMINS,
  'inventory.addConsignorItem': ADMINS,
  'inventory.editConsignorItem': ADMINS,
  'inventory.deleteConsignorItem': ADMINS,
  'inventory.allocateItem': ADMINS,
  'inventory.copyItem': ADMINS,
  'inventory.massInputItems': ADMINS,
  'inventory.recordMasterSale': ADMINS,
  'inventory.startImport': ADMINS,
  'inventory.stageImportChunk': ADMINS,
  'inventory.commitImport': ADMINS,
  'inventory.cancelImport': ADMINS,
  'images.extract': USERS,
  'inventory.listItemsMissingImages': ADMINS,
  'inventory.updateItemImage': ADMINS,
  'sales.recordMarketplaceSale': ADMINS,
  'mail.sendEmail': ADMINS,
  'mail.listMails': ADMINS,
  'mail.openMail': ADMINS,
  'mail.resendMail': ADMINS,
  'sales.recordCustomSale': ADMINS,
  'sales.refundSale': ADMINS,
  'pos.openShift': ADMINS,
  'pos.moveCash': ADMINS,
  'pos.closeShift': ADMINS,
  'pos.listShifts': ADMINS,
  'sales.setBalance': ADMINS,
  'sales.getBalance': OWNER,
  'sales.getSalesHistory': OWNER,
  'sales.changeSale': ADMINS,
  'sales.listRecentSales': PUBLIC,
  'analytics.trackVisit': PUBLIC,
  'analytics.getStats': ADMINS,
  'settings.getRestore': ADMINS,
  'settings.confirmRestore': ADMINS,
  'settings.settleRestoreReport': ADMINS,
  'sales.listPostings': ADMINS,
  'sales.exportLedger': ADMINS,
  'sales.checkLedger': ADMINS,
  'payouts.askForPayout': OWNER,
  'payouts.getPaymentInfo': OWNER,
  'payouts.listPayouts': OWNER,
  'payouts.getTotalPayouts': OWNER,
  'payouts.listPendingPayouts': ADMINS,
  'payouts.payPayout': ADMINS,
  'payouts.deletePayout': ADMINS,
  'chat.testNotifications': ADMINS,
  'notifications.getPushKey': USERS,
  'notifications.subscribePush': USERS,
  'notifications.unsubscribePush': USERS,
  'notifications.checkPush': USERS,
  'notifications.listTroubles': ADMINS,
  'faults.report': USERS,
  'faults.list': ADMINS,
  'shipments.createShipment': OWNER,
  'shipments.listShipments': OWNER,
  'shipments.listShipmentHistory': OWNER,
  'shipments.changeShipment': OWNER,
  'shipments.deleteShipment': OWNER,
  'shipments.listAllShipments': ADMINS,
  'shipments.changeShipmentStatus': ADMINS,
  'shipments.deleteAnyShipment': ADMINS,
  'shipments.addLabel': ADMINS,
  'shipments.removeLabel': ADMINS,
  'shipments.takeLabel': USERS,
  'shipments.downloadLabel': USERS,
  'trades.listMarketplaceItems': USERS,
  'trades.askForTrade': USERS,
  'trades.changeAutoPrice': USERS,
  'trades.listMyTrades': USERS,
  'trades.listMyOffers': USERS,
  'trades.listCompletedOffers': USERS,
  'trades.countPendingOffers': USERS,
  'trades.acceptOffer': USERS,
  'trades.declineOffer': USERS,
  'trades.counterOffer': USERS,
  'trades.acceptCounter': USERS,
  'trades.declineCounter': USERS,
  'trades.buyerCounter': USERS,
  'trades.cancelTrade': USERS,
  'trades.getTradeShipping': USERS,
  'trades.uploadShippingLabel': USERS,
  'trades.downloadShippingLabel': USERS,
  'trades.listFulfillmentOrders': ADMINS,
  'trades.addTradeTracking': ADMINS,
  'trades.markTradeShipped': ADMINS,
  'trades.deleteTrade': ADMINS,
}

/** Routes that are no calls, as the server registers them. A route without a line fails. */
const OTHER_ROUTES: Readonly<Record<string, Row>> = {
  'GET /api/health': PUBLIC,
  'GET /api/ready': PUBLIC,
  'GET /api/metrics': THIS_MACHINE,
  'GET /api/openapi.json': PUBLIC,
  'GET /api/docs': PUBLIC,
  'GET /api/images/:name': PUBLIC,
  'GET /api/images/thumbnail': PUBLIC,
  'POST /api/membership/webhook': SIGNED,
  'POST /api/sync/push': USERS,
  'POST /api/sync/pull': USERS,
  'GET /api/sync/start': USERS,
  'GET /api/sync/events': USERS,
  'GET /*': PUBLIC,
}

const NOTHING = '0190a0b0-0000-7000-8000-00000000ffff'
const EXCHANGE = { host: 'exchange.example' }

/** A caller's token and headers. `uid` is the user whose data the path names. */
type Asking = { readonly token?: string; readonly uid: string; readonly headers?: Record<string, string> }

forEachDatabase('the access matrix', (open) => {
  const provider = new MembershipServer()
  let shop: TestShop
  let askers: Record<Caller, Asking>

  const makeAskers = async (): Promise<Record<Caller, Asking>> => {
    const { db } = shop.platform
    const join = async (name: string) => shop.signUp(`${name}-${Math.random()}@example.org`)
    const admin = await shop.signIn(ADMIN_EMAIL)
    const user = await join('user')
    const expired = await join('expired')
    await sql`update identity_sessions set "expiresAt" = now() - interval '1 minute' where "userId" = ${expired.uid}`.execute(db)
    const closed = await join('closed')
    await sql`update users set closed_at_ms = 1 where id = ${closed.uid}`.execute(db)
    const deleted = await join('deleted')
    const removal = await shop.ask('DELETE', `/auth/users/${deleted.uid}`, undefined, { token: admin })
    expect(removal.status).toBe(200)
    const member = await signUpProved(shop, `member-${Math.random()}@example.org`)
    provider.add((await shop.ask('GET', '/auth/me', undefined, member)).body.email)
    const bound = await join('bound')
    await sql`update users set registered_domain = 'exchange.example' where id = ${bound.uid}`.execute(db)
    return {
      'no token': { uid: user.uid },
      'bad token': { uid: user.uid, token: 'notatokenofours' },
      'expired token': expired,
      'closed account': closed,
      'deleted user': deleted,
      user,
      other: { ...(await join('other')), uid: user.uid },
      admin: { token: admin, uid: user.uid },
      'member on the paid variant': { ...member, headers: EXCHANGE },
      'paid variant without membership': { ...(await join('outsider')), headers: EXCHANGE },
      'wrong domain': bound,
    }
  }

  beforeAll(async () => {
    await provider.open()
    shop = await testShop(await open(), { ...OPENED, ...provider.environment })
    askers = await makeAskers()
    return () => provider.close()
  })

  /** Answers the status, without waiting for the end of a stream. */
  const statusOf = async (method: string, path: string, { token, headers }: Asking, body?: string) => {
    const response = await shop.server.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      }),
    )
    await response.body?.cancel()
    return response.status
  }

  const hold = async (method: string, path: (asking: Asking) => string, expected: Row, body?: string) => {
    const got: Partial<Record<Caller, 'in' | 401 | 403>> = {}
    for (const caller of CALLERS) {
      const status = await statusOf(method, path(askers[caller]), askers[caller], body)
      expect({ caller, isFault: status === 500 }).toEqual({ caller, isFault: false })
      got[caller] = status === 401 || status === 403 ? status : 'in'
    }
    expect(got).toEqual(expected)
  }

  /** Fills in the path of a call: the asker's id for an owner, and for all else an id that does not exist. */
  const pathOf =
    ({ path, access }: AnyCall) =>
    ({ uid }: Asking) =>
      `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => (typeof access === 'object' && access.ownerParam === name ? uid : NOTHING))}`

  for (const call of calls)
    it(`holds ${call.method} ${call.path}`, async () => {
      const expected = EXPECTED[call.name]
      if (!expected) throw new Error(`${call.name} has no line in the matrix`)
      await hold(call.method, pathOf(call), expected, call.body ? '{}' : undefined)
      if (call.name === 'accounts.signOut') askers = await makeAskers()
    })

  for (const [route, expected] of Object.entries(OTHER_ROUTES))
    it(`holds ${route}`, async () => {
      const [method, path] = route.split(' ') as [string, string]
      await hold(method, () => path.replace('*', 'pos').replace(':name', NOTHING), expected, method === 'POST' ? '{}' : undefined)
    })

  it('has a line for every route of the server', () => {
    const callRoutes = new Set(calls.map(({ method, path }) => `${method} /api${path.replace(/\{(\w+)\}/g, ':$1')}`))
    const routes = new Set(shop.server.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`))
    expect([...routes].filter((route) => !callRoutes.has(route)).sort()).toEqual(Object.keys(OTHER_ROUTES).sort())
    for (const route of callRoutes) expect(routes).toContain(route)
  })

  it('answers 404 to every caller at an address that no route has', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of ['/api/nothing', '/api/auth/nothing/at/all', '/api/identity/list-accounts', '/api/sync', '/api'])
        for (const caller of CALLERS)
          expect({ method, path, caller, status: await statusOf(method, path, askers[caller]) }).toEqual({
            method,
            path,
            caller,
            status: 404,
          })
  })

  it('checks the caller before it checks the request', async () => {
    const junk = (caller: Caller): Asking => ({ ...askers[caller], headers: { ...askers[caller].headers, 'idempotency-key': 'x' } })
    for (const call of calls.filter(({ access }) => access !== 'public')) {
      const ask = (caller: Caller) =>
        statusOf(call.method, pathOf(call)(askers[caller]), junk(caller), call.method === 'GET' ? undefined : '{')
      expect({ call: call.name, status: await ask('no token') }).toEqual({ call: call.name, status: 401 })
      if (call.admitsOutsiders) continue
      expect({ call: call.name, status: await ask('paid variant without membership') }).toEqual({ call: call.name, status: 403 })
    }
  })
})

describe('the calls', () => {
  it('have exactly one handler each', () => {
    const pictures = ['pictures', 'pictureFinder', 'thumbnails']
    const names = ['accounts', 'mail', ...pictures, 'variants', 'bot', 'notifications', 'analytics', 'books', 'privacy']
    // biome-ignore lint/suspicious/noExplicitAny: the test reads the list of handlers and runs none
    const features = Object.fromEntries(names.map((name) => [name, {}])) as any
    const handled = implementations(features).map(({ call }) => call)
    expect(handled.map(({ name }) => name).sort()).toEqual(calls.map(({ name }) => name).sort())
    for (const call of handled) expect(calls).toContain(call)
  })

  it('include the call of every line of the matrix, and share no name and no route', () => {
    expect(Object.keys(EXPECTED).filter((name) => !calls.some((call) => call.name === name))).toEqual([])
    const routes = calls.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(routes).size).toBe(routes.length)
    expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
  })
})
