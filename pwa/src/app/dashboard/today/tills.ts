import { type Cents, cents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { isWithin } from '@shop/shared/pos/rules/period.ts'
import { type PosFacts, salesIn, takingsIn, takingsOf } from '@shop/shared/pos/rules/takings.ts'
import type { Cart, PosSale } from '@shop/shared/pos/schema.ts'

/** One till, as the shop knows it from its sales and carts. */
export type Till = {
  /** The device. */
  readonly clientId: string
  /** Series of its receipts (law *Receipts*); '' before its first sale. */
  readonly series: string
  readonly takenCents: Cents
  readonly sales: number
  /** Pieces in its open cart. */
  readonly openPieces: number
  /** Time of its last sale or saved cart that the shop has received. */
  readonly lastHeardMs: number
}

/** Days after which a silent till is no longer listed. */
const LISTED_DAYS = 7

type Day = { readonly fromMs: number; readonly toMs: number; readonly nowMs: number }

/** Lists the tills that the shop heard from within a week, the busiest of today first. A sale belongs to the device of its cart; a sale whose cart is
 *  gone belongs to the device that has used the series. A return or void takes back today what the till's sale took. */
export function tillsOf({ sales, refunds }: PosFacts, carts: readonly Cart[], { fromMs, toMs, nowMs }: Day): readonly Till[] {
  const sinceMs = nowMs - LISTED_DAYS * 86_400_000
  const tills = new Map<string, { -readonly [K in keyof Till]: Till[K] }>()
  const tillOf = (clientId: string) => {
    const till = tills.get(clientId) ?? { clientId, series: '', takenCents: ZERO_CENTS, sales: 0, openPieces: 0, lastHeardMs: 0 }
    tills.set(clientId, till)
    return till
  }
  const clientByCart = new Map<string, string>()
  for (const cart of carts) {
    clientByCart.set(cart.id, cart.clientId)
    if (cart.updatedAtMs < sinceMs) continue
    const till = tillOf(cart.clientId)
    till.lastHeardMs = Math.max(till.lastHeardMs, cart.updatedAtMs)
    if (cart.status === 'open') till.openPieces += cart.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  }
  const day = { fromMs, toMs }
  const returned = new Set(refunds.flatMap(({ saleId, atMs }) => (isWithin(atMs, day) ? [saleId] : [])))
  const recent = sales
    .filter(({ id, soldAtMs, voidedAtMs }) => soldAtMs >= sinceMs || isWithin(voidedAtMs, day) || returned.has(id))
    .sort((a, b) => a.soldAtMs - b.soldAtMs)
  const clientBySeries = new Map<string, string>()
  for (const { cartId, receiptNumber } of recent) {
    const clientId = clientByCart.get(cartId)
    if (clientId !== undefined) clientBySeries.set(seriesOf(receiptNumber), clientId)
  }
  const tillOfSale = ({ cartId, receiptNumber }: Pick<PosSale, 'cartId' | 'receiptNumber'>) => {
    const series = seriesOf(receiptNumber)
    return tillOf(clientByCart.get(cartId) ?? clientBySeries.get(series) ?? series)
  }
  for (const sale of recent) {
    const till = tillOfSale(sale)
    till.series = seriesOf(sale.receiptNumber)
    till.lastHeardMs = Math.max(till.lastHeardMs, sale.soldAtMs)
  }
  for (const taking of takingsIn(takingsOf({ sales: recent, refunds }), day)) {
    const till = tillOfSale(taking.sale ?? { cartId: '', receiptNumber: taking.receiptNumber })
    till.sales += salesIn(taking, day)
    till.takenCents = cents(till.takenCents + taking.amountCents)
  }
  return [...tills.values()].sort((a, b) => b.takenCents - a.takenCents || b.lastHeardMs - a.lastHeardMs)
}

const seriesOf = (receiptNumber: string): string => receiptNumber.split('-')[0] ?? ''
