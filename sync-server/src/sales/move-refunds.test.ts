import { refundSale } from '@shop/shared/sales/commands/refund-sale.ts'
import { voidPosSale } from '@shop/shared/sales/commands/void-pos-sale.ts'
import { saleLineId } from '@shop/shared/sales/rules/sold-pieces.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { pushAs } from '../app/testing/news.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { queuedSale } from '../app/testing/till-sales.ts'
import { TELL_JOB, type TellPayload } from '../notifications/effects.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { moveRefunds } from './move-refunds.ts'

forEachDatabase('returns that arrive before their sale', (open) => {
  let shop: TestShop
  let admin: string
  let ann: { uid: string; token: string }
  let lamp: string

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
    ann = await shop.signUp('ann@example.org')
  }, 60_000)
  beforeEach(async () => {
    const added = { consignorID: ann.uid, itemName: 'Lamp', barcode1: '1', quantity: 3 }
    lamp = (await shop.ask('POST', '/inventory/consignor', added, { token: admin })).body.item.id
  })

  /** A sale of lamps at 18 dollars on one tablet, and returns of one on another. */
  const sold = (quantity = 1) => {
    const one = queuedSale([{ id: lamp, name: 'Lamp', consignorId: ann.uid, priceCents: 1_800 }], `AB-${freshId().slice(-4)}`)
    const { lines, tenders, ...args } = one.args as { lines: object[]; tenders: object[]; saleId: string; receiptNumber: string }
    const paidCents = 1_800 * quantity
    const sale = {
      ...one,
      args: {
        ...args,
        lines: lines.map((line) => ({ ...line, quantity })),
        tenders: tenders.map((tender) => ({ ...tender, amountCents: paidCents, givenCents: paidCents })),
      },
    }
    const { saleId, receiptNumber } = args
    const giveBack = () =>
      queued(refundSale, {
        ...{ refundId: freshId(), saleId, receiptNumber },
        lines: [
          {
            ...{ saleLineId: saleLineId(saleId, 0), itemId: lamp, itemName: 'Lamp', consignorId: ann.uid },
            ...{ quantity: 1, amountCents: 1_800, goods: 'shelf', reason: 'too bright' },
          },
        ],
        tenders: [{ kind: 'cash', label: '', amountCents: 1_800 }],
      })
    const undo = queued(voidPosSale, { saleId, itemIds: [lamp], consignorIds: [ann.uid], reason: '', goods: 'back' })
    return { sale, saleId, giveBack, undo }
  }
  const balance = async () => (await shop.ask('GET', `/sales/balance/${ann.uid}`, undefined, { token: admin })).body.balance
  const stock = async () =>
    (await shop.platform.db.selectFrom('items').select('stock_count').where('id', '=', lamp).executeTakeFirstOrThrow()).stock_count
  const mismatches = async () => (await shop.ask('POST', '/sales/ledger/check', undefined, { token: admin })).body.mismatches
  const openOf = async (saleId: string) => {
    const rows = shop.platform.db
      .selectFrom('discrepancies')
      .select('kind')
      .where('sale_id', '=', saleId)
      .where('settled_at_ms', 'is', null)
    return (await rows.execute()).map(({ kind }) => kind)
  }
  /** Cents that the shop lost by returns of the sale. */
  const lostBy = async (saleId: string) => {
    const { rows } = await sql<{ lost: number }>`select coalesce(sum(-amount_cents), 0)::int as lost from ledger_entries
      where account = 'refund_loss' and source_id in (select id from refunds where sale_id = ${saleId})`.execute(shop.platform.db)
    return rows[0]?.lost
  }
  const toldWhy = async (saleId: string) => {
    const waiting = await shop.platform.db.selectFrom('jobs').select('payload').where('kind', '=', TELL_JOB).execute()
    const news = waiting.flatMap(({ payload }) => (payload as TellPayload).news)
    return news
      .filter(({ topic, subject }) => topic === 'goodsReturned' && subject === saleId)
      .map(({ reader, lines }) => [reader, ...lines])
  }

  it('are taken from it when it arrives, once, and its consignor is told why', async () => {
    const { sale, saleId, giveBack } = sold()
    const back = giveBack()
    expect(await pushAs(shop, admin, back)).toEqual(['done'])
    await moveRefunds(shop.platform)
    expect([await stock(), await openOf(saleId), await lostBy(saleId)]).toEqual([3, ['refund_without_sale'], 1_800])
    expect(await pushAs(shop, admin, sale)).toEqual(['done'])
    expect([await balance(), await stock()]).toEqual([8.32, 2])
    await moveRefunds(shop.platform)
    const moved = [0, 3, [], 0, []]
    const state = async () => [await balance(), await stock(), await openOf(saleId), await lostBy(saleId), await mismatches()]
    expect(await state()).toEqual(moved)
    // both commands come again, and the job runs again
    expect(await pushAs(shop, admin, back, sale)).toEqual(['done', 'done'])
    await moveRefunds(shop.platform)
    expect(await state()).toEqual(moved)
    expect(await toldWhy(saleId)).toEqual([
      ['channels:sales', 'Lamp, $18.00'],
      [`user:${ann.uid}`, 'Lamp, $18.00, your share falls by $8.32: too bright'],
    ])
    const { refunded } = await shop.platform.db
      .selectFrom('sales')
      .select('refunded')
      .where('pos_sale_id', '=', saleId)
      .executeTakeFirstOrThrow()
    expect(refunded).toMatchObject({ quantity: 1, payoutCents: 832, returns: [{ reason: 'too bright' }] })
  })

  it('take what is left of it in either order of arrival, and the rest stays a loss and a question', async () => {
    for (const order of ['sale last', 'sale between', 'sale first']) {
      const { sale, saleId, giveBack } = sold(2)
      const [one, two, three] = [giveBack(), giveBack(), giveBack()]
      const queue = { 'sale last': [one, two, three, sale], 'sale between': [one, sale, two, three], 'sale first': [sale, one, two, three] }
      for (const command of queue[order as keyof typeof queue]) expect(await pushAs(shop, admin, command)).toEqual(['done'])
      await moveRefunds(shop.platform)
      expect([order, await balance(), await stock(), await openOf(saleId), await lostBy(saleId), await mismatches()]).toEqual([
        ...[order, 0, 3, ['refunded_twice'], 1_800, []],
      ])
    }
  })

  it('are moved once by two servers that see them at the same time, while somebody voids the sale', async () => {
    const { sale, saleId, giveBack, undo } = sold(3)
    expect(await pushAs(shop, admin, giveBack(), giveBack(), sale)).toEqual(['done', 'done', 'done'])
    await Promise.all([moveRefunds(shop.platform), pushAs(shop, admin, undo), moveRefunds(shop.platform)])
    await moveRefunds(shop.platform)
    expect([await balance(), await stock(), await mismatches()]).toEqual([0, 3, []])
    expect(await openOf(saleId)).not.toContain('refund_without_sale')
  })

  it('are found by the job of the server', async () => {
    const { sale, saleId, giveBack } = sold()
    expect(await pushAs(shop, admin, giveBack(), sale)).toEqual(['done', 'done'])
    await shop.platform.db
      .updateTable('jobs')
      .set({ run_at: new Date(0) })
      .where('kind', '=', 'sales.moveRefunds')
      .execute()
    await shop.platform.jobs.drain()
    expect([await balance(), await openOf(saleId)]).toEqual([0, []])
  })

  it('stay a loss when they are of a release that kept no number of pieces, and the job runs no command for them', async () => {
    const { sale, saleId, giveBack } = sold()
    expect(await pushAs(shop, admin, giveBack(), sale)).toEqual(['done', 'done'])
    await sql`update refunds set lines = (select jsonb_agg(line - 'excessQuantity') from jsonb_array_elements(lines) line)
      where sale_id = ${saleId}`.execute(shop.platform.db)
    const moves = async () => (await sql`select 1 from command_log where name = 'sales.moveRefund'`.execute(shop.platform.db)).rows.length
    const before = await moves()
    await moveRefunds(shop.platform)
    expect([await moves(), await openOf(saleId), await lostBy(saleId)]).toEqual([before, ['refund_without_sale'], 1_800])
  })
})
