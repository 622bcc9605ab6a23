import { toCents } from '@shop/shared/kernel/dollars.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { dollarsFromCents } from '@shop/shared/kernel/money.ts'
import { posRefusals } from '@shop/shared/pos/errors.ts'
import { refundSale } from '@shop/shared/sales/commands/refund-sale.ts'
import { salesRefusals } from '@shop/shared/sales/errors.ts'
import { refundSaleCall } from '@shop/shared/sales/refund-calls.ts'
import type { RefundArgs } from '@shop/shared/sales/rules/refund-args.ts'
import { namedColumns } from '../../platform/database/collection-table.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Platform } from '../../platform/platform.ts'
import { refundsTable } from '../tables.ts'

/** POST /sales/refunds. */
export const handleRefundSale = implementCall(refundSaleCall, async ({ body, actor, platform, newId, argsDone }) => {
  const refundId = body.refundID ?? newId()
  const tenders = body.tenders.map(({ kind, label, amount }) => ({ kind, label, amountCents: toCents(amount) }))
  if (!(await refundOf(platform, refundId))) {
    // a repeated request must not fail for want of rows
    const args = (await argsDone(refundSale)) ?? {
      refundId,
      shiftId: await shiftNamed(platform, body.shiftID),
      ...(await soldTogether(platform, body)),
      tenders,
    }
    await platform.runCommand(actor, refundSale, args, { id: body.refundID })
  }
  const lines = (await refundOf(platform, refundId))?.lines ?? []
  return {
    message: 'Return recorded successfully',
    refundID: refundId,
    lines: lines.map((line) => ({
      saleID: line.saleLineId,
      quantity: line.quantity,
      amount: dollarsFromCents(line.amountCents),
      payoutAmount: dollarsFromCents(line.payoutCents),
      excess: dollarsFromCents(line.excessCents),
    })),
  }
})

/** Finds the shift of a request, which may name none. */
async function shiftNamed({ db }: Platform, id: string | null | undefined): Promise<string | null> {
  if (!id) return null
  const known = await db.selectFrom('shifts').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) throw refusal(posRefusals, 'SHIFT_NOT_FOUND')
  return id
}

const refundOf = ({ db }: Platform, refundId: string) =>
  db.selectFrom('refunds').select(namedColumns(refundsTable)).where('id', '=', refundId).executeTakeFirst()

type Given = Pick<RefundArgs['lines'][number], 'goods' | 'reason'> & {
  readonly lines: readonly { readonly saleID: string; readonly quantity: number; readonly amount: number }[]
}

/** Finds the POS sale of the lines that came back, and each line as it was sold. */
async function soldTogether({ db }: Platform, { lines, goods, reason }: Given): Promise<Omit<RefundArgs, 'refundId' | 'tenders'>> {
  const ids = lines.map(({ saleID }) => saleID)
  const read = db.selectFrom('sales').select(['id', 'item_id', 'item_name', 'consignor_id', 'pos_sale_id']).where('id', 'in', ids)
  const sold = new Map((await read.execute()).map((row) => [row.id, row]))
  const named = lines.map((line) => {
    const row = sold.get(line.saleID)
    if (!row) throw refusal(salesRefusals, 'SALE_NOT_FOUND')
    return { line, row }
  })
  const [saleId, ...others] = new Set(named.map(({ row }) => row.pos_sale_id))
  if (!saleId || others.length > 0) throw wrongLines('A return takes lines of one POS sale')
  if (sold.size < lines.length) throw wrongLines('A line stands here twice')
  const receipt = await db.selectFrom('pos_sales').select('receipt_number').where('id', '=', saleId).executeTakeFirst()
  return {
    saleId,
    receiptNumber: receipt?.receipt_number ?? '',
    lines: named.map(({ line: { saleID, quantity, amount }, row }) => ({
      ...{ saleLineId: saleID, itemId: row.item_id, itemName: row.item_name, consignorId: row.consignor_id },
      ...{ quantity, amountCents: toCents(amount), goods, reason },
    })),
  }
}

const wrongLines = (message: string) => refusal(kernelRefusals, 'INVALID', { message, fields: { lines: message } })
