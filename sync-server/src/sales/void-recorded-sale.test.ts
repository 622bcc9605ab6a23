import { addConsignorItem } from '@shop/shared/inventory/commands/add-item.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { recordCustomSale } from '@shop/shared/sales/commands/record-custom-sale.ts'
import { recordSale } from '@shop/shared/sales/commands/record-sale.ts'
import { voidRecordedSale } from '@shop/shared/sales/commands/void-recorded-sale.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { setRoleByEmail } from '../app/cli/admin-commands.ts'
import { asAcknowledged } from '../app/testing/acknowledged.ts'
import { pushAs } from '../app/testing/news.ts'
import { signUpProved } from '../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { TELL_JOB, type TellPayload } from '../notifications/effects.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

forEachDatabase('a recorded sale that is undone', (open) => {
  let shop: TestShop
  let admin: string
  let ann: { readonly uid: string; readonly token: string }
  let lamp: string
  let saleId: string

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
  }, 60_000)
  beforeEach(async () => {
    ann = await shop.signUp(`${freshId()}@example.org`)
    lamp = freshId()
    saleId = freshId()
    const texts = { itemName: 'Lamp', barcode1: '036000291452' }
    const money = { salePriceCents: 10_000, shippingCostCents: 1_000, quantity: 2, consignorPercentage: 60 }
    await pushAs(
      shop,
      admin,
      queued(addConsignorItem, { id: lamp, consignorId: ann.uid, texts, quantity: 3 }),
      queued(recordSale, { saleId, itemId: lamp, consignorId: ann.uid, ...money }),
    )
  })

  const undo = (more: object = {}) =>
    queued(voidRecordedSale, { saleId, itemId: lamp, consignorId: ann.uid, reason: 'a slip', goods: 'back', ...more })
  const balance = async () => (await shop.ask('GET', `/sales/balance/${ann.uid}`, undefined, { token: admin })).body.balance
  const stock = async () =>
    (await shop.platform.db.selectFrom('items').select('stock_count').where('id', '=', lamp).executeTakeFirstOrThrow()).stock_count
  const toldBy = async ({ id }: QueuedCommand) => {
    const waiting = await shop.platform.db.selectFrom('jobs').select('payload').where('kind', '=', TELL_JOB).execute()
    const payloads = waiting.map(({ payload }) => payload as TellPayload).filter(({ commandId }) => commandId === id)
    return payloads.flatMap(({ news }) => news.map(({ reader, topic }) => [reader, topic])).sort()
  }
  const mismatches = async () => (await shop.ask('POST', '/sales/ledger/check', undefined, { token: admin })).body.mismatches

  it('returns the goods, takes the share back, tells the consignor, and happens once', async () => {
    expect([await balance(), await stock()]).toEqual([54, 1])
    const command = undo()
    expect(await pushAs(shop, admin, command)).toEqual(['done'])
    expect([await balance(), await stock(), await mismatches()]).toEqual([0, 3, []])
    expect(await toldBy(command)).toEqual([
      ['channels:sales', 'saleUndone'],
      [`user:${ann.uid}`, 'saleUndone'],
    ])
    expect(await pushAs(shop, admin, command, undo())).toEqual(['done', 'rejected'])
    expect([await balance(), await stock()]).toEqual([0, 3])
    const { body } = await shop.ask('GET', `/sales/history/${ann.uid}`, undefined, ann)
    expect(body.sales).toMatchObject([{ voidedAt: expect.any(String) }])
  })

  it('takes a custom sale back whole', async () => {
    const custom = freshId()
    await pushAs(shop, admin, queued(recordCustomSale, { saleId: custom, consignorId: ann.uid, itemName: 'Chair', amountCents: 700 }))
    expect(await balance()).toBe(61)
    expect(await pushAs(shop, admin, undo({ saleId: custom, itemId: null }))).toEqual(['done'])
    expect([await balance(), await mismatches()]).toEqual([54, []])
  })

  const push = async (token: string, ...commands: QueuedCommand[]): Promise<string[]> => {
    const { body } = await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands }, { token })
    return body.results.map(({ status, code }: { status: string; code?: string }) => code ?? status)
  }
  /** Number of postings that took the sale back. */
  const voidPostings = async () => {
    const entries = shop.platform.db.selectFrom('ledger_entries').select('posting_id').distinct().where('source_id', '=', saleId)
    return (await entries.where('kind', '=', 'recorded_sale_void').execute()).length
  }

  it('is undone by one of two admins at the same moment, and the other one is told', async () => {
    const second = await signUpProved(shop, `${freshId()}@example.org`)
    const { email } = (await shop.ask('GET', '/auth/me', undefined, second)).body
    await setRoleByEmail(shop.platform, email, 'admin')
    const outcomes = await Promise.all([admin, second.token, admin, second.token].map((token) => push(token, undo())))
    expect(outcomes.flat().sort()).toEqual(['ALREADY_VOIDED', 'ALREADY_VOIDED', 'ALREADY_VOIDED', 'done'])
    expect([await balance(), await stock(), await voidPostings(), await mismatches()]).toEqual([0, 3, 1, []])
  })

  it('is not undone by a former admin, neither by themselves nor by a file that an admin hands in', async () => {
    const eve = await signUpProved(shop, `${freshId()}@example.org`)
    const { email } = (await shop.ask('GET', '/auth/me', undefined, eve)).body
    const setRole = (role: 'admin' | 'user') => setRoleByEmail(shop.platform, email, role)
    await setRole('admin')
    await setRole('user')
    const command = undo()
    expect(await push(eve.token, command)).toEqual(['FORBIDDEN'])
    expect(await push(admin, { ...command, id: freshId(), madeBy: [eve.uid] })).toEqual(['FORBIDDEN'])
    expect([await balance(), await stock(), await voidPostings()]).toEqual([54, 1, 0])
    // the same person, an admin again
    await setRole('admin')
    expect(await push(eve.token, { ...command, id: freshId() })).toEqual(['done'])
    expect([await balance(), await stock(), await voidPostings()]).toEqual([0, 3, 1])
  })

  it('is undone once by a file of another admin, even when that admin’s device sends it too', async () => {
    const other = await signUpProved(shop, `${freshId()}@example.org`)
    const { email } = (await shop.ask('GET', '/auth/me', undefined, other)).body
    await setRoleByEmail(shop.platform, email, 'admin')
    const command = undo()
    expect(await push(admin, { ...command, madeBy: [other.uid] })).toEqual(['done'])
    expect(await push(other.token, command)).toEqual(['done'])
    expect([await balance(), await stock(), await voidPostings(), await mismatches()]).toEqual([0, 3, 1, []])
  })

  it('comes back undone after a restore that lost it, tells nobody again, and happens once', async () => {
    // as the sale's own device did, the restored shop knows the sale but not the undo
    const lost = await asAcknowledged(shop, { token: admin }, undo())
    expect(await push(admin, lost)).toEqual(['done'])
    expect([await balance(), await stock(), await voidPostings(), await mismatches()]).toEqual([0, 3, 1, []])
    expect(await toldBy(lost)).toEqual([])
    expect(await push(admin, lost)).toEqual(['done'])
    // another device, where the same sale was undone too, before the restore or since
    expect(await push(admin, await asAcknowledged(shop, { token: admin }, undo()), undo())).toEqual(['ALREADY_VOIDED', 'ALREADY_VOIDED'])
    expect([await balance(), await stock(), await voidPostings()]).toEqual([0, 3, 1])
  })

  it('is no business of its consignor', async () => {
    expect(await pushAs(shop, ann.token, undo())).toEqual(['rejected'])
    expect([await balance(), await stock()]).toEqual([54, 1])
  })
})
