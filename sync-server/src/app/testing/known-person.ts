import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { saveCart } from '@shop/shared/pos/commands/save-cart.ts'
import type { SuspendedSale } from '@shop/shared/pos/schema.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import { settleSuspendedArgs, settleSuspendedSale } from '@shop/shared/sales/commands/settle-suspended-sale.ts'
import type { Trade } from '@shop/shared/trades/schema.ts'
import { expect } from 'vitest'
import { phonePhoto } from '../../images/testing/pictures.ts'
import { insertRows, selectRows } from '../../platform/database/collection-table.ts'
import { sql, type Tx } from '../../platform/database/sql.ts'
import { freshId, queued } from '../../platform/testing/commands.ts'
import { suspendedSalesTable } from '../../pos/tables.ts'
import { auditEntriesTable } from '../../settings/tables.ts'
import { tradesTable } from '../../trades/tables.ts'
import { proveEmail } from './proved.ts'
import { ADMIN_EMAIL, PASSWORD, type TestShop } from './shop.ts'

/** Texts, in lower case, of which each is a trace of the person Zelda. */
export const MARKS = [
  'zelda',
  'quixote',
  'windmill lane',
  'zqcash',
  '1zq999',
  '9400zq',
  '112233445566778899',
  'zeldaphone',
  '203.0.113.77',
] as const

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const PEER = { peer: '203.0.113.77', headers: { 'user-agent': 'ZeldaPhone' } }

