import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { submitShipment } from '@shop/shared/shipments/commands/submit-shipment.ts'
import { expect, it } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { freshId, queued } from '../../platform/testing/commands.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'
import { proveEmail } from '../testing/proved.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../testing/shop.ts'

const NAME = 'Sam Same'
const HOME = { name: NAME, street: '7 Same Street', city: 'Austin', state: 'TX', zip: '73301', country: 'USA' }

type Person = { readonly uid: string; readonly boxId: string }

/** Makes a person about whom audit entries and commands of an admin say the name, the street, the handle and the tracking number. */
async function join(shop: TestShop, admin: string, email: string): Promise<Person & { readonly token: string }> {
  const good = async (...request: Parameters<TestShop['ask']>) => {
    const { status, body } = await shop.ask(...request)
    expect([request[1], status]).toEqual([request[1], 200])
    return body
  }
  const { user, token } = await good('POST', '/identity/sign-up/email', { email, password: PASSWORD, name: NAME })
  const uid = user.id as string
  const [own, byAdmin] = [{ token }, { token: admin }]
  await proveEmail(shop, email, token)
  await good('POST', '/auth/addresses', HOME, own)
  for (const displayName of ['Sam Other', NAME]) await good('PUT', `/auth/users/${uid}`, { displayName }, byAdmin)
  await good('PUT', `/sales/balance/${uid}`, { balance: 4, reason: 'Counted' }, byAdmin)
  await good('POST', `/payouts/${uid}/request`, { amount: 4, method: 'cashapp', paymentUsername: '$samesam' }, own)
  const { payouts } = await good('GET', '/payouts/pending', undefined, byAdmin)
  const payout = payouts.find((one: { userId?: string; uid?: string }) => [one.userId, one.uid].includes(uid)) ?? payouts[0]
  await good('PATCH', `/payouts/${uid}/${payout.id}/paid`, undefined, byAdmin)
  await good('POST', `/shipments/${uid}`, { carrier: 'UPS', trackingNumber: 'SAME1' }, own)
  const { rows } = await sql<{ id: string }>`select id from shipments where uid = ${uid}`.execute(shop.platform.db)
  const boxId = rows[0]?.id as string
  await good('PATCH', `/shipments/${uid}/${boxId}`, { carrier: 'UPS', trackingNumber: 'SAME2' }, byAdmin)
  return { uid, boxId, token }
}

/** Collects the texts of the audit trail and of the log of commands about a person. */
async function saidAbout({ platform: { db } }: TestShop, { uid, boxId }: Person) {
  const audited = await sql<{ said: string }>`select concat(action, before, after) as said from audit_entries
    where subject = ${uid} and action <> 'accounts.erase' order by id`.execute(db)
  const commands = await sql<{ said: string }>`select concat(name, args, answer) as said from command_log
    where (uid = ${uid} or args->>'uid' = ${uid} or args->>'id' = ${boxId}) and args is not null order by id`.execute(db)
  return { audited: audited.rows.map(({ said }) => said), commands: commands.rows.map(({ said }) => said) }
}

forEachDatabase('of two people with the same name, address, handle and tracking number', (open) => {
  it('the erasure of one removes every text about this person, and nothing about the other', async () => {
    const shop = await testShop(await open(), OPENED)
    const admin = await shop.signIn(ADMIN_EMAIL)
    const leaving = await join(shop, admin, 'leaving@example.org')
    const staying = await join(shop, admin, 'staying@example.org')
    // a box may have the id of something else
    const added = await shop.ask('POST', '/inventory/master', { itemName: 'Tea', barcode1: '1', quantity: 1 }, { token: admin })
    const itemId = added.body.item.id as string
    const box = queued(submitShipment, { id: itemId, uid: leaving.uid, carrier: 'UPS', trackingNumber: 'SAME3' })
    const push = { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [box] }
    expect((await shop.ask('POST', '/sync/push', push, { token: leaving.token })).body.results).toMatchObject([{ status: 'done' }])
    const aboutItem = async () =>
      (await sql`select args from command_log where name like 'inventory.%' and args->>'id' = ${itemId}`.execute(shop.platform.db)).rows
    const texts = [NAME, 'Sam Other', '7 Same Street', 'samesam', 'SAME1', 'SAME2']
    const textsIn = ({ audited, commands }: Awaited<ReturnType<typeof saidAbout>>) =>
      texts.filter((text) => [...audited, ...commands].some((said) => said.includes(text)))
    const before = await saidAbout(shop, staying)
    expect(textsIn(before)).toEqual(texts)
    expect(textsIn(await saidAbout(shop, leaving))).toEqual(texts)

    expect((await shop.ask('POST', `/auth/users/${leaving.uid}/erase`, { name: NAME }, { token: leaving.token })).status).toBe(200)
    await shop.platform.jobs.drain()
    expect(textsIn(await saidAbout(shop, leaving))).toEqual([])
    expect(await saidAbout(shop, staying)).toEqual(before)
    expect(await aboutItem()).toHaveLength(1)
  })
})
