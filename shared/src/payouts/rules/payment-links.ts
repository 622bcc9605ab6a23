import { type Cents, plainDollars } from '../../kernel/money.ts'
import type { Payout } from '../schema.ts'

const nameOf = (handle: string) => encodeURIComponent(handle.replace(/^[$@]/, ''))

/** Makes the link with which an admin pays a CashApp payout; '' for all other methods. */
export function cashAppLink({ method, handle, amountCents }: Pick<Payout, 'method' | 'handle' | 'amountCents'>): string {
  return method === 'cashapp' ? `https://cash.app/$${nameOf(handle)}/${plainDollars(amountCents)}` : ''
}

/** Makes the link with which an admin pays a Venmo payout; '' for all other methods. */
export function venmoPayLink({ method, handle, amountCents }: Pick<Payout, 'method' | 'handle' | 'amountCents'>, note: string): string {
  if (method !== 'venmo') return ''
  return `https://venmo.com/${nameOf(handle)}?${venmoQuery('pay', amountCents, note)}`
}

/** Makes the link with which a consignor charges the shop on Venmo. `shopVenmo`: the shop's Venmo name; '' lets the consignor choose. */
export function venmoChargeLink(amountCents: Cents, shopVenmo: string, note: string): string {
  return `https://venmo.com/${nameOf(shopVenmo)}?${venmoQuery('charge', amountCents, note)}`
}

function venmoQuery(txn: 'pay' | 'charge', amountCents: Cents, note: string): string {
  // a space becomes %20, because Venmo shows a plus sign literally
  return `txn=${txn}&amount=${plainDollars(amountCents)}&note=${encodeURIComponent(note)}`
}
