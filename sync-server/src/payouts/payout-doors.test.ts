import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { markPayoutPaid } from '@shop/shared/payouts/commands/mark-payout-paid.ts'
import { removePayout } from '@shop/shared/payouts/commands/remove-payout.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import { MAX_PENDING_PAYOUTS } from '@shop/shared/payouts/schema.ts'
import { beforeAll, expect, it } from 'vitest'
import { asAcknowledged } from '../app/testing/acknowledged.ts'
import { ADMIN_EMAIL, ISO_8601, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'

forEachDatabase('the payout routes', (open) => {
  let shop: TestShop
  let admin: { token: string }
  let ann: { uid: string; token: string }
  let bob: { uid: string; token: string }

  /** Sells an item of Ann's for this price in dollars. She gets the whole price. */
  async function earn(salePrice: number) {
    const { body } = await shop.ask(
      'POST',
      '/inventory/consignor',
      { consignorID: ann.uid, itemName: 'Cup', barcode1: '1', quantity: 1 },
      admin,
    )
    const sale = { consignorID: ann.uid, itemUID: body.item.id, salePrice, quantitySold: 1, consignorPercentage: 100 }
    expect((await shop.ask('POST', '/sales/record', sale, admin)).status).toBe(200)
  }
  const balance = async () => (await shop.ask('GET', '/auth/me', undefined, ann)).body.balance
  const request = (amount: number, more: object = {}, by = ann) =>
    shop.ask('POST', `/payouts/${ann.uid}/request`, { amount, method: 'cashapp', paymentUsername: 'ann', ...more }, by)
  const ofAnn = async (path: string) => (await shop.ask('GET', path.replace('{id}', ann.uid), undefined, ann)).body
  const waiting = async () => (await shop.ask('GET', '/payouts/pending', undefined, admin)).body.payouts
  const pay = (id: string) => shop.ask('PATCH', `/payouts/${ann.uid}/${id}/paid`, undefined, admin)
  const remove = (id: string) => shop.ask('DELETE', `/payouts/${ann.uid}/${id}`, undefined, admin)

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
    ann = await shop.signUp('ann@example.org')
    bob = await shop.signUp('bob@example.org')
    await earn(100)
  }, 60_000)

  it('hold the amount immediately, list open requests, and settle a request on payment', async () => {
    const { status, body } = await request(30)
    expect([status, body.message, body.payout]).toEqual([
      200,
      'Payout request submitted successfully!',
      expect.objectContaining({ amount: 30, method: 'cashapp', paid: false, paymentUsername: '$ann' }),
    ])
    expect(await balance()).toBe(70)
    expect(body.payout.date).toMatch(ISO_8601)
    const more = { consignorID: ann.uid, displayName: 'ann', cashAppLink: 'https://cash.app/$ann/30.00', venmoUsername: '' }
    expect(await waiting()).toEqual([{ ...body.payout, ...more }])
    expect(await ofAnn('/sales/payouts/{id}')).toEqual({ payouts: [body.payout] })
    expect(await ofAnn('/sales/total-payouts/{id}')).toEqual({ totalPayouts: 0 })
    for (let i = 0; i < 2; i++) expect((await pay(body.payout.id)).body).toEqual({ message: 'Payout marked as paid' })
    expect((await remove(body.payout.id)).body.code).toBe('PAYOUT_PAID')
    expect(await waiting()).toEqual([])
    const { date } = body.payout
    const paid = { id: body.payout.id, amount: 30, method: 'cashapp', paid: true, date, timestamp: date, paymentUsername: '$ann' }
    expect(await ofAnn('/sales/payouts/{id}')).toEqual({ payouts: [paid] })
    expect(await ofAnn('/sales/total-payouts/{id}')).toEqual({ totalPayouts: 30 })
    expect(await ofAnn('/payouts/{id}/payment-info')).toEqual({ cashtag: '$ann', venmoUsername: '' })
  })

  it('return the amount when a request is deleted', async () => {
    const { payout } = (await request(20, { method: 'venmo', paymentUsername: 'ann-v' })).body
    expect(await balance()).toBe(50)
    expect(await waiting()).toMatchObject([{ id: payout.id, method: 'venmo', cashAppLink: '', venmoUsername: '@ann-v' }])
    expect(await ofAnn('/payouts/{id}/payment-info')).toEqual({ cashtag: '$ann', venmoUsername: '@ann-v' })
    expect((await ofAnn('/sales/payouts/{id}')).payouts.map(({ paid }: { paid: boolean }) => paid)).toEqual([false, true])
    for (let i = 0; i < 2; i++) expect((await remove(payout.id)).body).toEqual({ message: 'Payout request deleted and balance refunded' })
    expect(await balance()).toBe(70)
    expect((await pay(payout.id)).body.code).toBe('PAYOUT_DELETED')
    expect((await ofAnn('/sales/payouts/{id}')).payouts).toMatchObject([{ amount: 30, paid: true }])
  })

  it('accept one of two simultaneous requests for the same money, and either the payment or the deletion of a request', async () => {
    const answers = await Promise.all([request(70), request(70)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'BALANCE_TOO_LOW',
      message: 'Cannot request more than your current balance of $0.00',
    })
    const id = answers.find(({ status }) => status === 200)?.body.payout.id
    // payment and deletion arrive at the same moment, only one of them succeeds, and the balance shows which one
    const both = await Promise.all([pay(id), remove(id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await balance()).toBe(both[0]?.status === 200 ? 0 : 70)
    await earn(100)
  })

  it('create one payout when its request is sent twice', async () => {
    const id = freshId()
    const before = await balance()
    const [first, second] = [await request(10, { id }), await request(10, { id })]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.payout).toEqual(first.body.payout)
    expect(await balance()).toBe(before - 10)
  })

  it('say what is missing in the order of the form', async () => {
    const missing = async (body: object) => (await shop.ask('POST', `/payouts/${ann.uid}/request`, body, ann)).body
    const [method, amount] = ['Please select a payment method', 'Please enter a valid amount']
    expect(await missing({})).toMatchObject({ message: method, fields: { method, amount } })
    expect(await missing({ paymentUsername: 'ann', amount: 1 })).toMatchObject({ message: method, fields: { method } })
    expect(await missing({ method: 'venmo' })).toMatchObject({ message: amount, fields: { amount } })
    expect((await missing({ method: 'venmo', amount: 1 })).message).toBe('Please enter your Venmo username')
  })

  it('say what is wrong with a request', async () => {
    for (const amount of [0, -1, 0.004]) expect((await request(amount)).body.fields).toEqual({ amount: 'Please enter a valid amount' })
    expect((await request(1, { method: 'cheque' })).body.fields).toEqual({ method: 'Please select a payment method' })
    expect((await request(1, { paymentUsername: '$' })).body).toMatchObject({ fields: { paymentUsername: 'Please enter your CashTag' } })
    for (const paymentUsername of [undefined, null, ' ']) {
      const missing = (method: string) => request(1, { method, paymentUsername })
      const [cashapp, venmo] = ['Please enter your CashTag', 'Please enter your Venmo username']
      expect(await missing('cashapp')).toMatchObject({ status: 400, body: { message: cashapp, fields: { paymentUsername: cashapp } } })
      expect(await missing('venmo')).toMatchObject({ status: 400, body: { message: venmo, fields: { paymentUsername: venmo } } })
    }
    expect((await request(1, {}, bob)).status).toBe(403)
    expect((await pay(freshId())).status).toBe(404)
  })

  it('are closed after a restore until an admin confirms it, but run commands that a device hands back', async () => {
    const [{ payout }, { payout: other }] = [(await request(5)).body, (await request(3)).body]
    const before = await balance()
    await sql`update cluster set restore_detected_at_ms = 1`.execute(shop.platform.db)
    expect(await request(1)).toMatchObject({ status: 409, body: { code: 'PAYOUTS_CLOSED' } })
    expect((await pay(payout.id)).body.code).toBe('PAYOUTS_CLOSED')
    // the payout may have been paid after the backup, so its amount stays held until an admin confirms the restore
    expect(await remove(payout.id)).toMatchObject({ status: 409, body: { code: 'PAYOUTS_CLOSED' } })
    const push = async (more: object = {}, { name }: AnyCommand = markPayoutPaid, { id: payoutId } = payout) => {
      const queued = { id: freshId(), name, version: 1, args: { payoutId, uid: ann.uid }, at: Date.now(), ...more }
      const command = 'replay' in more ? await asAcknowledged(shop, admin, queued) : queued
      const { body } = await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [command] }, admin)
      return body.results[0]
    }
    expect(await push()).toMatchObject({ status: 'rejected', code: 'PAYOUTS_CLOSED' })
    expect(await push({}, removePayout)).toMatchObject({ status: 'rejected', code: 'PAYOUTS_CLOSED' })
    expect(await balance()).toBe(before)
    expect(await push({ replay: true })).toMatchObject({ status: 'done' })
    expect(await push({ replay: true }, removePayout, other)).toMatchObject({ status: 'done' })
    expect(await balance()).toBe(before + 3)
    expect((await shop.ask('GET', '/admin/restore', undefined, admin)).body).toEqual({
      detectedAt: '1970-01-01T00:00:00.001Z',
      report: null,
      waiting: { count: 0, entries: [] },
    })
    expect((await shop.ask('POST', '/admin/restore/confirm', undefined, admin)).status).toBe(200)
    expect((await shop.ask('GET', '/admin/restore', undefined, admin)).body).toMatchObject({ detectedAt: null, report: null })
    expect((await request(1)).status).toBe(200)
    const { rows } = await sql`select 1 from audit_entries where action = 'settings.confirmRestore'`.execute(shop.platform.db)
    expect(rows).toHaveLength(1)
  })

  it('accept only so many waiting requests from a consignor, plus requests that a device hands back or an admin makes', async () => {
    await earn(100)
    for (const { id } of await waiting()) await remove(id)
    const queued = () => ({
      id: freshId(),
      name: requestPayout.name,
      version: 1,
      args: { payoutId: freshId(), uid: ann.uid, amountCents: 1, method: 'cashapp', handle: 'ann' },
      at: Date.now() - 60_000,
    })
    const push = async (command: QueuedCommand) => {
      const { body } = await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [command] }, ann)
      return body.results[0]
    }
    // four requests for the last two places are sent at the same moment
    for (let n = 0; n < MAX_PENDING_PAYOUTS - 2; n++) expect(await push(queued())).toMatchObject({ status: 'done' })
    const last = await Promise.all([request(0.01), request(0.01), request(0.01), request(0.01)])
    expect(last.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    expect(await push(queued())).toMatchObject({
      status: 'rejected',
      code: 'TOO_MANY_PAYOUTS',
      message: 'You have asked for very many payouts that the shop has not paid yet. Please wait until it has.',
    })
    expect((await request(0.01)).body.code).toBe('TOO_MANY_PAYOUTS')
    expect((await waiting()).length).toBe(MAX_PENDING_PAYOUTS)
    expect(await push(await asAcknowledged(shop, ann, queued()))).toMatchObject({ status: 'done' })
    expect((await request(0.01, {}, { ...bob, ...admin })).status).toBe(200)
    for (const { id } of await waiting()) await pay(id)
    expect((await request(0.01)).status).toBe(200)
  })

  it('keep the books in balance', async () => expect(await checkBooks(shop.platform.db)).toEqual([]))
})
