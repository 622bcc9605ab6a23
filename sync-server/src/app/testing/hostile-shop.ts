import { collections } from '@shop/shared/collections.ts'
import type { AnyCall } from '@shop/shared/kernel/define-call.ts'
import type { AnyCollection, Row } from '@shop/shared/kernel/define-command.ts'
import { brokenLawsOf, type ShopRows } from '@shop/shared/testing/shop-laws.ts'
import { pino } from 'pino'
import { expect } from 'vitest'
import { checkStock } from '../../inventory/examine-stock.ts'
import { selectRows } from '../../platform/database/collection-table.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/kernel/log.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkBooks } from '../../sales/examine-books.ts'
import { tables } from '../tables.ts'
import type { Role } from './hostile-requests.ts'
import type { Pool } from './hostile-values.ts'
import { PASSWORD, type TestShop } from './shop.ts'
import { ADDRESS } from './trades.ts'

/** Random seed of a hostile run, which the titles of the tests show. The variable HOSTILE_SEED sets it. */
export const HOSTILE_SEED = Number(process.env.HOSTILE_SEED ?? Date.now() % 2 ** 31)
/** Number of rounds of a hostile run through all calls. */
export const HOSTILE_ROUNDS = Number(process.env.HOSTILE_ROUNDS ?? 3)

export function rememberingLog(): { log: Log; errors: string[] } {
  const errors: string[] = []
  return { log: pino({ level: 'error' }, { write: (line) => void errors.push(line) }), errors }
}

/** Signs of the server's internals in a text. */
const INSIDES =
  /node_modules|\.ts:\d|\.js:\d|\n\s+at |sync-server|\/src\/|\/tmp\/|\/home\/|PGlite|kysely|SQLSTATE|syntax error|relation "|column "|violates|ZodError|TypeError|undefined is not|Cannot read/

export const givesAway = (text: string) => INSIDES.test(text)

const made = new WeakMap<TestShop, number>()

/** The people who send requests, and the values for their requests. */
export type HostilePeople = {
  readonly poolOf: (call: Pick<AnyCall, 'path'>) => Pool
  readonly tokens: Record<Role, string | undefined>
  /** The uid of the consignor. */
  readonly own: string
}