/** Searches every table of the database for the person's marks. Answers, for each mark that it found, the tables with this mark. */
export async function marksIn({ platform }: TestShop): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace order by 1`.execute(platform.db)
  const found: Record<string, string[]> = {}
  for (const { name } of rows) {
    const table = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(platform.db)
    const text = table.rows.map(({ row }) => row.toLowerCase()).join('\n')
    for (const mark of MARKS) if (text.includes(mark)) (found[mark] ??= []).push(name)
  }
  return found
}

/** Sends a request that has to succeed, and answers its body. */
async function good({ ask }: TestShop, ...request: Parameters<TestShop['ask']>) {
  const answer = await ask(...request)
  expect([request[1], answer.status, answer.status < 300 ? '' : answer.body]).toEqual([request[1], answer.status, ''])
  return answer.body
}

type Person = { readonly uid: string; readonly token: string }
type Admin = { readonly token: string }

/** Creates a person with rows in many tables that can hold personal data, and with nothing left to settle. */
export async function shopWithZelda(shop: TestShop) {
  const { platform } = shop
  const admin = { token: await shop.signIn(ADMIN_EMAIL) }
  const adminUid = (await good(shop, 'GET', '/auth/me', undefined, admin)).uid as string
  const person = { email: 'zelda@windmill.example', password: PASSWORD, name: 'Zelda Quixote' }
  const signedUp = await good(shop, 'POST', '/identity/sign-up/email', person, PEER)
  const zelda = { uid: signedUp.user.id as string, token: signedUp.token as string }
  await proveEmail(shop, person.email, zelda.token)
  await fillProfile(shop, zelda, admin)
  const sale = await sellGoods(shop, zelda, adminUid)
  await payOut(shop, zelda, admin)
  const trade = await oldTrade(shop, zelda)
  const mail = { email: 'zelda@windmill.example', subject: 'Hello', htmlContent: '<p>Dear Zelda</p>' }
  await good(shop, 'POST', '/admin/send-email', mail, admin)
  await platform.jobs.drain()
  await platform.transaction((tx) => leaveTraces(tx, { zelda, adminUid, trade }))
  return { admin, adminUid, zelda, sale, trade }
}

async function fillProfile(shop: TestShop, zelda: Person, admin: Admin): Promise<void> {
  await good(shop, 'POST', '/auth/set-username', { username: 'zelda-q' }, zelda)
  await good(shop, 'PUT', '/auth/me', { discord: { id: '112233445566778899' }, emailNotificationsEnabled: true }, zelda)
  const home = { name: 'Zelda Quixote', street: '12 Windmill Lane', city: 'Toledo', state: 'OH', zip: '43604', country: 'USA' }
  await good(shop, 'POST', '/auth/addresses', home, zelda)
  const picture = new FormData()
  picture.append('profileImage', new File([new Uint8Array(await phonePhoto())], 'me.jpg', { type: 'image/jpeg' }))
  const form = new Response(picture)
  await good(shop, 'POST', '/auth/upload-profile-image', undefined, {
    ...zelda,
    raw: new Uint8Array(await form.arrayBuffer()),
    headers: { 'content-type': form.headers.get('content-type') ?? '' },
  })
  await good(shop, 'POST', `/shipments/${zelda.uid}`, { carrier: 'UPS', trackingNumber: '1ZQ999' }, zelda)
  await good(shop, 'PUT', `/auth/users/${zelda.uid}`, { displayName: 'Zelda Quixote II' }, admin)
  await good(shop, 'PUT', `/auth/users/${zelda.uid}`, { displayName: 'Zelda Quixote' }, admin)
}

/** Makes a sale at the till, a parked cart, and a former admin's sale that an admin rejects. */
async function sellGoods({ platform, signUp }: TestShop, zelda: Person, adminUid: string) {
  const line = {
    id: freshId(),
    itemId: null,
    itemName: 'Lance',
    barcode: '1',
    imageUrl: '',
    consignorId: zelda.uid,
    consignorName: 'Zelda Quixote',
  }
  const actor = { uid: adminUid, role: 'admin', wasAdmin: false } as const
  const cart = { clientId: freshId(), consignorPercentage: 50, saleId: null, createdAtMs: 1, updatedAtMs: 1, byUid: adminUid }
  const parked = {
    ...cart,
    id: freshId(),
    status: 'parked',
    label: 'Zelda Quixote',
    lines: [{ ...line, location: '', unitPriceCents: 100, quantity: 1 }],
  }
  const sale = {
    saleId: freshId(),
    displayId: 'POS-1',
    receiptNumber: 'A-1',
    cartId: freshId(),
    taxRateBps: 0,
    consignorPercentage: 50,
    lines: [{ ...line, unitPriceCents: 2_000, quantity: 1, consignorPercentage: 50 }],
    tenders: [{ kind: 'cash', label: '', amountCents: 2_000, givenCents: null }],
  }
  await platform.push(actor, {
    clientId: freshId(),
    protocol: PROTOCOL_VERSION,
    commands: [queued(saveCart, { cart: parked }), queued(completePosSale, sale)],
  })
  const { uid } = await signUp('former-admin@example.org')
  await platform.db.updateTable('users').set({ admin_until_ms: 1 }).where('id', '=', uid).execute()
  await platform.push(
    { uid, role: 'user', wasAdmin: true },
    {
      clientId: freshId(),
      protocol: PROTOCOL_VERSION,
      commands: [queued(completePosSale, { ...sale, saleId: freshId(), cartId: freshId() })],
    },
  )
  const [suspended] = await selectRows<SuspendedSale>(platform.db, suspendedSalesTable)
  await platform.runCommand(actor, settleSuspendedSale, settleSuspendedArgs(suspended as SuspendedSale, 'reject'))
  return sale
}

async function payOut(shop: TestShop, zelda: Person, admin: Admin): Promise<void> {
  await good(shop, 'POST', `/payouts/${zelda.uid}/request`, { amount: 4, method: 'cashapp', paymentUsername: '$zqcash' }, zelda)
  const [payout] = (await good(shop, 'GET', '/payouts/pending', undefined, admin)).payouts
  await good(shop, 'PATCH', `/payouts/${zelda.uid}/${payout.id}/paid`, undefined, admin)
  await good(shop, 'PUT', `/sales/balance/${zelda.uid}`, { balance: 0, reason: 'Zelda took the rest in cash' }, admin)
}

/** Writes rows as other parts of the shop leave them. */
async function leaveTraces(tx: Tx, { zelda, adminUid, trade }: { zelda: Person; adminUid: string; trade: Trade }): Promise<void> {
  await tx.insertInto('memberships').values({ email: 'zelda@windmill.example', is_member: true, checked_at_ms: 1 }).execute()
  const job = { id: freshId(), kind: 'old.job', payload: JSON.stringify({ uid: zelda.uid, to: 'zelda@windmill.example' }) }
  await tx
    .insertInto('jobs')
    .values({ ...job, max_attempts: 1, status: 'failed' })
    .execute()
  const waiting = { client_id: freshId(), id: freshId(), uid: zelda.uid, accepted_at_ms: 1 }
  await tx
    .insertInto('waiting_replays')
    .values({ ...waiting, queued: '{"args":{"handle":"$zqcash"}}', code: 'BALANCE_TOO_LOW', message: 'Too low', refusal_status: 409 })
    .execute()
  const ticket = {
    hash: 'h',
    kind: 'passwordReset',
    uid: zelda.uid,
    payload: JSON.stringify({ email: 'zelda@windmill.example' }),
  } as const
  await tx
    .insertInto('tickets')
    .values({ ...ticket, expires_at: new Date(Date.now() + 1e6) })
    .execute()
  await tx
    .insertInto('discrepancies')
    .values({
      id: freshId(),
      kind: 'missing_consignor',
      item_name: '',
      quantity: 0,
      opened_at_ms: 1,
      opened_by_uid: adminUid,
      note: 'Zelda Quixote',
      audience: sql`'{admins}'`,
    } as never)
    .execute()
  const session = await tx.selectFrom('identity_sessions').select('id').where('userId', '=', zelda.uid).executeTakeFirstOrThrow()
  const push = {
    id: freshId(),
    uid: zelda.uid,
    session_id: session.id,
    endpoint: 'https://push.example/zelda-secret',
    p256dh: 'k',
    auth: 'zelda',
    public_key: 'p',
  }
  await tx
    .insertInto('push_subscriptions')
    .values({ ...push, created_at_ms: 1 })
    .execute()
  const entry = {
    id: freshId(),
    atMs: 1,
    byUid: adminUid,
    action: 'trades.addTracking',
    subject: trade.id,
    before: {},
    after: { trackingNumber: '9400zq' },
  }
  await insertRows(tx, auditEntriesTable, [{ row: entry, audience: ['admins'] }])
}

/** Makes a trade that ended long ago, with a stored label. */
async function oldTrade(shop: TestShop, { uid, token }: { uid: string; token: string }): Promise<Trade> {
  const trade: Trade = {
    id: crypto.randomUUID(),
    buyerUid: uid,
    itemName: 'Shield',
    itemBarcode: '2',
    itemLink: '',
    imageUrl: '',
    requestedQuantity: 1,
    quantity: 1,
    acceptedQuantity: 1,
    pricePerItemCents: 100 as Trade['pricePerItemCents'],
    providesOwnShipping: true,
    shippingAddress: { name: 'Zelda Quixote', street: '12 Windmill Lane', city: 'Toledo', state: 'OH', zip: '43604', country: 'USA' },
    commissionBps: 0,
    commissionPaidBy: 'seller',
    status: 'awaiting_shipping',
    itemCostCents: 0 as Trade['itemCostCents'],
    shippingCents: 0 as Trade['shippingCents'],
    commissionCents: 0 as Trade['commissionCents'],
    totalCents: 0 as Trade['totalCents'],
    heldCents: 0 as Trade['heldCents'],
    offers: [],
    versions: [],
    trackingNumber: '',
    carrier: '',
    label: null,
    cancelReason: '',
    requestedAtMs: 1,
    updatedAtMs: 1,
    expiresAtMs: 9e15,
    fulfilledAtMs: null,
    remindedOfMs: null,
  }
  await shop.platform.transaction((tx) => insertRows(tx, tradesTable, [{ row: trade, audience: ['admins', `user:${uid}`] }]))
  const data = new FormData()
  for (const [name, value] of Object.entries({ trackingNumber: '9400ZQ', carrier: 'UPS' })) data.append(name, value)
  data.append('labelFile', new File([PDF], 'label.pdf', { type: 'application/pdf' }))
  const body = new Response(data)
  const headers = { 'content-type': body.headers.get('content-type') ?? '' }
  const raw = new Uint8Array(await body.arrayBuffer())
  expect((await shop.ask('POST', `/trades/${trade.id}/shipping-label`, undefined, { token, raw, headers })).status).toBe(200)
  await sql`update trades set status = 'fulfilled' where id = ${trade.id}`.execute(shop.platform.db)
  return trade
}
