import { formatCents } from '@shop/shared/kernel/money.ts'
import type { Writes } from '@shop/shared/kernel/unit-of-work.ts'
import { type Payout, payouts } from '@shop/shared/payouts/schema.ts'
import { type Sale, sales } from '@shop/shared/sales/schema.ts'

/** Whom news is for: a person by uid, all admins, or the Discord channels of a kind. */
export type Reader = `user:${string}` | 'admins' | 'channels:sales' | 'channels:payouts'

/** Something worth telling. Nobody reads more than what is their own: channels of Discord may have anybody in them, so no names of people go there. */
export type News = {
  readonly topic: Topic
  readonly reader: Reader
  /** Id of what it is about. */
  readonly subject: string
  readonly lines: readonly string[]
  /** Takes back what was told about the subject under this topic: told only to those who had heard of it. */
  readonly takesBack?: Topic
}

type Words = {
  readonly title: string
  /** The title when one message holds this many. */
  readonly many: (count: number) => string
  /** Where a tap leads. */
  readonly path: string
}

/** How each topic is put, and where it leads. */
export const TOPICS = {
  sold: { title: 'Sold!', many: (count) => `Sold! ${count} items`, path: '/sales-history' },
  saleUndone: { title: 'Sale undone', many: (count) => `Sales undone: ${count} items`, path: '/sales-history' },
  payoutRequested: { title: 'Payout requested', many: (count) => `${count} payouts requested`, path: '/payout-requests' },
  payoutSent: { title: 'Payout sent', many: (count) => `${count} payouts sent`, path: '/sales-history' },
} as const satisfies Record<string, Words>

/** What news can be about. */
export type Topic = keyof typeof TOPICS

type Facts = { readonly writes: Writes }

/** Every event that is told, by the command that makes it: what it wrote, as news. A feature that has something to tell adds its command here, and a topic
 *  above; the rest is done for it. What a command did not write did not happen: a repeated one tells nothing. */
export const NEWS: Readonly<Record<string, (facts: Facts) => readonly News[]>> = {
  'sales.completePosSale': salesMade,
  'sales.record': salesMade,
  'sales.custom': salesMade,
  'inventory.sellMaster': salesMade,
  'sales.voidPosSale': salesUndone,
  'inventory.settleDiscrepancy': salesUndone,
  'payouts.request': payoutsRequested,
  'payouts.markPaid': payoutsPaid,
}

/** The rows of a collection a command put. */
function written<R>(writes: Writes, { name }: { readonly name: string }): R[] {
  return [...(writes.get(name)?.values() ?? [])].filter((row) => row !== null) as unknown[] as R[]
}

function salesMade({ writes }: Facts): News[] {
  const made = written<Sale>(writes, sales).filter(({ voidedAtMs }) => voidedAtMs === null)
  const pieces = ({ soldQuantity, itemName }: Sale) => (soldQuantity === 1 ? itemName : `${soldQuantity} × ${itemName}`)
  return aboutSales(
    made,
    'sold',
    // a sale of the shop's own goods elsewhere has no price
    (sale) => `${pieces(sale)}${sale.salePriceCents === 0 ? '' : ` for ${formatCents(sale.salePriceCents)}`}`,
    (sale) => `${pieces(sale)} for ${formatCents(sale.salePriceCents)}, your share is ${formatCents(sale.payoutCents)}`,
  )
}

function salesUndone({ writes }: Facts): News[] {
  const undone = written<Sale>(writes, sales).filter(({ voidedAtMs }) => voidedAtMs !== null)
  const name = ({ itemName }: Sale) => itemName
  return aboutSales(undone, 'saleUndone', name, name).map((news) => ({ ...news, takesBack: 'sold' }))
}

/** One piece of news for the channels and one for each consignor, for each sale that was rung up. */
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

const METHODS: Readonly<Record<Payout['method'], string>> = { cashapp: 'Cash App', venmo: 'Venmo' }

function payoutsRequested({ writes }: Facts): News[] {
  return written<Payout>(writes, payouts).flatMap(({ id, amountCents, method }) => {
    const news = { topic: 'payoutRequested', subject: id, lines: [`${formatCents(amountCents)} by ${METHODS[method]}`] } as const
    return [
      { ...news, reader: 'channels:payouts' },
      { ...news, reader: 'admins' },
    ]
  })
}

function payoutsPaid({ writes }: Facts): News[] {
  return written<Payout>(writes, payouts).flatMap(({ id, uid, amountCents, method, handle }) => {
    const news = { topic: 'payoutSent', subject: id } as const
    const amount = `${formatCents(amountCents)} by ${METHODS[method]}`
    return [
      { ...news, reader: `user:${uid}`, lines: [`${amount} to ${handle}`] },
      { ...news, reader: 'channels:payouts', lines: [amount] },
    ]
  })
}
