import { dollarsFromCents } from '@shop/shared/kernel/money.ts'
import { listRecentSales } from '@shop/shared/sales/history-calls.ts'
import { selectRows } from '../../platform/database/collection-table.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import { salesTable } from '../tables.ts'

/** GET /sales/recent-with-images. Public: nothing of who sold, bought or earned. */
export const listRecentSalesCall = implementPublicCall(listRecentSales, async ({ query, platform }) => {
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