/** Creates an admin, a consignor and goods for one round of hostile requests. The last round may have closed the earlier accounts. */
export async function hostilePeople(shop: TestShop): Promise<HostilePeople> {
  const { db } = shop.platform
  const n = made.get(shop) ?? 0
  made.set(shop, n + 1)
  // a request of the last round may have switched sign-ups off or demanded a second factor
  await sql`delete from shop_demands`.execute(db)
  // each round has a separate network, so that no rate limit interferes
  const signUp = (email: string) => shop.signUp(email, { headers: { 'x-forwarded-for': `172.16.${n >> 8}.${n & 255}` } })
  const admin = await signUp(`admin-${n}@example.org`)
  await sql`update users set role = 'admin' where id = ${admin.uid}`.execute(db)
  const own = await signUp(`consignor-${n}@example.org`)
  const other = await signUp(`other-${n}@example.org`)
  const good = async (method: string, path: string, body: unknown, token = admin.token) => {
    const answer = await shop.ask(method, path, body, { token })
    expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()])
    return answer.body
  }
  const barcode1 = `B-${n}`
  for (const consignorID of [own.uid, other.uid]) {
    await good('PUT', `/sales/balance/${consignorID}`, { balance: 500, reason: 'to begin with' })
    await good('POST', '/inventory/consignor', {
      consignorID,
      itemName: 'Lamp',
      barcode1,
      quantity: 20,
      link: 'https://shop.invalid/dp/B00ABCDEFG',
    })
  }
  await good('POST', '/inventory/master', { itemName: 'Cup', barcode1: 'M-1', quantity: 50 })
  await good('POST', '/sales/custom', { consignorID: own.uid, itemName: 'Vase', amount: 12.5 })
  await good('POST', `/payouts/${own.uid}/request`, { amount: 20, method: 'cashapp', paymentUsername: 'ann' }, own.token)
  await good('POST', `/shipments/${own.uid}`, { carrier: 'USPS', trackingNumber: '9400111899223197428490' }, own.token)
  await good('POST', '/auth/addresses', ADDRESS, own.token)
  const trade = { itemName: 'Lamp', itemBarcode: barcode1, pricePerItem: 1_000, shippingAddress: ADDRESS }
  for (const quantity of [1, 2, 3])
    await good('POST', '/trades/request', { ...trade, quantity, providesOwnShipping: quantity === 3 }, own.token)
  await good('POST', '/trades/request', { ...trade, quantity: 1 }, other.token)
  const { received } = (await shop.ask('GET', '/trades/offers/my-offers', undefined, { token: other.token })).body
  await good('POST', `/trades/offers/${received[0].offerId}/accept`, {}, other.token)
  await good('POST', `/trades/offers/${received[1].offerId}/counter`, { counterPrice: 900 }, other.token)
  await good('POST', '/admin/send-email', { email: 'somebody@example.org', subject: 'Hello', htmlContent: 'Hello' })
  await good('POST', '/auth/users', { displayName: 'Earlier', email: `earlier-${n}@example.org` })

  const people = [own.uid, other.uid, admin.uid]
  const ids: Record<string, string[]> = {}
  for (const table of ID_TABLES) {
    const { rows } = await sql<{ id: string }>`select id::text as id from ${sql.table(table)} order by ctid desc limit 6`.execute(db)
    ids[table] = rows.map(({ id }) => id)
  }
  const all = [...people, ...Object.values(ids).flat()]
  return {
    own: own.uid,
    tokens: { nobody: undefined, consignor: own.token, admin: admin.token },
    poolOf: ({ path }) => {
      const [, table] = ABOUT.find(([start]) => path.startsWith(start)) ?? []
      const about = (table && ids[table]) || people
      return {
        ids: [...Array.from({ length: 4 }, () => about).flat(), ...all],
        people,
        barcodes: [barcode1, 'M-1'],
        emails: [`admin-${n}@example.org`, `consignor-${n}@example.org`, `earlier-${n}@example.org`],
        password: PASSWORD,
      }
    },
  }
}

/** The table that has the ids for a call's path, by the prefix of the path. */
const ABOUT: readonly (readonly [string, string])[] = [
  ['/inventory', 'items'],
  ['/admin/update-item', 'items'],
  ['/sales/record', 'items'],
  ['/sales', 'sales'],
  ['/payouts', 'payouts'],
  ['/shipments', 'shipments'],
  ['/trades/offers', 'offers'],
  ['/trades', 'trades'],
  ['/auth/addresses', 'addresses'],
  ['/auth/sessions', 'identity_sessions'],
  ['/identity', 'identity_sessions'],
  ['/admin/mails', 'mails'],
]
const ID_TABLES = ['items', 'sales', 'payouts', 'shipments', 'addresses', 'trades', 'offers', 'mails', 'identity_sessions'] as const

/** True when the server no longer lets the user of this token in. */
export const isShutOut = async (shop: TestShop, token: string) => (await shop.ask('GET', '/auth/me', undefined, { token })).status !== 200

/** Reads the rows of every collection. */
async function rowsOf({ db }: Platform): Promise<ShopRows> {
  const rows = new Map<string, Row[]>()
  for (const table of tables) rows.set(table.collection.name, await selectRows<Row>(db, table))
  return { all: <R extends Row>(collection: AnyCollection) => (rows.get(collection.name) ?? []) as R[] }
}

/** Checks the invariants after hostile requests: the server works, books and stock add up, and every row fits its collection. */
export async function expectSound(shop: TestShop): Promise<void> {
  expect((await shop.ask('GET', '/health')).body).toEqual({ status: 'ok' })
  expect((await shop.ask('GET', '/ready')).status).toBe(200)
  const rows = await rowsOf(shop.platform)
  expect([await checkBooks(shop.platform.db), await checkStock(shop.platform.db), brokenLawsOf(rows)]).toEqual([[], [], []])
  for (const collection of collections) {
    for (const row of rows.all(collection)) {
      const { success, error } = collection.schema.safeParse(row)
      expect([collection.name, row.id, success, error?.issues]).toEqual([collection.name, row.id, true, undefined])
    }
  }
}
