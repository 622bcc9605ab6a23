/** The readers of news: a person by uid, all admins, or the Discord channels of a kind. */
export type Reader = `user:${string}` | 'admins' | 'channels:sales' | 'channels:payouts'

/** An event to notify about. Strangers may be in a Discord channel, so news for channels contains no names of people. News for a person names no
 *  other person. */
export type News = {
  readonly topic: Topic
  readonly reader: Reader
  /** Id of the row that the news is about. */
  readonly subject: string
  readonly lines: readonly string[]
  /** Topic of earlier news about the subject, which this news takes back. This news goes only to targets that may have received the earlier news. */
  readonly takesBack?: Topic
}

type Words = {
  readonly title: string
  /** Title of a message with this many lines. */
  readonly many: (count: number) => string
  /** The path that a tap opens. */
  readonly path: string
}

const OFFERS = '/marketplace?tab=offers'

export const TOPICS = {
  sold: { title: 'Sold!', many: (count) => `Sold! ${count} items`, path: '/sales-history' },
  saleUndone: { title: 'Sale undone', many: (count) => `Sales undone: ${count} items`, path: '/sales-history' },
  goodsReturned: { title: 'Goods returned', many: (count) => `Goods returned: ${count} items`, path: '/sales-history' },
  payoutRequested: { title: 'Payout requested', many: (count) => `${count} payouts requested`, path: '/payout-requests' },
  payoutSent: { title: 'Payout sent', many: (count) => `${count} payouts sent`, path: '/sales-history' },
  payoutUnsent: { title: 'Payout not sent after all', many: (count) => `${count} payouts not sent after all`, path: '/sales-history' },
  offerReceived: { title: 'New offer', many: (count) => `${count} new offers`, path: OFFERS },
  offerCountered: { title: 'Counter offer', many: (count) => `${count} counter offers`, path: OFFERS },
  offerAccepted: { title: 'Offer accepted', many: (count) => `${count} offers accepted`, path: '/marketplace?tab=trades' },
  offerDeclined: { title: 'Offer declined', many: (count) => `${count} offers declined`, path: OFFERS },
  offerEndsSoon: { title: 'An offer ends soon', many: (count) => `${count} offers end soon`, path: OFFERS },
  tradeShipped: { title: 'Your trade was shipped', many: (count) => `${count} trades shipped`, path: '/marketplace?tab=trades' },
  tradePaid: {
    title: 'Your trade was shipped and paid',
    many: (count) => `${count} trades shipped and paid`,
    path: '/marketplace?tab=trades',
  },
  orderToShip: { title: 'Order to ship', many: (count) => `${count} orders to ship`, path: '/admin-fulfillment' },
} as const satisfies Record<string, Words>

export type Topic = keyof typeof TOPICS
