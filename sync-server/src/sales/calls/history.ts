import { toCents } from '@shop/shared/kernel/dollars.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { dollarsFromCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { editSale } from '@shop/shared/sales/commands/edit-sale.ts'
import { salesRefusals } from '@shop/shared/sales/errors.ts'
import {
  editSaleCall,
  getBalanceCall,
  getSalesHistoryCall,
  listRecentSalesCall,
  SALES_HISTORY_LIMIT,
} from '@shop/shared/sales/history-calls.ts'
import { selectRows } from '../../platform/database/collection-table.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall, implementPublicCall } from '../../platform/http/implement-call.ts'
import { restSale } from '../rest-sales.ts'
import { balancesTable, salesTable } from '../tables.ts'

/** GET /sales/balance/{id}. */
export const handleGetBalance = implementCall(getBalanceCall, async ({ params, platform }) => {
  const [row] = await selectRows(platform.db, balancesTable, sql`where id = ${params.id.toLowerCase()}`)
  return { balance: dollarsFromCents(row?.availableCents ?? ZERO_CENTS) }
})

/** GET /sales/history/{id}. */
export const handleGetSalesHistory = implementCall(getSalesHistoryCall, async ({ params, platform }) => {
  const rows = await selectRows(
    platform.db,
    salesTable,
    sql`where consignor_id = ${params.id.toLowerCase()} order by sold_at_ms desc, id desc limit ${SALES_HISTORY_LIMIT}`,
  )
  return { sales: rows.map(restSale) }
})

const centsOf = (dollars: number | undefined) => (dollars === undefined ? undefined : toCents(dollars))

/** PUT /sales/{id}. */
export const handleEditSale = implementCall(editSaleCall, async ({ params, body, actor, platform }) => {
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

/** GET /sales/recent-with-images. Public: nothing of who sold, bought or earned. */
export const handleListRecentSales = implementPublicCall(listRecentSalesCall, async ({ query, platform }) => {
  const rows = await selectRows(
    platform.db,
    salesTable,
    sql`where voided_at_ms is null and sale_price_cents > 0 order by sold_at_ms desc, id desc limit ${query.limit}`,
  )
  return {
    sales: rows.map(({ itemName, imageUrl, salePriceCents, soldAtMs }) => {
      const dateSold = new Date(soldAtMs).toISOString()
      return { itemName, imageUrl, salePrice: dollarsFromCents(salePriceCents), dateSold, timestamp: dateSold }
    }),
  }
})
