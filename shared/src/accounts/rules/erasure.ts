import type { Item } from '../../inventory/schema.ts'
import { type Cents, cents, formatCents } from '../../kernel/money.ts'
import { readableCode } from '../../kernel/readable-code.ts'
import type { Payout } from '../../payouts/schema.ts'
import type { Balance } from '../../sales/schema.ts'
import type { Offer, Trade, TradeStatus } from '../../trades/schema.ts'
import type { User } from '../schema.ts'
import { closed } from './closed-account.ts'

/** Length of the code in a made-up name. */
const CODE_LENGTH = 4
const HASH_START = 0x811c9dc5
const HASH_FACTOR = 0x01000193

/** Makes up the name of an erased person. The name depends on the uid alone, so that a restored shop makes up the same name again. */
export function pseudonymOf(uid: string): string {
  let hash = HASH_START
  const bytes = Array.from({ length: CODE_LENGTH }, (_, index) => {
    for (const letter of `${uid}${index}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), HASH_FACTOR)
    return (hash >>> 16) & 0xff
  })
  return `Former consignor ${readableCode(Uint8Array.from(bytes))}`
}

/** True when the person's data was erased. */
export const isErased = (user: Pick<User, 'erasedAtMs'>): boolean => (user.erasedAtMs ?? null) !== null

/** Turns a profile into one that stays for the books: a closed account without personal data. */
export function erased(user: User, nowMs: number): User {
  return {
    ...closed(user, user.closedAtMs ?? nowMs),
    adminUntilMs: user.role === 'admin' ? nowMs : user.adminUntilMs,
    email: '',
    displayName: pseudonymOf(user.id),
    registeredDomain: '',
    migratedFrom: null,
    erasedAtMs: nowMs,
  }
}

/** Money, pieces, trades, payouts and suspended sales to settle before a person can be erased. */
export type Unsettled = {
  readonly availableCents: Cents
  readonly heldCents: Cents
  readonly pieces: number
  readonly openTrades: number
  readonly pendingPayouts: number
  /** Suspended sales that pay the person once an admin accepts them. */
  readonly waitingSales: number
}

const OPEN_TRADES: ReadonlySet<TradeStatus> = new Set(['pending', 'partial', 'awaiting_shipping', 'shipping_uploaded'])

/** True while the offer's trade goes on, unless the offer was declined or has expired. */
const isOpenOffer = ({ status, tradeStatus }: Offer) => OPEN_TRADES.has(tradeStatus) && status !== 'declined' && status !== 'expired'

/** Counts what has to be settled before a person can be erased, on all of their accounts together. */
export function unsettledOf(own: {
  readonly balances: readonly Pick<Balance, 'availableCents' | 'heldCents'>[]
  readonly items: readonly Pick<Item, 'stockCount'>[]
  readonly trades: readonly Trade[]
  readonly offers: readonly Offer[]
  readonly payouts: readonly Payout[]
  readonly waitingSales: number
}): Unsettled {
  return {
    availableCents: moneyOf(own.balances.map(({ availableCents }) => availableCents)),
    heldCents: moneyOf(own.balances.map(({ heldCents }) => heldCents)),
    pieces: own.items.reduce((sum, { stockCount }) => sum + Math.max(0, stockCount), 0),
    openTrades: own.trades.filter(({ status }) => OPEN_TRADES.has(status)).length + own.offers.filter(isOpenOffer).length,
    pendingPayouts: own.payouts.filter(({ status }) => status === 'pending').length,
    waitingSales: own.waitingSales,
  }
}

/** Amounts of several accounts that cancel each other are still to be settled, so one of them stands for their sum. */
const moneyOf = (amounts: readonly Cents[]): Cents =>
  cents(amounts.reduce((sum, amount) => sum + amount, 0) || (amounts.find((amount) => amount !== 0) ?? 0))

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** Puts unsettled things into words, as parts of a sentence; returns an empty list when nothing is left. */
export function unsettledWords({ availableCents, heldCents, pieces, openTrades, pendingPayouts, waitingSales }: Unsettled): string[] {
  return [
    ...(availableCents === 0 ? [] : [`a balance of ${formatCents(availableCents)}`]),
    ...(heldCents === 0 ? [] : [`${formatCents(heldCents)} on hold`]),
    ...(pieces === 0 ? [] : [counted(pieces, 'piece on the shelf', 'pieces on the shelf')]),
    ...(openTrades === 0 ? [] : [counted(openTrades, 'open trade', 'open trades')]),
    ...(pendingPayouts === 0 ? [] : [counted(pendingPayouts, 'payout that waits', 'payouts that wait')]),
    ...(waitingSales === 0 ? [] : [counted(waitingSales, 'sale that an admin has to check', 'sales that an admin has to check')]),
  ]
}
