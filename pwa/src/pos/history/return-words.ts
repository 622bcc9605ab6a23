import type { RefundGoods } from '@shop/shared/sales/refund-schema.ts'

/** Answers to the question where goods that came back are, with their effect on the stock. The most frequent answer is the first. */
export const PLACES: Readonly<Record<RefundGoods, { readonly label: string; readonly effect: string }>> = {
  shelf: { label: 'On the shelf', effect: 'For sale again: the stock takes them in.' },
  repair: { label: 'At the repairer’s', effect: 'Not for sale now: the stock stays without them.' },
  owner: { label: 'With the consignor', effect: 'Handed back: the stock stays without them.' },
  gone: { label: 'Gone', effect: 'Broken or lost: the stock stays without them.' },
}
