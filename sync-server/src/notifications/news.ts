import { formatCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import type { Writes } from '@shop/shared/kernel/unit-of-work.ts'
import { METHOD_NAME } from '@shop/shared/payouts/rules/payout-form.ts'
import { type Payout, payouts } from '@shop/shared/payouts/schema.ts'
import { type Sale, sales } from '@shop/shared/sales/schema.ts'
import { type Offer, offers, type Trade, trades } from '@shop/shared/trades/schema.ts'
import type { News, Reader, Topic } from './topics.ts'
import { newsOfMove, newsOfReminder, newsOfShipping } from './trade-news.ts'

type Facts = { readonly writes: Writes }

/** Functions that make the news of each command from its writes. A repeated command writes nothing, so it makes no news. A feature that adds news
 *  needs an entry here and a topic in topics.ts. */
export const NEWS: Readonly<Record<string, (facts: Facts) => readonly News[]>> = {
  'sales.completePosSale': salesMade,
  'sales.settleSuspendedSale': salesMade,
  'sales.record': salesMade,
  'sales.custom': salesMade,
  'inventory.sellMaster': salesMade,
  'sales.voidPosSale': salesUndone,
  'sales.voidRecordedSale': salesUndone,
  'sales.refund': goodsReturned,
  'sales.moveRefund': goodsReturned,
  'inventory.settleDiscrepancy': salesUndone,
  'payouts.request': payoutsRequested,
  'payouts.markPaid': payoutsPaid,
  'payouts.undoPaid': payoutsUnpaid,
  'trades.request': tradeNews(newsOfMove),
  'trades.accept': tradeNews(newsOfMove),
  'trades.decline': tradeNews(newsOfMove),
  'trades.counter': tradeNews(newsOfMove),
  'trades.acceptCounter': tradeNews(newsOfMove),
  'trades.declineCounter': tradeNews(newsOfMove),
  'trades.buyerCounter': tradeNews(newsOfMove),
  'trades.expire': tradeNews(newsOfMove),
  'trades.leave': tradeNews(newsOfMove),
  'trades.addTracking': tradeNews(newsOfShipping),
  'trades.markShipped': tradeNews(newsOfShipping),
  'trades.remind': tradeNews(newsOfReminder),
}

/** Seconds for which the news of a command waits, since whoever ran it may undo it meanwhile: the ten seconds of the offer, and its way to the server.
 *  News that was undone by then is not told. */
export const NEWS_WAITS_SECONDS: Readonly<Record<string, number>> = { 'payouts.markPaid': 15 }

function tradeNews(newsOf: (trade: Trade | undefined, offers: readonly Offer[]) => News[]) {
  return ({ writes }: Facts): News[] => newsOf(written<Trade>(writes, trades)[0], written<Offer>(writes, offers))
}

/** Lists the rows that a command wrote to a collection, without deleted rows. */
function written<R>(writes: Writes, { name }: { readonly name: string }): R[] {
  return [...(writes.get(name)?.values() ?? [])].filter((row) => row !== null) as unknown[] as R[]
}

function salesMade({ writes }: Facts): News[] {
  const made = written<Sale>(writes, sales).filter(({ voidedAtMs }) => voidedAtMs === null)
  const pieces = ({ soldQuantity, itemName }: Sale) => (soldQuantity === 1 ? itemName : `${soldQuantity} × ${itemName}`)
  return aboutSales(
    made,
    'sold',
    // `inventory.sellMaster` records no price
    (sale) => `${pieces(sale)}${sale.salePriceCents === 0 ? '' : ` for ${formatCents(sale.salePriceCents)}`}`,
    (sale) => `${pieces(sale)} for ${formatCents(sale.salePriceCents)}, your share is ${formatCents(sale.payoutCents)}`,
  )
}

function salesUndone({ writes }: Facts): News[] {
  const undone = written<Sale>(writes, sales).filter(({ voidedAtMs }) => voidedAtMs !== null)
  const name = ({ itemName }: Sale) => itemName
  return aboutSales(undone, 'saleUndone', name, name).map((news) => ({ ...news, takesBack: 'sold' }))
}

function goodsReturned({ writes }: Facts): News[] {
  const latest = ({ refunded }: Sale) => refunded?.returns.at(-1)
  const back = (sale: Sale) => `${sale.itemName}, ${formatCents(latest(sale)?.totalCents ?? ZERO_CENTS)}`
  const why = (sale: Sale) => (latest(sale)?.reason ? `: ${latest(sale)?.reason}` : '')
  return aboutSales(
    written<Sale>(writes, sales),
    'goodsReturned',
    back,
    (sale) => `${back(sale)}, your share falls by ${formatCents(latest(sale)?.payoutCents ?? ZERO_CENTS)}${why(sale)}`,
  )
}

/** Makes the news of each sale or checkout: one for the channels, and one for each consignor. */
function aboutSales(rows: readonly Sale[], topic: Topic, forChannels: (sale: Sale) => string, forOwner: (sale: Sale) => string): News[] {
  const news = new Map<string, { topic: Topic; reader: Reader; subject: string; lines: string[] }>()
  const add = (reader: Reader, subject: string, line: string) => {
    const key = `${subject} ${reader}`
    const known = news.get(key)
    if (known) known.lines.push(line)
    else news.set(key, { topic, reader, subject, lines: [line] })
  }
  for (const sale of rows) {
    const subject = sale.posSaleId ?? sale.id
    add('channels:sales', subject, forChannels(sale))
    if (sale.consignorId !== null) add(`user:${sale.consignorId}`, subject, forOwner(sale))
  }
  return [...news.values()]
}

function payoutsRequested({ writes }: Facts): News[] {
  return written<Payout>(writes, payouts).flatMap(({ id, amountCents, method }) => {
    const news = { topic: 'payoutRequested', subject: id, lines: [`${formatCents(amountCents)} by ${METHOD_NAME[method]}`] } as const
    return [
      { ...news, reader: 'channels:payouts' },
      { ...news, reader: 'admins' },
    ]
  })
}

function payoutsPaid({ writes }: Facts): News[] {
  return written<Payout>(writes, payouts).flatMap(({ id, uid, amountCents, method }) => {
    // the consignor is told the handle too. `tell` reads it from the payout, so that no news that waits names a person who is erased meanwhile
    const news = { topic: 'payoutSent', subject: id, lines: [`${formatCents(amountCents)} by ${METHOD_NAME[method]}`] } as const
    return [
      { ...news, reader: `user:${uid}` },
      { ...news, reader: 'channels:payouts' },
    ]
  })
}

function payoutsUnpaid({ writes }: Facts): News[] {
  return written<Payout>(writes, payouts).flatMap(({ id, uid, amountCents, method }) => {
    const lines = [`${formatCents(amountCents)} by ${METHOD_NAME[method]} still waits to be paid`]
    const news = { topic: 'payoutUnsent', subject: id, lines, takesBack: 'payoutSent' } as const
    return [
      { ...news, reader: `user:${uid}` },
      { ...news, reader: 'channels:payouts' },
    ]
  })
}
