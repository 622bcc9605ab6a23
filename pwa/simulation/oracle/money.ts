import type { Payment, ReturnDeed, Returned, SoldLine } from './deeds.ts'

/** Balances by account, each written `account` or `account of a person`; credit is positive. */
export class Accounts {
  readonly cents = new Map<string, number>()

  add(account: string, uid: string | null, amountCents: number): void {
    const key = uid === null ? account : `${account} of ${uid}`
    const sum = (this.cents.get(key) ?? 0) + amountCents
    if (sum === 0) this.cents.delete(key)
    else this.cents.set(key, sum)
  }

  /** Takes back what other accounts have. */
  takeBack({ cents }: Accounts): void {
    for (const [key, amountCents] of cents) this.add(key, null, -amountCents)
  }

  /** The same balances, with those of some people at others. */
  joined(people: ReadonlyMap<string, string>): Accounts {
    const joined = new Accounts()
    for (const [key, amountCents] of this.cents) {
      const [account, uid] = key.split(' of ') as [string, string?]
      joined.add(account, uid === undefined ? null : (people.get(uid) ?? uid), amountCents)
    }
    return joined
  }
}

/** Divides cents and rounds half up. The numbers are so small that floating point is exact enough: a half has an exact double. */
export const rounded = (cents: number, of: number, by: number): number => {
  const whole = Math.floor((cents * of) / by)
  return 2 * (cents * of - whole * by) >= by ? whole + 1 : whole
}

/** Shares out what the customer paid for a line: the tax office gets the tax inside the price, the owner gets a percentage of the rest. */
export function shareOut(accounts: Accounts, line: SoldLine, taxRateBps: number): void {
  const paid = paidForLine(line)
  const beforeTax = rounded(paid, 10_000, 10_000 + taxRateBps)
  const owners = line.owner === null ? 0 : ownersPart(line, taxRateBps)
  accounts.add('sales_clearing', null, -paid)
  accounts.add('tax', null, paid - beforeTax)
  if (line.owner !== null) accounts.add('consignor_available', line.owner, owners)
  accounts.add('shop_revenue', null, beforeTax - owners)
}

/** Price that the customer paid for a line. */
export const paidForLine = ({ priceCents, quantity, off = [] }: SoldLine) =>
  off.reduce((left, { cents }) => left - cents, priceCents * quantity)

/** The owner's part, without tax: of the price as if only what both pay for had been taken off, less what the owner pays for alone. What is taken off
 *  last is reckoned first, from the price that was paid upwards. */
function ownersPart(line: SoldLine, taxRateBps: number): number {
  const untaxed = (cents: number) => rounded(cents, 10_000, 10_000 + taxRateBps)
  let price = paidForLine(line)
  let shared = untaxed(price)
  let ownersLoss = 0
  for (const { by, cents } of [...(line.off ?? [])].reverse()) {
    const worth = untaxed(price + cents) - untaxed(price)
    price += cents
    if (by !== 'shared') shared += worth
    if (by === 'consignor') ownersLoss += worth
  }
  return Math.max(0, rounded(shared, line.percent * 100, 10_000) - ownersLoss)
}

const PLACES = { cash: 'cash_drawer', card: 'card_clearing', other: 'other_clearing' } as const

/** The account of money that came or went in this way. Without a shift nobody knows in which drawer cash lies. */
const placeOf = (kind: Payment['kind'], shiftId: string | null) => (kind === 'cash' && shiftId === null ? 'cash_unassigned' : PLACES[kind])

/** Gives a customer money back. What the sale does not cover is the shop's loss; an undone sale is shared by nobody. */
export function giveBack(accounts: Accounts, { payment, owner, shiftId }: ReturnDeed, returned: Returned, isUndone: boolean): void {
  const { amountCents, taxCents, payoutCents } = returned
  const lossCents = payment.amountCents - amountCents
  accounts.add(placeOf(payment.kind, shiftId), null, payment.amountCents)
  accounts.add('refund_loss', null, -lossCents)
  if (isUndone) return
  accounts.add('tax', null, -taxCents)
  if (owner !== null) accounts.add('consignor_available', owner, -payoutCents)
  accounts.add('shop_revenue', null, taxCents + payoutCents - amountCents)
}

/** The money that the void of a sale gives back: what its returns left, by the ways of the payments, in their order, as far as those have it. */
export function givenByVoid(payments: readonly Payment[], returned: readonly Payment[]): readonly Payment[] {
  const kinds = [...new Set([...payments, ...returned].map(({ kind }) => kind))]
  const sumOf = (some: readonly Payment[], of: Payment['kind']) =>
    some.reduce((sum, { kind, amountCents }) => sum + (kind === of ? amountCents : 0), 0)
  const rests = kinds.map((kind) => ({ kind, restCents: sumOf(payments, kind) - sumOf(returned, kind) }))
  let overCents = rests.reduce((sum, { restCents }) => sum + Math.max(0, -restCents), 0)
  return rests.map(({ kind, restCents }) => {
    const lessCents = Math.min(Math.max(0, restCents), overCents)
    overCents -= lessCents
    return { kind, amountCents: Math.max(0, restCents) - lessCents }
  })
}

/** Moves what an undone sale brought in out again. A void may take it from another drawer than the sale put it into. */
export function takeOut(
  accounts: Accounts,
  sale: { payments: readonly Payment[]; shiftId: string | null },
  given: readonly Payment[],
  voidShiftId: string | null,
): void {
  for (const { kind, amountCents } of sale.payments) accounts.add(placeOf(kind, sale.shiftId), null, -amountCents)
  for (const { kind, amountCents } of given) accounts.add(placeOf(kind, voidShiftId), null, amountCents)
}

/** Puts what the customer paid where it lies: into the drawer, or to those who collect it. */
export function takeIn(accounts: Accounts, payments: readonly Payment[], shiftId: string | null): void {
  for (const { kind, amountCents } of payments) {
    accounts.add('sales_clearing', null, amountCents)
    accounts.add(placeOf(kind, shiftId), null, -amountCents)
  }
}

/** Shares out the price of a sale made elsewhere: the owner gets a percentage of what is left after shipping, and never less than nothing. */
export function shareOutElsewhere(accounts: Accounts, { priceCents, owner, percent }: SoldLine, shippingCents: number): void {
  const left = priceCents - shippingCents
  const owners = owner === null || left < 0 ? 0 : rounded(left, percent * 100, 10_000)
  accounts.add('sales_clearing', null, -priceCents)
  accounts.add('shipping', null, shippingCents)
  if (owner !== null) accounts.add('consignor_available', owner, owners)
  accounts.add('shop_revenue', null, left - owners)
}
