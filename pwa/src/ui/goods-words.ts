import type { Goods } from '@shop/shared/sales/rules/returned-pieces.ts'

/** Answers to the question where the goods of an undone sale are, with their effect on the stock. The most frequent answer is the first. */
export const GOODS: Readonly<Record<Goods, { readonly label: string; readonly effect: string }>> = {
  back: { label: 'Back on the shelf', effect: 'They came back: the stock takes them in again.' },
  neverLeft: { label: 'They never left the shelf', effect: 'Sold by mistake: the stock is as if nobody had sold them.' },
  kept: { label: 'The customer keeps them', effect: 'The stock stays without them.' },
  gone: { label: 'Broken or lost', effect: 'Nobody can sell them: the stock stays without them.' },
}

/** False for the answer of another version. */
export const isGoods = (value: unknown): value is Goods => typeof value === 'string' && Object.hasOwn(GOODS, value)
