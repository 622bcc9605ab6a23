import { searchItemsCall } from '@shop/shared/inventory/calls/search-items.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { selectRows } from '../../platform/database/collection-table.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { restItemsOf } from '../rest-items.ts'
import { itemsTable } from '../tables.ts'
import { containsText, isPlacedAt } from '../text-search.ts'

/** GET /inventory/search. One row more than asked for tells whether there is more. */
export const handleSearchItems = implementCall(searchItemsCall, async ({ query, actor, platform }) => {
  const { filter, limit, page } = query
  const consignorId = searchKey(query.consignor ?? '')
  if (actor.role === 'user' && consignorId !== actor.uid) throw refusal(kernelRefusals, 'FORBIDDEN')

  const conditions = [sql`true`]
  if (consignorId !== '') conditions.push(sql`consignor_id = ${consignorId}`)
  if (filter === 'master') conditions.push(sql`consignor_id is null`)
  if (filter === 'consignor') conditions.push(sql`consignor_id is not null`)
  const needle = searchKey(query.searchTerm ?? '')
  if (needle !== '') conditions.push(containsText(needle))
  const place = searchKey(query.location ?? '')
  if (place !== '') conditions.push(isPlacedAt(place))

  const found = await selectRows(
    platform.db,
    itemsTable,
    sql`where ${sql.join(conditions, sql` and `)} order by created_at_ms desc, id desc limit ${limit + 1} offset ${(page - 1) * limit}`,
  )
  return {
    items: await restItemsOf(platform, found.slice(0, limit), actor.role === 'user' ? 'owner' : 'admin'),
    hasMore: found.length > limit,
    page,
  }
})
