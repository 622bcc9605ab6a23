import { conditionWords } from '@shop/shared/inventory/rules/conditions.ts'
import type { CategoryNames } from '@shop/shared/inventory/rules/entered-texts.ts'
import type { MarketplaceItem } from '@shop/shared/trades/calls/marketplace.ts'

/** Category and conditions of goods in one line; '' when nothing is known of them. An offer may be answered by any of the sellers, so that every
 *  condition among their pieces counts, one that nobody stated too. */
export function aboutGoods({ categoryId, conditions }: MarketplaceItem, categoryName: CategoryNames): string {
  // goods that an older version of the app has stored have neither
  const words = (conditions ?? []).map((one) => conditionWords(one) || 'not stated')
  const isStated = conditions?.some((one) => one !== '')
  return [categoryName(categoryId ?? ''), isStated ? eitherOf(words) : ''].filter(Boolean).join(' · ')
}

const eitherOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
