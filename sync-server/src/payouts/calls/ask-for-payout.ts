import { toCents } from '@shop/shared/kernel/dollars.ts'
import { askForPayout } from '@shop/shared/payouts/calls.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import { selectRows } from '../../platform/database/collection-table.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { restPayout } from '../rest-payouts.ts'
import { payoutsTable } from '../tables.ts'

/** POST /payouts/{userId}/request. */
export const askForPayoutCall = implementCall(askForPayout, async ({ params, body, actor, platform, newId }) => {
  const payoutId = body.id ?? newId()
  const args = {
    payoutId,
    uid: params.userId.toLowerCase(),
    amountCents: toCents(body.amount),
    method: body.method,
    handle: body.paymentUsername,
  }
  await platform.runCommand(actor, requestPayout, args, { id: body.id })
  const [payout] = await selectRows(platform.db, payoutsTable, sql`where id = ${payoutId}`)
  if (!payout) throw new Error(`payout ${payoutId} was requested and is not there`)
  return { message: 'Payout request submitted successfully!', payout: restPayout(payout) }
})
