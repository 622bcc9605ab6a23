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
  const paid = line.priceCents * line.quantity
  const beforeTax = rounded(paid, 10_000, 10_000 + taxRateBps)
  const owners = line.owner === null ? 0 : rounded(beforeTax, line.percent * 100, 10_000)
  accounts.add('sales_clearing', null, -paid)
  accounts.add('tax', null, paid - beforeTax)
  if (line.owner !== null) accounts.add('consignor_available', line.owner, owners)
  accounts.add('shop_revenue', null, beforeTax - owners)
}

const PLACES = { cash: 'cash_drawer', card: 'card_clearing', other: 'other_clearing' } as const

/** Gives a customer money back. What the sale does not cover is the shop's loss; an undone sale is shared by nobody. */
export function giveBack(accounts: Accounts, { payment, owner }: ReturnDeed, returned: Returned, isUndone: boolean): void {
  const { amountCents, taxCents, payoutCents } = returned
  const lossCents = payment.amountCents - amountCents
  accounts.add(PLACES[payment.kind], null, payment.amountCents)
  accounts.add('refund_loss', null, -lossCents)
  if (isUndone) return
  accounts.add('tax', null, -taxCents)
  if (owner !== null) accounts.add('consignor_available', owner, -payoutCents)
  accounts.add('shop_revenue', null, taxCents + payoutCents - amountCents)
}

/** Undoes a sale of which `returned` went back before: the customer gets the rest by the ways of the payments, in their order, as far as those have it. */
export function giveRestBack(accounts: Accounts, payments: readonly Payment[], returned: readonly Payment[]): void {
  const kinds = [...new Set([...payments, ...returned].map(({ kind }) => kind))]
  const sumOf = (some: readonly Payment[], of: Payment['kind']) =>
    some.reduce((sum, { kind, amountCents }) => sum + (kind === of ? amountCents : 0), 0)
  const rests = kinds.map((kind) => ({ kind, restCents: sumOf(payments, kind) - sumOf(returned, kind) }))
  let overCents = rests.reduce((sum, { restCents }) => sum + Math.max(0, -restCents), 0)
  for (const { kind, restCents } of rests) {
    const lessCents = Math.min(Math.max(0, restCents), overCents)
    overCents -= lessCents
    accounts.add(PLACES[kind], null, Math.max(0, restCents) - lessCents - sumOf(payments, kind))
  }
}

/** Puts what the customer paid where it lies: into the drawer, or to those who collect it. */
export function takeIn(accounts: Accounts, payments: readonly Payment[]): void {
  for (const { kind, amountCents } of payments) {
    accounts.add('sales_clearing', null, amountCents)
    accounts.add(PLACES[kind], null, -amountCents)
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
