import type { Condition } from '@shop/shared/inventory/rules/conditions.ts'
import type { Chance } from './chance.ts'
import { DEMO_GOODS, type DemoGood } from './demo-goods.ts'
import { demoPicture } from './demo-pictures.ts'

/** The ways in which a piece leaves the shop. */
export type Channel = 'till' | 'marketplace'

/** Pieces that left the shop together. */
export type Departure = { readonly atMs: number; readonly quantity: number; readonly channel: Channel }

/** An item of the year, with the time of its arrival and the departures of its pieces. `owner`: an index into the consignors; null for goods of the
 *  shop. */
export type DemoItem = {
  readonly owner: number | null
  readonly name: string
  readonly barcode: string
  readonly location: string
  /** Name of the category; '' for none. */
  readonly category: string
  readonly condition: Condition | ''
  readonly imageUrl: string
  readonly priceCents: number
  readonly quantity: number
  readonly cameAtMs: number
  readonly departures: readonly Departure[]
}

export const DAY_MS = 86_400_000
const OWN_SHARE = 0.16
/** One title is used for about this number of items, so that several consignors have the same goods. */
const HOLDERS = 5
const SOLD_TODAY = 7
const OVERSOLD = 2
/** Conditions of goods, the frequent ones several times; '' for one that nobody stated. */
const CONDITIONS: readonly (Condition | '')[] = ['good', 'good', 'good', 'like_new', 'like_new', 'new', 'fair', 'poor', '']

/** Categories of the demo shop. Appliances have none: every shop has goods that nobody has sorted yet. */
export const DEMO_CATEGORIES: Readonly<Partial<Record<DemoGood[2], string>>> = {
  cd: 'CDs',
  vinyl: 'Vinyl',
  tape: 'Cassettes',
  film: 'Films',
  game: 'Video games',
  device: 'Electronics',
}

const PRICES: Readonly<Record<DemoGood[2], readonly [from: number, to: number]>> = {
  cd: [400, 1_800],
  vinyl: [900, 4_500],
  tape: [300, 1_200],
  film: [300, 1_500],
  game: [800, 6_500],
  device: [1_500, 22_000],
  appliance: [9_000, 42_000],
}

/** Picks a moment of that day within opening hours, most often around the middle of the day. */
function openHour(dayMs: number, chance: Chance): number {
  const sinceNine = Math.min(9.9, chance.next() * 6 + chance.next() * 4)
  return Math.floor(dayMs - (dayMs % DAY_MS) + (14 + sinceNine) * 3_600_000)
}

function itemOf(goods: readonly DemoGood[], owner: number | null, cameAtMs: number, nowMs: number, chance: Chance): DemoItem {
  const [name, barcode, kind] = chance.pick(goods)
  const [from, to] = PRICES[kind]
  const condition = chance.pick(CONDITIONS)
  const quantity = kind === 'appliance' ? 1 : chance.isTrue(0.55) ? 1 : chance.between(2, 6)
  const priceCents = Math.floor(chance.between(from, to) / 50) * 50 - 1
  const departures: Departure[] = []
  // most pieces sell within weeks, and some never sell
  const isWanted = chance.isTrue(0.78)
  for (let left = quantity; left > 0; ) {
    const pieces = left > 1 && chance.isTrue(0.15) ? 2 : 1
    left -= pieces
    const days = 7 - Math.log(1 - chance.next()) * (isWanted ? 48 : 400)
    const atMs = openHour(cameAtMs + days * DAY_MS, chance)
    if (atMs < nowMs) departures.push({ atMs, quantity: pieces, channel: chance.isTrue(0.62) ? 'till' : 'marketplace' })
  }
  departures.sort((a, b) => a.atMs - b.atMs)
  const location = `${chance.pick(['A', 'B', 'C', 'D'])}${chance.between(1, 12)}`
  const imageUrl = demoPicture(name, kind)
  return {
    owner,
    name,
    barcode,
    location,
    category: DEMO_CATEGORIES[kind] ?? '',
    condition,
    imageUrl,
    priceCents,
    quantity,
    cameAtMs,
    departures,
  }
}

/** Invents the items that came in a year, in order of arrival, with the departures of their pieces. */
export function yearOfGoods(itemCount: number, consignorCount: number, startMs: number, nowMs: number, chance: Chance): DemoItem[] {
  const goods = DEMO_GOODS.slice(0, Math.ceil(itemCount / HOLDERS))
  const items = Array.from({ length: itemCount }, () => {
    // the shop opens with some goods, and grows
    const day = chance.isTrue(0.12) ? 0 : Math.floor((1 - chance.next() ** 1.2) * 363)
    const owner = chance.isTrue(OWN_SHARE) ? null : Math.floor(chance.next() ** 1.4 * consignorCount)
    return itemOf(goods, owner, openHour(startMs + day * DAY_MS, chance), nowMs, chance)
  }).sort((a, b) => a.cameAtMs - b.cameAtMs)
  return withLastDays(items, nowMs)
}

/** Adds sales of the last few hours, and two items of which the till sold one more than was in stock. */
function withLastDays(items: readonly DemoItem[], nowMs: number): DemoItem[] {
  const leftOf = ({ quantity, departures }: DemoItem) => quantity - departures.reduce((sum, one) => sum + one.quantity, 0)
  const old = items.filter(({ cameAtMs }) => cameAtMs < nowMs - 20 * DAY_MS)
  const today = new Set(old.filter((item) => leftOf(item) > 0).slice(-SOLD_TODAY))
  const oversold = new Set(old.filter((item) => leftOf(item) === 0).slice(-OVERSOLD))
  let minutesAgo = 0
  return items.map((item) => {
    const atMs = today.has(item) ? nowMs - (minutesAgo += 35) * 60_000 : oversold.has(item) ? nowMs - 2 * DAY_MS : null
    return atMs === null ? item : { ...item, departures: [...item.departures, { atMs, quantity: 1, channel: 'till' }] }
  })
}
