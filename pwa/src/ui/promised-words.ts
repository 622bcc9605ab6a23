import type { Item } from '@shop/shared/inventory/schema.ts'
import { grouped } from './counted.ts'

/** Says what a count of an item includes, when orders hold pieces of it; otherwise ''. */
export function promisedWords(promisedCount: Item['promisedCount']): string {
  if (!promisedCount) return ''
  const [pieces, until] = promisedCount === 1 ? ['the piece', 'it ships'] : [`the ${grouped(promisedCount)} pieces`, 'they ship']
  return `Count ${pieces} promised to trade orders too, until ${until}. The stock shows the rest.`
}
