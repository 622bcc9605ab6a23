import { gunzipSync } from 'node:zlib'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { refundSale } from '@shop/shared/sales/commands/refund-sale.ts'
import { voidPosSale } from '@shop/shared/sales/commands/void-pos-sale.ts'
import { saleLineId } from '@shop/shared/sales/rules/sold-pieces.ts'
import { beforeAll, expect, it } from 'vitest'
import { pushAs } from '../app/testing/news.ts'
import { ADMIN_EMAIL, ISO_8601, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { queuedSale } from '../app/testing/till-sales.ts'
import { TELL_JOB, type TellPayload } from '../notifications/effects.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

forEachDatabase('returns', (open) => {
  let shop: TestShop
  let admin: string
  let ann: { uid: string; token: string }
  let lamp: string
  let sale: QueuedCommand
  let saleId: string

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
    ann = await shop.signUp('ann@example.org')
    const added = { consignorID: ann.uid, itemName: 'Lamp', barcode1: '1', quantity: 3 }
    lamp = (await shop.ask('POST', '/inventory/consignor', added, { token: admin })).body.item.id
    sale = queuedSale([{ id: lamp, name: 'Lamp', consignorId: ann.uid, priceCents: 1_800 }], 'AB-0001')
    saleId = (sale.args as { saleId: string }).saleId
  }, 60_000)

  const giveBack = (amountCents = 1_800, reason = 'too bright') =>
    queued(refundSale, {
      ...{ refundId: freshId(), saleId, receiptNumber: 'AB-0001' },
      lines: [
        {
          ...{ saleLineId: saleLineId(saleId, 0), itemId: lamp, itemName: 'Lamp', consignorId: ann.uid },
          ...{ quantity: 1, amountCents, goods: 'shelf', reason },
        },
      ],
      tenders: [{ kind: 'cash', label: '', amountCents }],
    })
  const balance = async () => (await shop.ask('GET', `/sales/balance/${ann.uid}`, undefined, { token: admin })).body.balance
  const stock = async () =>
    (await shop.platform.db.selectFrom('items').select('stock_count').where('id', '=', lamp).executeTakeFirstOrThrow()).stock_count
  const mismatches = async () => (await shop.ask('POST', '/sales/ledger/check', undefined, { token: admin })).body.mismatches
  /** Everything that the first sync of a person's device brings. */
  const firstSync = async (token: string) => {
    const request = new Request(`http://localhost/api/sync/start?protocol=${PROTOCOL_VERSION}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const bytes = Buffer.from(await (await shop.server.fetch(request)).arrayBuffer())
    return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()
  }
  const toldBy = async ({ id }: QueuedCommand) => {
    const waiting = await shop.platform.db.selectFrom('jobs').select('payload').where('kind', '=', TELL_JOB).execute()
    const payloads = waiting.map(({ payload }) => payload as TellPayload).filter(({ commandId }) => commandId === id)
    return payloads.flatMap(({ news }) => news.map(({ reader, topic, lines }) => [reader, topic, ...lines])).sort()
  }

  it('take the share back, put the piece into stock and tell the consignor why, once', async () => {
    expect(await pushAs(shop, admin, sale)).toEqual(['done'])
    expect([await balance(), await stock()]).toEqual([8.32, 2])
    const command = giveBack()
    expect(await pushAs(shop, admin, command, command)).toEqual(['done', 'done'])
    expect([await balance(), await stock(), await mismatches()]).toEqual([0, 3, []])
    expect(await toldBy(command)).toEqual([
      ['channels:sales', 'goodsReturned', 'Lamp, $18.00'],
      [`user:${ann.uid}`, 'goodsReturned', 'Lamp, $18.00, your share falls by $8.32: too bright'],
    ])
  })

  it('stand in the sales history with their parts and reasons', async () => {
    const [lampSold] = (await shop.ask('GET', `/sales/history/${ann.uid}`, undefined, ann)).body.sales
    expect(lampSold).toMatchObject({ salePrice: 18, payoutAmount: 8.32, soldQuantity: 1, voidedAt: null })
    const part = { quantity: 1, amount: 18, payoutAmount: 8.32 }
    const returnedAt = expect.stringMatching(ISO_8601)
    expect(lampSold.refunded).toEqual({ ...part, returns: [{ ...part, returnedAt, reason: 'too bright' }] })
  })

  it('stand with their sale in the ledger', async () => {
    const { body } = await shop.ask('GET', `/sales/ledger?source=${saleId}`, undefined, { token: admin })
    expect(
      body.postings
        .map(({ kind, source }: { kind: string; source: { kind: string; label: string } }) => [kind, source.kind, source.label])
        .sort(),
    ).toEqual([
      ['pos_sale', 'sale', 'Lamp'],
      ['pos_tender', 'sale', 'AB-0001'],
      ['refund', 'refund', 'AB-0001'],
      ['refund_tender', 'refund', 'AB-0001'],
    ])
  })

  it('reach admins, and their consignor only as a part of the sale', async () => {
    const [admins, anns] = [await firstSync(admin), await firstSync(ann.token)]
    expect([admins, anns].map((rows) => rows.trimEnd().endsWith('end'))).toEqual([true, true])
    expect([admins, anns].map((rows) => rows.includes('excessCents'))).toEqual([true, false])
    expect([admins, anns].map((rows) => rows.includes('too bright'))).toEqual([true, true])
    expect([admins, anns].map((rows) => rows.includes('shopCents'))).toEqual([true, false])
  })

  it('of the same piece on another tablet cost the consignor nothing more, and ask an admin', async () => {
    const second = giveBack()
    expect(await pushAs(shop, admin, second)).toEqual(['done'])
    expect([await balance(), await stock(), await mismatches(), await toldBy(second)]).toEqual([0, 3, [], []])
    const open = await shop.platform.db.selectFrom('discrepancies').select(['kind', 'note']).where('sale_id', '=', saleId).execute()
    expect(open).toEqual([{ kind: 'refunded_twice', note: '$18.00 on receipt AB-0001: Lamp' }])
    const undo = queued(voidPosSale, { saleId, itemIds: [lamp], consignorIds: [ann.uid], reason: '', goods: 'back' })
    expect(await pushAs(shop, admin, undo)).toEqual(['done'])
    expect([await balance(), await stock(), await mismatches()]).toEqual([0, 3, []])
  })

  it('of which the payment is forged are found by the check of the books', async () => {
    const forged = (byCents: number) =>
      sql`update ledger_entries set amount_cents = amount_cents + ${byCents} where kind = 'refund_tender' and account = 'sales_clearing'
        and source_id = (select id from refunds order by id limit 1)`.execute(shop.platform.db)
    await forged(5)
    expect(await mismatches()).toContainEqual(
      expect.objectContaining({ kind: 'posting', account: 'sales_clearing', expected: 0, found: 5 }),
    )
    await forged(-5)
    expect(await mismatches()).toEqual([])
  })

  it('are refused to consignors, whatever they name', async () => {
    expect(await pushAs(shop, ann.token, giveBack(1))).toEqual(['rejected'])
    expect([await balance(), await stock()]).toEqual([0, 3])
  })
})
