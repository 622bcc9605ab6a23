import { addConsignorItem } from '@shop/shared/inventory/commands/add-item.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult, QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { markPayoutPaid } from '@shop/shared/payouts/commands/mark-payout-paid.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import { recordSale } from '@shop/shared/sales/commands/record-sale.ts'
import { voidPosSale } from '@shop/shared/sales/commands/void-pos-sale.ts'
import { voidRecordedSale } from '@shop/shared/sales/commands/void-recorded-sale.ts'
import { saleReferenceOf } from '@shop/shared/sales/rules/sale-reference.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { asAcknowledged } from './testing/acknowledged.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'
import { queuedSale } from './testing/till-sales.ts'

type Person = { readonly uid: string; readonly token: string }

forEachDatabase('a command that comes back before the work that it builds on', (open) => {
  let shop: TestShop
  let admin: Person
  let ann: Person
  let lamp: string
  const [office, till, phone] = [freshId(), freshId(), freshId()]

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    admin = { token, uid: (await shop.ask('GET', '/auth/me', undefined, { token })).body.uid }
  }, 60_000)
  beforeEach(async () => {
    await shop.platform.db.updateTable('cluster').set({ restore_detected_at_ms: null, restore_reported_at_ms: null }).execute()
    await shop.platform.confirmRestore()
    ann = await shop.signUp(`${freshId()}@example.org`)
    lamp = freshId()
    const texts = { itemName: 'Lamp', barcode1: '036000291452' }
    await send(admin, till, queued(addConsignorItem, { id: lamp, consignorId: ann.uid, texts, quantity: 5 }))
    await shop.platform.db.updateTable('cluster').set({ restore_detected_at_ms: 1 }).execute()
  })

  const send = async (who: Person, clientId: string, ...commands: QueuedCommand[]): Promise<string[]> => {
    const { body } = await shop.ask('POST', '/sync/push', { clientId, protocol: PROTOCOL_VERSION, commands }, who)
    return body.results.map(({ status, code }: CommandResult) => code ?? status)
  }
  /** Returns commands to the restored shop, each as the one who sent it first. */
  const giveBack = async (who: Person, clientId: string, ...commands: QueuedCommand[]) => {
    const role = who === admin ? 'admin' : 'user'
    const sealed = await Promise.all(commands.map((command) => asAcknowledged(shop, who, command, role)))
    const answers = await send(who, clientId, ...sealed)
    await shop.platform.jobs.drain()
    return answers
  }
  const told = async (clientId: string, who: Person, { id }: QueuedCommand): Promise<string | undefined> => {
    const headers = { authorization: `Bearer ${who.token}`, 'accept-encoding': 'identity' }
    const started = await shop.server.fetch(new Request(`http://localhost/api/sync/start?protocol=${PROTOCOL_VERSION}`, { headers }))
    const { cursor } = JSON.parse((await started.text()).split('\n')[0] ?? '')
    const { body } = await shop.ask('POST', '/sync/pull', { clientId, protocol: PROTOCOL_VERSION, cursor, everyResult: true }, who)
    const result = body.results.find((one: CommandResult) => one.id === id)
    return result?.code ?? result?.status
  }
  const balance = async () => (await shop.ask('GET', `/sales/balance/${ann.uid}`, undefined, admin)).body.balance
  const stock = async () =>
    (await shop.platform.db.selectFrom('items').select('stock_count').where('id', '=', lamp).executeTakeFirstOrThrow()).stock_count
  const confirm = () => shop.ask('POST', '/admin/restore/confirm', {}, admin)
  const waiting = async () => (await shop.ask('GET', '/admin/restore', undefined, admin)).body.waiting

  const saleOf = () => queuedSale([{ id: lamp, name: 'Lamp', consignorId: ann.uid, priceCents: 10_000 }], freshId())
  const undoOf = (sale: QueuedCommand) => queued(voidPosSale, { ...saleReferenceOf(sold(sale)), reason: '', goods: 'back' })
  const sold = ({ args }: QueuedCommand) => {
    const { saleId: id, ...sale } = args as { saleId: string }
    return { ...sale, id } as never
  }
  const request = () => queued(requestPayout, { payoutId: freshId(), uid: ann.uid, amountCents: 4_619, method: 'cashapp', handle: 'ann' })
  const paymentOf = ({ args }: QueuedCommand) => queued(markPayoutPaid, { payoutId: (args as { payoutId: string }).payoutId, uid: ann.uid })
  const statusOf = async ({ args }: QueuedCommand) => {
    const { payoutId } = args as { payoutId: string }
    return (await shop.platform.db.selectFrom('payouts').select('status').where('id', '=', payoutId).executeTakeFirst())?.status
  }

  it('waits, and takes effect when the last of that work comes back from another device', async () => {
    const [sale, wish] = [saleOf(), request()]
    const payment = paymentOf(wish)
    expect(await giveBack(admin, office, payment)).toEqual(['REPLAY_WAITS'])
    expect(await giveBack(ann, phone, wish)).toEqual(['REPLAY_WAITS'])
    expect([await told(office, admin, payment), await told(phone, ann, wish)]).toEqual([undefined, undefined])
    expect(await giveBack(admin, till, sale)).toEqual(['done'])
    expect([await told(office, admin, payment), await told(phone, ann, wish)]).toEqual(['done', 'done'])
    expect([await statusOf(wish), await balance(), await stock()]).toEqual(['paid', 0, 4])
  })

  it('takes a void back to its sale, whichever way the sale was recorded', async () => {
    const recorded = queued(recordSale, {
      ...{ saleId: freshId(), itemId: lamp, consignorId: ann.uid, salePriceCents: 2_000, shippingCostCents: 0, quantity: 1 },
      consignorPercentage: 50,
    })
    const { saleId, itemId, consignorId } = recorded.args as { saleId: string; itemId: string; consignorId: string }
    const sale = saleOf()
    const voids = [undoOf(sale), queued(voidRecordedSale, { saleId, itemId, consignorId, reason: '', goods: 'back' })]
    expect(await giveBack(admin, office, ...voids)).toEqual(['REPLAY_WAITS', 'REPLAY_WAITS'])
    expect(await giveBack(admin, till, sale, recorded)).toEqual(['done', 'done'])
    for (const one of voids) expect(await told(office, admin, one)).toBe('done')
    expect([await balance(), await stock()]).toEqual([0, 5])
  })

  it('is named to admins, and ends with its last refusal when one confirms the restore', async () => {
    const wish = request()
    expect(await giveBack(ann, phone, wish)).toEqual(['REPLAY_WAITS'])
    const message = 'Cannot request more than your current balance of $0.00'
    expect(await waiting()).toEqual({
      count: 1,
      entries: [{ id: wish.id, name: wish.name, byUid: ann.uid, aboutUid: ann.uid, amountCents: 4_619, at: expect.any(String), message }],
    })
    expect((await confirm()).status).toBe(200)
    expect(await told(phone, ann, wish)).toBe('BALANCE_TOO_LOW')
    expect(await giveBack(ann, phone, wish)).toEqual(['BALANCE_TOO_LOW'])
    expect(await waiting()).toEqual({ count: 0, entries: [] })
  })

  it('is named with the person whom it is about, and without anything else of its arguments', async () => {
    const payment = paymentOf(request())
    await giveBack(admin, office, payment, undoOf(saleOf()))
    const { entries } = await waiting()
    const named = { byUid: admin.uid, amountCents: null, id: expect.any(String), at: expect.any(String), message: expect.any(String) }
    expect(entries).toEqual(
      expect.arrayContaining([
        { ...named, name: markPayoutPaid.name, aboutUid: ann.uid },
        { ...named, name: voidPosSale.name, aboutUid: null },
      ]),
    )
    expect(entries).toHaveLength(2)
  })

  it('is tried once more before the restore is confirmed', async () => {
    const wish = request()
    await giveBack(ann, phone, wish)
    await shop.ask('PUT', `/sales/balance/${ann.uid}`, { balance: 46.19, reason: 'counted' }, admin)
    await confirm()
    expect([await told(phone, ann, wish), await statusOf(wish), await balance()]).toEqual(['done', 'pending', 0])
  })

  it('waits also while a consignor’s report of the restore has no answer, and ends when an admin denies the restore', async () => {
    await shop.platform.db
      .updateTable('cluster')
      .set({ restore_detected_at_ms: null, restore_reported_at_ms: 1, restore_reported_by: ann.uid })
      .execute()
    const wish = request()
    expect(await giveBack(ann, phone, wish)).toEqual(['REPLAY_WAITS'])
    await shop.ask('POST', '/admin/restore/report', { wasRestored: false }, admin)
    expect(await told(phone, ann, wish)).toBe('BALANCE_TOO_LOW')
  })

  it('is refused at once without a seal, with the seal of other arguments, under an id that is taken, or when no restore waits', async () => {
    const [plain, other, taken] = [paymentOf(request()), paymentOf(request()), paymentOf(request())]
    const changed = { ...(await asAcknowledged(shop, admin, other)), args: plain.args }
    expect(await send(admin, office, { ...plain, replay: true }, changed)).toEqual(['PAYOUTS_CLOSED', 'PAYOUTS_CLOSED'])
    await send(admin, till, { ...saleOf(), id: taken.id })
    expect(await giveBack(admin, office, taken)).toEqual(['ID_REUSED'])
    await confirm()
    expect(await giveBack(admin, office, paymentOf(request()))).toEqual(['PAYOUT_NOT_FOUND'])
    expect((await waiting()).count).toBe(0)
  })

  it('of somebody whom the backup does not know as an admin waits for the role', async () => {
    const wish = request()
    await giveBack(admin, till, saleOf())
    await giveBack(ann, phone, wish)
    const bob = await shop.signUp(`${freshId()}@example.org`)
    const sealed = await asAcknowledged(shop, bob, paymentOf(wish), 'admin')
    expect(await send(bob, office, sealed)).toEqual(['REPLAY_WAITS'])
    await shop.platform.db.updateTable('users').set({ role: 'admin' }).where('id', '=', bob.uid).execute()
    await giveBack(admin, till, saleOf())
    expect(await statusOf(wish)).toBe('paid')
  })

  it('is kept once for each device that sends it, and each device learns the end', async () => {
    const wish = request()
    for (const clientId of [phone, office, phone]) expect(await giveBack(ann, clientId, wish)).toEqual(['REPLAY_WAITS'])
    expect((await waiting()).count).toBe(1)
    await giveBack(admin, till, saleOf())
    expect([await told(phone, ann, wish), await told(office, ann, wish)]).toEqual(['done', 'done'])
    expect((await waiting()).count).toBe(0)
  })
})
