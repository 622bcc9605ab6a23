import { getPaymentInfo } from '@shop/shared/payouts/calls.ts'
import { selectRows } from '../../platform/database/collection-table.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { paymentInfosTable } from '../tables.ts'

/** GET /payouts/{userId}/payment-info. */
export const getPaymentInfoCall = implementCall(getPaymentInfo, async ({ params, platform }) => {
  const [info] = await selectRows(platform.db, paymentInfosTable, sql`where id = ${params.userId.toLowerCase()}`)
  return { cashtag: info?.cashtag ?? '', venmoUsername: info?.venmoUsername ?? '' }
})
