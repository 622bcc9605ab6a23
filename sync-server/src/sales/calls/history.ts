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
import { namedColumns } from '../../platform/database/collection-table.ts'
import { implementCall, implementPublicCall } from '../../platform/http/implement-call.ts'
import { requirePerson } from '../../platform/http/require-person.ts'
import type { Platform } from '../../platform/platform.ts'
import { restSale } from '../rest-sales.ts'
import { salesTable } from '../tables.ts'

const selectSales = ({ db }: Platform) => db.selectFrom('sales').select(namedColumns(salesTable))

/** GET /sales/balance/{id}. */
export const handleGetBalance = implementCall(getBalanceCall, async ({ params, actor, platform }) => {
  const uid = await requirePerson(platform, actor, params.id)
  const balances = platform.db.selectFrom('balances').where('id', '=', uid)
  const balance = await balances.select('available_cents').executeTakeFirst()
  return { balance: dollarsFromCents(balance?.available_cents ?? ZERO_CENTS) }
})

/** GET /sales/history/{id}. */
export const handleGetSalesHistory = implementCall(getSalesHistoryCall, async ({ params, actor, platform }) => {
  const uid = await requirePerson(platform, actor, params.id)
  const ofConsignor = selectSales(platform).where('consignor_id', '=', uid)
  const rows = await ofConsignor.orderBy('sold_at_ms', 'desc').orderBy('id', 'desc').limit(SALES_HISTORY_LIMIT).execute()
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
  // a text that is no id finds no sale
  const found = await selectSales(platform).where('id', '=', params.id.toLowerCase()).executeTakeFirst()
  if (!found) throw refusal(salesRefusals, 'SALE_NOT_FOUND')
  await platform.runCommand(actor, editSale, { saleId: found.id, changes })
  const sale = await selectSales(platform).where('id', '=', found.id).executeTakeFirst()
  return { message: 'Sale updated successfully! Data refreshed.', sale: restSale(sale ?? found) }
})

/** GET /sales/recent-with-images. Public, so the answer contains nothing about sellers, buyers or earnings. It leaves out custom sales, because their
 *  item names are typed freely and may name a person. */
export const handleListRecentSales = implementPublicCall(listRecentSalesCall, async ({ query, platform }) => {
  const sold = selectSales(platform)
    .where('voided_at_ms', 'is', null)
    .where('kind', '<>', 'custom')
    .where('sale_price_cents', '>', ZERO_CENTS)
  const rows = await sold.orderBy('sold_at_ms', 'desc').orderBy('id', 'desc').limit(query.limit).execute()
  return {
    sales: rows.map(({ itemName, imageUrl, salePriceCents, soldAtMs }) => {
      const dateSold = new Date(soldAtMs).toISOString()
      return { itemName, imageUrl, salePrice: dollarsFromCents(salePriceCents), dateSold, timestamp: dateSold }
    }),
  }
})
