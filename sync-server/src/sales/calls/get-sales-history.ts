import { getSalesHistory, SALES_HISTORY_LIMIT } from '@shop/shared/sales/history-calls.ts'
import { selectRows } from '../../platform/database/collection-table.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { restSale } from '../rest-sales.ts'
import { salesTable } from '../tables.ts'

/** GET /sales/history/{id}. */
export const getSalesHistoryCall = implementCall(getSalesHistory, async ({ params, platform }) => {
  const rows = await selectRows(
    platform.db,
    salesTable,
    sql`where consignor_id = ${params.id.toLowerCase()} order by sold_at_ms desc, id desc limit ${SALES_HISTORY_LIMIT}`,
  )
  return { sales: rows.map(restSale) }
})
