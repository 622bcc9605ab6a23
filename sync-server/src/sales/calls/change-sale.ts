import { toCents } from '@shop/shared/kernel/dollars.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { editSale } from '@shop/shared/sales/commands/edit-sale.ts'
import { salesRefusals } from '@shop/shared/sales/errors.ts'
import { changeSale } from '@shop/shared/sales/history-calls.ts'
import { selectRows } from '../../platform/database/collection-table.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { restSale } from '../rest-sales.ts'
import { salesTable } from '../tables.ts'

const centsOf = (dollars: number | undefined) => (dollars === undefined ? undefined : toCents(dollars))

/** PUT /sales/{id}. */
export const changeSaleCall = implementCall(changeSale, async ({ params, body, actor, platform }) => {
  const { itemName, soldQuantity, salePrice, shippingCost, payoutAmount } = body
  const changes = {
    itemName,
    soldQuantity,
    salePriceCents: centsOf(salePrice),
    shippingCostCents: centsOf(shippingCost),
    payoutCents: centsOf(payoutAmount),
  }
  // what is not an id names no sale
  const [found] = await selectRows(platform.db, salesTable, sql`where id = ${params.id.toLowerCase()}`)
  if (!found) throw refusal(salesRefusals, 'SALE_NOT_FOUND')
  await platform.runCommand(actor, editSale, { saleId: found.id, changes })
  const [sale = found] = await selectRows(platform.db, salesTable, sql`where id = ${found.id}`)
  return { message: 'Sale updated successfully! Data refreshed.', sale: restSale(sale) }
})
