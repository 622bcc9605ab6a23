import { toCents } from '@shop/shared/kernel/dollars.ts'
import { dollarsFromCents } from '@shop/shared/kernel/money.ts'
import { recordMarketplaceSale } from '@shop/shared/sales/calls.ts'
import { recordSale } from '@shop/shared/sales/commands/record-sale.ts'
import type { Sale } from '@shop/shared/sales/schema.ts'
import { DEFAULT_SETTINGS, SHOP_SETTINGS_ID } from '@shop/shared/settings/schema.ts'
import { selectRows } from '../../platform/database/collection-table.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Platform } from '../../platform/platform.ts'
import { salesTable } from '../tables.ts'

/** POST /sales/record. */
export const recordSaleCall = implementCall(recordMarketplaceSale, async ({ body, actor, platform, newId }) => {
  const saleId = body.saleID ?? newId()
  const before = await saleOf(platform, saleId)
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

/** Recorded already, when the request came before: it keeps the split it was made with. */
async function saleOf(platform: Platform, saleId: string): Promise<Sale | undefined> {
  return (await selectRows(platform.db, salesTable, sql`where id = ${saleId}`))[0]
}

/** What a sale pays when the request does not say: the shop's setting; nothing for the shop's own goods. */
async function defaultSplit(platform: Platform, consignorId: string | null): Promise<number> {
  if (consignorId === null) return 0
  const { rows } = await sql<{ percent: number }>`select default_split_percent as percent from settings
    where id = ${SHOP_SETTINGS_ID}`.execute(platform.db)
  return rows[0]?.percent ?? DEFAULT_SETTINGS.defaultSplitPercent
}
