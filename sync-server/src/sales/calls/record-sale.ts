import { toCents } from '@shop/shared/kernel/dollars.ts'
import { dollarsFromCents } from '@shop/shared/kernel/money.ts'
import { recordMarketplaceSale } from '@shop/shared/sales/calls.ts'
import { recordSale } from '@shop/shared/sales/commands/record-sale.ts'
import { DEFAULT_SETTINGS } from '@shop/shared/settings/schema.ts'
import { selectRows } from '../../platform/collection-table.ts'
import { implementCall } from '../../platform/implement-call.ts'
import { sql } from '../../platform/sql.ts'
import { salesTable } from '../tables.ts'

/** POST /sales/record. */
export const recordSaleCall = implementCall(recordMarketplaceSale, async ({ body, actor, platform, newId }) => {
  const saleId = body.saleID ?? newId()
  const args = {
    saleId,
    itemId: body.itemUID,
    consignorId: body.consignorID,
    salePriceCents: toCents(body.salePrice),
    shippingCostCents: toCents(body.shippingCost),
    quantity: body.quantitySold,
    consignorPercentage: body.consignorPercentage ?? DEFAULT_SETTINGS.defaultSplitPercent,
  }
  await platform.runCommand(actor, recordSale, args, { id: body.saleID })
  const [sale] = await selectRows(platform.db, salesTable, sql`where id = ${saleId}`)
  return { message: 'Sale recorded successfully', saleID: saleId, payoutAmount: dollarsFromCents(sale?.payoutCents ?? toCents(0)) }
})
