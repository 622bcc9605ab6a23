import { randomUUID } from 'node:crypto'
import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import { acceptOffer, declineOffer } from '@shop/shared/trades/commands/answer-offer.ts'
import { counterAsBuyer, counterOffer } from '@shop/shared/trades/commands/counter-offer.ts'
import { cancelTrade } from '@shop/shared/trades/commands/end-trade.ts'
import { requestTrade } from '@shop/shared/trades/commands/request-trade.ts'
import { addTracking, attachLabel } from '@shop/shared/trades/commands/ship-trade.ts'
import type { Offer } from '@shop/shared/trades/schema.ts'
import type { Pictures } from '../platform/kernel/pictures.ts'
import type { Platform } from '../platform/platform.ts'
import { tidyTrades } from '../trades/expire-trades.ts'
import { offerReferenceOf, orderReferenceOf, readOffers } from '../trades/references.ts'
import type { Chance } from './chance.ts'
import { demoLabel } from './demo-label.ts'
import { balancesOf, type Member } from './demo-payouts.ts'
import { DAY_MS } from './demo-stock.ts'
import { trackingNumber } from './demo-week.ts'

const HOUR_MS = 3_600_000
/** The shipping cost that a buyer has to be able to pay besides the goods. */
const SHIPPING_CENTS = 400

/** The course of one trade. `first`: the answer of its first seller. `others`: the answer of the other sellers, or none yet. */
type Story = {
  readonly daysAgo: number
  readonly sellers: number
  readonly ownShipping?: boolean
  readonly first?: 'accept' | 'decline' | 'counter' | 'counterBack'
  readonly others?: 'decline'
  readonly ending?: 'cancel' | 'label' | 'track'
  /** The role of the first consignor, if she can play it. Visitors sign in as her, and find offers to answer on both sides. */
  readonly firstMember?: 'buys' | 'sells'
}

/** The trades: at least one for each state, with the ended trades spread over the last weeks. The first consignor's trades come first, before others
 *  have taken her goods. */
const STORIES: readonly Story[] = [
  { daysAgo: 1.2, sellers: 1, first: 'counter', firstMember: 'buys' },
  { daysAgo: 0.1, sellers: 1, firstMember: 'sells' },
  { daysAgo: 12, sellers: 1, first: 'accept', ending: 'track', firstMember: 'buys' },
  { daysAgo: 60, sellers: 1, first: 'accept', ending: 'track' },
  { daysAgo: 33, sellers: 1, first: 'accept', ending: 'track' },
  { daysAgo: 9, sellers: 2, first: 'decline', others: 'decline' },
  { daysAgo: 8, sellers: 1 },
  { daysAgo: 6, sellers: 1, ending: 'cancel' },
  { daysAgo: 3, sellers: 1, first: 'accept', ownShipping: true, ending: 'label' },
  { daysAgo: 2, sellers: 1, first: 'accept' },
  { daysAgo: 1, sellers: 2, first: 'accept' },
  { daysAgo: 0.8, sellers: 1, first: 'counterBack' },
]

type Trading = {
  readonly platform: Platform
  readonly images: Pictures
  readonly deskUid: string
  readonly members: readonly Member[]
  readonly chance: Chance
}

/** Runs the trades between the consignors. */
export async function tradeAmongConsignors(trading: Trading): Promise<void> {
  const traded = new Set<string>()
  for (const story of STORIES) await tell(trading, story, traded)
  await tidyTrades(trading.platform)
}

