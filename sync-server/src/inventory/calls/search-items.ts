import { searchItemsCall } from '@shop/shared/inventory/calls/search-items.ts'
import { searchNeedles } from '@shop/shared/inventory/rules/item-search.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { namedColumns } from '../../platform/database/collection-table.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { restItemsOf } from '../rest-items.ts'
import { itemsTable } from '../tables.ts'
import { containsText, isPlacedAt } from '../text-search.ts'

/** GET /inventory/search. Reads one row beyond the page, to see if there are more. */
export const handleSearchItems = implementCall(searchItemsCall, async ({ query, actor, platform }) => {
  const { filter, limit, page } = query
  const consignorId = searchKey(query.consignor ?? '')
  if (actor.role === 'user' && consignorId !== actor.uid) throw refusal(kernelRefusals, 'FORBIDDEN')

  let items = platform.db.selectFrom('items').select(namedColumns(itemsTable))
  if (consignorId !== '') items = items.where('consignor_id', '=', consignorId)
  if (filter === 'master') items = items.where('consignor_id', 'is', null)
  if (filter === 'consignor') items = items.where('consignor_id', 'is not', null)
  const needles = searchNeedles(query.searchTerm ?? '').filter((needle) => needle !== '')
  if (needles.length > 0) items = items.where(({ or }) => or(needles.map(containsText)))
  const place = searchKey(query.location ?? '')
  if (place !== '') items = items.where(isPlacedAt(place))

  const newest = items.orderBy('created_at_ms', 'desc').orderBy('id', 'desc')
  const found = await newest
    .limit(limit + 1)
    .offset((page - 1) * limit)
    .execute()
  return {
    items: await restItemsOf(platform, found.slice(0, limit), actor.role === 'user' ? 'owner' : 'admin'),
    hasMore: found.length > limit,
    page,
  }
})
