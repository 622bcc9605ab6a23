import { type Cents, plainDollars } from '../../kernel/money.ts'
import type { Payout } from '../schema.ts'

const nameOf = (handle: string) => encodeURIComponent(handle.replace(/^[$@]/, ''))

/** Link with which the admin pays a CashApp payout, amount filled in; '' for other methods. */
export function cashAppLink({ method, handle, amountCents }: Pick<Payout, 'method' | 'handle' | 'amountCents'>): string {
  return method === 'cashapp' ? `https://cash.app/$${nameOf(handle)}/${plainDollars(amountCents)}` : ''
}

/** Link with which the admin pays a Venmo payout, amount and note filled in; '' for other methods. */
export function venmoPayLink({ method, handle, amountCents }: Pick<Payout, 'method' | 'handle' | 'amountCents'>, note: string): string {
  if (method !== 'venmo') return ''
  return `https://venmo.com/${nameOf(handle)}?${venmoQuery('pay', amountCents, note)}`
}

/** Link with which a consignor charges the shop on Venmo. `shopVenmo`: the shop's own name; '' lets the person choose. */
export function venmoChargeLink(amountCents: Cents, shopVenmo: string, note: string): string {
  return `https://venmo.com/${nameOf(shopVenmo)}?${venmoQuery('charge', amountCents, note)}`
}

function venmoQuery(txn: 'pay' | 'charge', amountCents: Cents, note: string): string {
  // a space becomes %20, because Venmo shows a plus sign literally
  return `txn=${txn}&amount=${plainDollars(amountCents)}&note=${encodeURIComponent(note)}`
}
