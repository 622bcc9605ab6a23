import type { AnyCall } from '@shop/shared/kernel/define-call.ts'
import { calls } from '@shop/shared/registry.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { forEachDatabase } from '../platform/testing.ts'
import { implementations } from './routes.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'

/** The callers of the matrix. `other`: a signed-in user who is not the one the path names. */
const CALLERS = ['no token', 'bad token', 'user', 'other', 'admin'] as const
type Caller = (typeof CALLERS)[number]
type Row = Readonly<Record<Caller, 'in' | 401 | 403>>

const PUBLIC: Row = { 'no token': 'in', 'bad token': 'in', user: 'in', other: 'in', admin: 'in' }
const USERS: Row = { 'no token': 401, 'bad token': 401, user: 'in', other: 'in', admin: 'in' }
const OWNER: Row = { 'no token': 401, 'bad token': 401, user: 'in', other: 403, admin: 'in' }
const ADMINS: Row = { 'no token': 401, 'bad token': 401, user: 403, other: 403, admin: 'in' }
/** The search lets a consignor in who asks for the own items by name; the bare request is somebody else's. */
const OWN_SEARCH: Row = { 'no token': 401, 'bad token': 401, user: 403, other: 403, admin: 'in' }

/** Who may make which call (spec §6), written down a second time on purpose: a call that is declared more open than it should be fails here.
 *  A call without a line fails as well. */
const EXPECTED: Readonly<Record<string, Row>> = {
  'accounts.getSetUp': PUBLIC,
  'accounts.setUp': PUBLIC,
  'accounts.signUp': PUBLIC,
  'accounts.signIn': PUBLIC,
  'accounts.signOut': USERS,
  'accounts.requestPasswordReset': PUBLIC,
  'accounts.checkPasswordReset': PUBLIC,
  'accounts.resetPassword': PUBLIC,
  'accounts.changePassword': USERS,
  'accounts.setBackupPassword': USERS,
  'accounts.getSession': USERS,
  'accounts.listSessions': USERS,
  'accounts.revokeSession': USERS,
  'accounts.revokeOtherSessions': USERS,
  'accounts.listProviders': PUBLIC,
  'accounts.startDiscord': PUBLIC,
  'accounts.getDiscordClientId': PUBLIC,
  'accounts.linkDiscord': USERS,
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
  'brands.getBrand': PUBLIC,
  'brands.checkMembership': USERS,
  'inventory.searchItems': OWN_SEARCH,
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
  'sales.recordMarketplaceSale': ADMINS,
  'mail.sendEmail': ADMINS,
  'mail.listMails': ADMINS,
  'mail.openMail': ADMINS,
  'mail.resendMail': ADMINS,
  'sales.recordCustomSale': ADMINS,
  'sales.setBalance': ADMINS,
  'sales.getBalance': OWNER,
  'sales.getSalesHistory': OWNER,
  'sales.changeSale': ADMINS,
  'sales.listRecentSales': PUBLIC,
  'settings.getRestore': ADMINS,
  'settings.confirmRestore': ADMINS,
  'payouts.askForPayout': OWNER,
  'payouts.getPaymentInfo': OWNER,
  'payouts.listPayouts': OWNER,
  'payouts.getTotalPayouts': OWNER,
  'payouts.listPendingPayouts': ADMINS,
  'payouts.payPayout': ADMINS,
  'payouts.deletePayout': ADMINS,
  'shipments.createShipment': OWNER,
  'shipments.listShipments': OWNER,
  'shipments.listShipmentHistory': OWNER,
  'shipments.changeShipment': OWNER,
  'shipments.deleteShipment': OWNER,
  'shipments.listAllShipments': ADMINS,
  'shipments.changeShipmentStatus': ADMINS,
  'shipments.deleteAnyShipment': ADMINS,
}

forEachDatabase('the access matrix', (open) => {
  let shop: TestShop
  let uid: string
  let tokens: Readonly<Record<Caller, string | undefined>>

  const freshTokens = async () => ({
    'no token': undefined,
    'bad token': 'notatokenofours',
    user: await shop.signIn('user@example.org'),
    other: await shop.signIn('other@example.org'),
    admin: await shop.signIn(ADMIN_EMAIL),
  })

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    uid = (await shop.signUp('user@example.org')).uid
    await shop.signUp('other@example.org')
    tokens = await freshTokens()
  })

  /** The call's path with the user's own id where it names an owner, and an id of nothing elsewhere. */
  const pathOf = ({ path, access }: AnyCall) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) =>
      typeof access === 'object' && access.ownerParam === name ? uid : '0190a0b0-0000-7000-8000-00000000ffff',
    )

  for (const call of calls)
    it(`holds ${call.method} ${call.path}`, async () => {
      const expected = EXPECTED[call.name]
      expect(expected, `${call.name} has no line in the matrix`).toBeDefined()
      for (const caller of CALLERS) {
        const { status } = await shop.ask(call.method, pathOf(call), call.body ? {} : undefined, { token: tokens[caller] })
        const got = status === 401 || status === 403 ? status : 'in'
        expect({ caller, got }).toEqual({ caller, got: expected?.[caller] })
        expect(status).not.toBe(500)
      }
      if (call.name === 'accounts.signOut') tokens = await freshTokens()
    })

  it('looks at who asks before it looks at what is asked', async () => {
    for (const call of calls.filter(({ access }) => access !== 'public')) {
      const junk = { raw: '{', headers: { 'content-type': 'text/plain', 'idempotency-key': 'x' } }
      const { status } = await shop.ask(call.method, pathOf(call), undefined, call.method === 'GET' ? {} : junk)
      expect({ call: call.name, status }).toEqual({ call: call.name, status: 401 })
    }
  })
})

describe('the handlers', () => {
  it('are one for each call of the registry', () => {
    // biome-ignore lint/suspicious/noExplicitAny: only the list of handlers is looked at, none is run
    const handled = implementations({} as any, {} as any, {} as any, {} as any).map(({ call }) => call)
    expect(handled.map(({ name }) => name).sort()).toEqual(calls.map(({ name }) => name).sort())
    for (const call of handled) expect(calls).toContain(call)
  })

  it('have no line in the matrix without a call, and no two calls share a name or a route', () => {
    expect(Object.keys(EXPECTED).filter((name) => !calls.some((call) => call.name === name))).toEqual([])
    const routes = calls.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(routes).size).toBe(routes.length)
    expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
  })
})
