import { sameBarcode } from '@shop/shared/inventory/rules/barcodes.ts'
import { toCents } from '@shop/shared/kernel/dollars.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { cents, dollarsFromCents } from '@shop/shared/kernel/money.ts'
import { adjustBalanceCall, recordCustomSaleCall, recordSaleCall } from '@shop/shared/sales/calls.ts'
import { adjustBalance } from '@shop/shared/sales/commands/adjust-balance.ts'
import { recordCustomSale } from '@shop/shared/sales/commands/record-custom-sale.ts'
import { recordSale } from '@shop/shared/sales/commands/record-sale.ts'
import type { Sale } from '@shop/shared/sales/schema.ts'
import { DEFAULT_SETTINGS, SHOP_SETTINGS_ID } from '@shop/shared/settings/schema.ts'
import { namedColumns } from '../../platform/database/collection-table.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Platform } from '../../platform/platform.ts'
import { salesTable } from '../tables.ts'

/** POST /sales/record. */
export const handleRecordSale = implementCall(recordSaleCall, async ({ body, actor, platform, newId }) => {
  const saleId = body.saleID ?? newId()
  const before = await saleOf(platform, saleId)
  if (!before) await requireBarcode(platform, body.itemUID, body.barcode1)
  const args = {
    saleId,
    itemId: body.itemUID,
    consignorId: body.consignorID,
    salePriceCents: toCents(body.salePrice),
    shippingCostCents: toCents(body.shippingCost),
    quantity: body.quantitySold,
    consignorPercentage: body.consignorPercentage ?? before?.consignorPercentage ?? (await defaultSplit(platform, body.consignorID)),
  }
  await platform.runCommand(actor, recordSale, args, { id: body.saleID })
  const sale = before ?? (await saleOf(platform, saleId))
  return { message: 'Sale recorded successfully', saleID: saleId, payoutAmount: dollarsFromCents(sale?.payoutCents ?? toCents(0)) }
})

/** Refuses a barcode that does not belong to the item, because the sale would take pieces of another product than its sender means. */
async function requireBarcode(platform: Platform, itemId: string, barcode: string | null | undefined): Promise<void> {
  if (!barcode?.trim()) return
  const item = await platform.db
    .selectFrom('items')
    .select(['barcode1', 'barcode2'])
    .where('id', '=', itemId.toLowerCase())
    .executeTakeFirst()
  if (!item || [item.barcode1, item.barcode2].some((own) => sameBarcode(own, barcode))) return
  const message = 'This item has another barcode'
  throw refusal(kernelRefusals, 'INVALID', { message, fields: { barcode1: message } })
}

/** Reads a sale. A repeated request finds the sale that the first request recorded, and keeps its split. */
async function saleOf(platform: Platform, saleId: string): Promise<Sale | undefined> {
  return platform.db.selectFrom('sales').select(namedColumns(salesTable)).where('id', '=', saleId).executeTakeFirst()
}

/** Answers the split of a sale whose request names none: the shop's setting, or 0 for the shop's goods. */
async function defaultSplit(platform: Platform, consignorId: string | null): Promise<number> {
  if (consignorId === null) return 0
  const settings = platform.db.selectFrom('settings').select('default_split_percent as percent').where('id', '=', SHOP_SETTINGS_ID)
  return (await settings.executeTakeFirst())?.percent ?? DEFAULT_SETTINGS.defaultSplitPercent
}

/** POST /sales/custom. */
export const handleRecordCustomSale = implementCall(recordCustomSaleCall, async ({ body, actor, platform, newId }) => {
  const saleId = body.saleID ?? newId()
  const args = { saleId, consignorId: body.consignorID, itemName: body.itemName, amountCents: toCents(body.amount) }
  await platform.runCommand(actor, recordCustomSale, args, { id: body.saleID })
  return { message: 'Sale recorded successfully', saleID: saleId }
})

/** PUT /sales/balance/{id}. */
export const handleAdjustBalance = implementCall(adjustBalanceCall, async ({ params, body, actor, platform }) => {
  const { id, balance, seenBalance, reason } = body
  const seenCents = seenBalance === null || seenBalance === undefined ? null : toCents(seenBalance)
  await platform.runCommand(actor, adjustBalance, { uid: params.id, targetCents: toCents(balance), seenCents, reason }, { id })
  const balances = platform.db.selectFrom('balances').where('id', '=', params.id.toLowerCase())
  const row = await balances.select('available_cents').executeTakeFirst()
  return { message: 'Balance updated successfully', balance: dollarsFromCents(row?.available_cents ?? cents(0)) }
})
