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

const OFFERS = '/marketplace?tab=offers'

/** How each topic is put, and where it leads. */
export const TOPICS = {
  sold: { title: 'Sold!', many: (count) => `Sold! ${count} items`, path: '/sales-history' },
  saleUndone: { title: 'Sale undone', many: (count) => `Sales undone: ${count} items`, path: '/sales-history' },
  payoutRequested: { title: 'Payout requested', many: (count) => `${count} payouts requested`, path: '/payout-requests' },
  payoutSent: { title: 'Payout sent', many: (count) => `${count} payouts sent`, path: '/sales-history' },
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

/** What news can be about. */
export type Topic = keyof typeof TOPICS