async function tell(trading: Trading, story: Story, traded: Set<string>): Promise<void> {
  const { platform } = trading
  const askedAtMs = platform.nowMs() - story.daysAgo * DAY_MS
  const wish = await findWish(trading, story, { askedAtMs, traded })
  if (!wish) throw new Error('The demo shop has nothing to trade')
  const { buyer, barcode, sellers, quantity, priceCents } = wish
  traded.add(barcode)
  const run = (uid: string, command: AnyCommand, args: unknown, hours: number) =>
    platform.runCommand({ uid, role: 'user', wasAdmin: false }, command, args, { atMs: askedAtMs + hours * HOUR_MS, isReplay: true })
  const tradeId = randomUUID()
  const { displayName: name, street, city, state, zip } = buyer
  const shippingAddress = { name, street, city, state, zip, country: 'USA' }
  const about = { tradeId, buyerUid: buyer.uid, barcode }
  const asked = { quantity, pricePerItemCents: priceCents, providesOwnShipping: story.ownShipping ?? false, shippingAddress }
  await run(buyer.uid, requestTrade, { ...about, ...asked, sellers: sellers.map((uid) => ({ uid, offerId: randomUUID() })) }, 0)
  const offers = await readOffers(platform.db, tradeId)
  for (const [nth, offer] of offers.entries()) await answer(trading, story, nth, offer, run)
  if (story.ending === 'cancel') await run(buyer.uid, cancelTrade, { ...about, reason: 'Found one nearby' }, 3)
  if (story.ending === 'label') {
    const label = await trading.images.keepLabel({ bytes: demoLabel(), id: randomUUID() })
    await run(buyer.uid, attachLabel, { ...about, trackingNumber: trackingNumber('USPS', trading.chance), carrier: 'USPS', label }, 4)
  }
  if (story.ending === 'track') {
    const reference = await orderReferenceOf(platform.db, tradeId)
    await run(trading.deskUid, addTracking, { ...reference, trackingNumber: trackingNumber('USPS', trading.chance), carrier: 'USPS' }, 20)
  }
}

type Run = (uid: string, command: AnyCommand, args: unknown, hours: number) => Promise<unknown>

async function answer({ platform }: Trading, story: Story, nth: number, offer: Offer, run: Run): Promise<void> {
  const act = nth === 0 ? story.first : story.others
  if (act === undefined) return
  const reference = await offerReferenceOf(platform.db, offer.id)
  const higher = Math.ceil(offer.bidCents * 1.15)
  if (act === 'accept') await run(offer.sellerUid, acceptOffer, { ...reference, priceCents: null }, 2)
  else if (act === 'decline') await run(offer.sellerUid, declineOffer, reference, 2)
  else await run(offer.sellerUid, counterOffer, { ...reference, priceCents: higher }, 2)
  if (act === 'counterBack')
    await run(reference.buyerUid, counterAsBuyer, { ...reference, priceCents: Math.ceil(offer.bidCents * 1.05) }, 3)
}

type Wish = {
  readonly buyer: Member
  readonly barcode: string
  readonly sellers: readonly string[]
  readonly quantity: number
  readonly priceCents: number
}

/** Finds a barcode that this many sellers had when the buyer asked, and a buyer who can pay for it. With two sellers, the quantity exceeds the stock of
 *  the first. */
async function findWish(
  { platform, members, chance }: Trading,
  { sellers, firstMember }: Story,
  { askedAtMs, traded }: { readonly askedAtMs: number; readonly traded: ReadonlySet<string> },
): Promise<Wish | undefined> {
  const balances = await balancesOf(platform)
  const rows = await platform.db
    .selectFrom('items')
    .select(({ fn, val }) => [
      'barcode1 as barcode',
      fn
        .agg<string>('string_agg', ['consignor_id', val(',')])
        .distinct()
        .as('holders'),
      fn.sum<number>('stock_count').as('pieces'),
      fn.min<number>('price_cents').as('priceCents'),
    ])
    .where('consignor_id', 'is not', null)
    .where('stock_count', '>', 0)
    .where('price_cents', '>', cents(500))
    .groupBy('barcode1')
    .having(({ fn }) => fn.max('created_at_ms'), '<=', askedAtMs)
    .orderBy('barcode1')
    .execute()
  const wishes = rows.flatMap(({ barcode, holders, pieces, priceCents }): Wish[] => {
    const held = holders.split(',')
    const quantity = sellers > 1 ? pieces : 1
    const bidCents = Math.floor(priceCents * 0.8)
    if (traded.has(barcode) || held.length !== sellers) return []
    return members
      .filter(({ uid }) => !held.includes(uid) && (balances.get(uid) ?? 0) >= bidCents * quantity * 1.2 + SHIPPING_CENTS)
      .map((buyer) => ({ buyer, barcode, sellers: held, quantity, priceCents: bidCents }))
  })
  const first = members[0]?.uid ?? ''
  const hers = wishes.filter(({ buyer, sellers: held }) =>
    firstMember === 'buys' ? buyer.uid === first : firstMember === 'sells' && held.includes(first),
  )
  return wishes.length > 0 ? chance.pick(hers.length > 0 ? hers : wishes) : undefined
}
