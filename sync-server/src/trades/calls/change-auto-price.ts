import { inventoryRefusals } from '@shop/shared/inventory/errors.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { changeAutoPrice } from '@shop/shared/trades/calls/marketplace.ts'
import { setAutoPrice } from '@shop/shared/trades/commands/set-auto-price.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'

/** PUT /marketplace/auto-prices/{itemId}. */
export const changeAutoPriceCall = implementCall(changeAutoPrice, async ({ params, body, actor, platform }) => {
  const itemId = params.itemId.toLowerCase()
  const { rows } = await sql<{ owner: string | null }>`select consignor_id as owner from items where id = ${itemId}`.execute(platform.db)
  if (!rows[0]) throw refusal(inventoryRefusals, 'ITEM_NOT_FOUND')
  if (rows[0].owner !== actor.uid) throw refusal(kernelRefusals, 'FORBIDDEN')
  await platform.runCommand(actor, setAutoPrice, {
    uid: actor.uid,
    itemId,
    acceptAtCents: body.acceptAt,
    declineBelowCents: body.declineBelow,
  })
  return { message: body.acceptAt === null && body.declineBelow === null ? 'Price rule removed' : 'Price rule saved' }
})
