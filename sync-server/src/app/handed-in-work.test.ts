import { closeAccount } from '@shop/shared/accounts/commands/close-account.ts'
import { setUsername } from '@shop/shared/accounts/commands/set-username.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import { suspendedIdOf } from '@shop/shared/sales/rules/sold-pieces.ts'
import { submitShipment } from '@shop/shared/shipments/commands/submit-shipment.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { setRoleByEmail } from './cli/admin-commands.ts'
import { asAcknowledged } from './testing/acknowledged.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'
import { queuedSale } from './testing/till-sales.ts'

type Person = { readonly uid: string; readonly token: string; readonly email: string }

forEachDatabase('a consignor’s work that an admin hands in', (open) => {
  let shop: TestShop
  let admin: { uid: string; token: string }
  /** The author of the work. */
  let ann: Person
  /** A person whom the work names. */
  let bob: Person

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    admin = { token, uid: (await shop.ask('GET', '/auth/me', undefined, { token })).body.uid }
  }, 60_000)
  beforeEach(async () => {
    const signUp = async (name: string): Promise<Person> => {
      const email = `${name}-${freshId()}@example.org`
      return { ...(await shop.signUp(email)), email }
    }
    ann = await signUp('ann')
    bob = await signUp('bob')
    for (const { uid } of [ann, bob]) await shop.ask('PUT', `/sales/balance/${uid}`, { balance: 100 }, admin)
  })

  const push = async (who: { token: string }, ...commands: QueuedCommand[]): Promise<string[]> => {
    const { body } = await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands }, who)
    return body.results.map(({ status, code }: { status: string; code?: string }) => code ?? status)
  }
  const boxOf = (uid: string) => queued(submitShipment, { id: freshId(), uid, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
  const payoutOf = (uid: string) => queued(requestPayout, { payoutId: freshId(), uid, amountCents: 500, method: 'cashapp', handle: 'ann' })
  const by = (madeBy: readonly string[], ...commands: QueuedCommand[]) => commands.map((command) => ({ ...command, madeBy: [...madeBy] }))
  const available = async (uid: string) =>
    (await shop.platform.db.selectFrom('balances').select('available_cents').where('id', '=', uid).executeTakeFirstOrThrow())
      .available_cents
  const boxes = async (uid: string) => (await shop.platform.db.selectFrom('shipments').select('id').where('uid', '=', uid).execute()).length
  const setRole = ({ email }: Person, role: 'admin' | 'user') => setRoleByEmail(shop.platform, email, role, { vouches: true })

  it('counts as the consignor’s own', async () => {
    const [payout, box] = [payoutOf(ann.uid), boxOf(ann.uid)]
    expect(await push(admin, ...by([ann.uid], payout, box))).toEqual(['done', 'done'])
    expect([await available(ann.uid), await boxes(ann.uid)]).toEqual([9_500, 1])
    const entries = shop.platform.db.selectFrom('ledger_entries').select('by_uid').where('command_id', '=', payout.id)
    expect(new Set((await entries.execute()).map(({ by_uid }) => by_uid))).toEqual(new Set([ann.uid]))
    // the consignor's own device still has the same work
    expect(await push(ann, payout, box)).toEqual(['done', 'done'])
    expect([await available(ann.uid), await boxes(ann.uid)]).toEqual([9_500, 1])
  })

  it('does nothing for somebody else whom it names', async () => {
    const forged = [payoutOf(bob.uid), boxOf(bob.uid)]
    expect(await push(admin, ...by([ann.uid], ...forged))).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    // nor when a command in the consignor's file says that the other person made it
    for (const madeBy of [
      [bob.uid, ann.uid],
      [ann.uid, bob.uid],
      [admin.uid, bob.uid, ann.uid],
    ])
      expect(await push(admin, ...by(madeBy, payoutOf(bob.uid), boxOf(bob.uid)))).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    expect([await available(bob.uid), await boxes(bob.uid)]).toEqual([10_000, 0])
    // an admin's own work for the same person counts
    expect(await push(admin, payoutOf(bob.uid), ...by([admin.uid], boxOf(bob.uid)))).toEqual(['done', 'done'])
  })

  it('lends nothing of the consignor to the admin', async () => {
    expect(await push(admin, ...by([ann.uid], queued(setUsername, { uid: ann.uid, username: 'annie' })))).toEqual(['FORBIDDEN'])
    await sql`update identity_sessions set "createdAt" = "createdAt" - interval '16 minutes'`.execute(shop.platform.db)
    expect(await push({ token: await shop.signIn(ann.email) }, payoutOf(ann.uid))).toEqual(['done'])
    // the known handle needs no proof of the consignor, but one of everybody else
    expect(await push(admin, ...by([ann.uid], payoutOf(ann.uid)))).toEqual(['PROOF_NEEDED'])
    admin = { ...admin, token: await shop.signIn(ADMIN_EMAIL) }
    expect(await push(admin, ...by([ann.uid], payoutOf(ann.uid)))).toEqual(['done'])
  })

  it('keeps the consignor’s limits', async () => {
    const many = Array.from({ length: 21 }, () => ({
      ...payoutOf(ann.uid),
      args: { ...(payoutOf(ann.uid).args as object), amountCents: 100 },
    }))
    expect(new Set(await push(admin, ...by([ann.uid], ...many.slice(0, 20))))).toEqual(new Set(['done']))
    expect(await push(admin, ...by([ann.uid], ...many.slice(20)))).toEqual(['TOO_MANY_PAYOUTS'])
  })

  it('counts with the role that its author has when it arrives', async () => {
    await setRole(ann, 'admin')
    expect(await push(admin, ...by([ann.uid], boxOf(bob.uid)))).toEqual(['done'])
    await setRole(ann, 'user')
    expect(await push(admin, ...by([ann.uid], boxOf(bob.uid)))).toEqual(['FORBIDDEN'])
    // nor does an admin's name help somebody who lost the role
    expect(await push(ann, ...by([admin.uid], boxOf(bob.uid)))).toEqual(['FORBIDDEN'])
    expect(await boxes(bob.uid)).toBe(1)
  })

  it('counts in a restored shop as it did before, even if the backup still has its author as an admin', async () => {
    await setRole(ann, 'admin')
    const [box] = by([ann.uid], boxOf(bob.uid)) as [QueuedCommand]
    expect(await push(admin, await asAcknowledged(shop, admin, box, 'user'))).toEqual(['FORBIDDEN'])
    const [own] = by([ann.uid], boxOf(ann.uid)) as [QueuedCommand]
    expect(await push(admin, await asAcknowledged(shop, admin, own, 'user'))).toEqual(['done'])
  })

  it('records no sale of a till, even if it names a former admin', async () => {
    await setRole(bob, 'admin')
    await setRole(bob, 'user')
    const sale = () => queuedSale([{ id: freshId(), name: 'Vase', consignorId: null, priceCents: 1_000 }], freshId())
    for (const madeBy of [[ann.uid], [bob.uid, ann.uid], [ann.uid, bob.uid]])
      expect(await push(admin, ...by(madeBy, sale()))).toEqual(['FORBIDDEN'])
    expect(await push(admin, ...by([bob.uid], sale()))).toEqual(['done'])
  })

  it('waits for an admin if it is a sale of somebody whom a restored shop no longer knows', async () => {
    const stranger = freshId()
    const sale = queuedSale([{ id: freshId(), name: 'Vase', consignorId: ann.uid, priceCents: 1_000 }], freshId())
    const { saleId } = sale.args as { saleId: string }
    expect(await push(admin, ...by(['Jane Doe (admin)'], sale))).toEqual(['FORBIDDEN'])
    expect(await push(admin, ...by([stranger], { ...sale, id: freshId() }))).toEqual(['done'])
    const waiting = shop.platform.db.selectFrom('suspended_sales').select('by_uid').where('id', '=', suspendedIdOf(saleId))
    expect(await waiting.execute()).toEqual([{ by_uid: stranger }])
    expect(await available(ann.uid)).toBe(10_000)
  })

  it('is refused when its author’s account is closed or unknown', async () => {
    expect(await push(admin, ...by([freshId()], boxOf(bob.uid)))).toEqual(['FORBIDDEN'])
    await shop.platform.runCommand({ uid: admin.uid, role: 'admin', wasAdmin: false }, closeAccount, { uid: ann.uid })
    expect(await push(admin, ...by([ann.uid], boxOf(ann.uid)))).toEqual(['FORBIDDEN'])
    expect([await boxes(ann.uid), await boxes(bob.uid)]).toEqual([0, 0])
  })
})
