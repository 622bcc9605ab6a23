import type { User } from '@shop/shared/accounts/schema.ts'
import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { formatCents } from '@shop/shared/kernel/money.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { found, type Person, shownName, sorted } from '../../accounts/administration/person-list.ts'
import type { ItemSearch } from '../../sync/api.ts'

/** Something to go to or to do. `id` is unique among all. */
export type Hit = { readonly id: string; readonly name: string; readonly detail: string; readonly go: () => void }
/** Hits of one kind below their heading. */
export type HitGroup = { readonly heading: string; readonly hits: readonly Hit[] }
/** A screen or an action, which is found by its name. */
export type Place = { readonly name: string; readonly detail: string; readonly go: () => void }

/** Maximum number of goods, people and receipts each. */
const MOST = 6
/** A number of this many characters may be a receipt's; a shorter one is in nearly all of them. */
const RECEIPT_CHARS = 2

/** Everything that may be found, as the present person sees it. */
export type FindSources = {
  readonly actions: readonly Place[]
  readonly screens: readonly Place[]
  readonly search: ItemSearch
  readonly people: readonly Person[]
  readonly receipts: readonly PosSale[]
  readonly openItem: (item: Item) => void
  readonly openPerson: (user: User) => void
  readonly openReceipt: (sale: PosSale) => void
  readonly ownerName: (consignorId: string | null) => string
  readonly moment: (atMs: number) => string
}

/** The groups that a text finds, none of them empty; for an empty text all actions and screens. Goods that the text may mean, misspelt, are found only
 *  when nothing has it. */
export function findHits(text: string, sources: FindSources): readonly HitGroup[] {
  const words = searchKey(text).split(/\s+/).filter(Boolean)
  const groups = [
    { heading: 'Actions', hits: placeHits('action', sources.actions, words) },
    { heading: 'Screens', hits: placeHits('screen', sources.screens, words) },
    ...(words.length === 0 ? [] : rowGroups(text, sources)),
  ].filter(({ hits }) => hits.length > 0)
  if (groups.length > 0 || words.length === 0) return groups
  const meant = sources.search.similar(text, { limit: MOST, first: isInStock }).map((item) => itemHit(item, sources))
  return meant.length === 0 ? [] : [{ heading: 'Goods that may be meant', hits: meant }]
}

function placeHits(kind: string, places: readonly Place[], words: readonly string[]): readonly Hit[] {
  const hits = places.map((place) => ({ ...place, id: `${kind}-${place.name}-${place.detail}`.replace(/\W+/g, '-') }))
  return hits.filter(({ name }) => words.every((word) => searchKey(name).includes(word)))
}

function rowGroups(text: string, sources: FindSources): readonly HitGroup[] {
  const { search, people, openPerson } = sources
  const goods = search.search(text, { limit: MOST, first: isInStock })
  const persons = sorted(found(people, text, false), { key: 'displayName', descending: false }).slice(0, MOST)
  return [
    { heading: 'Goods', hits: goods.map((item) => itemHit(item, sources)) },
    {
      heading: 'People',
      hits: persons.map((user) => ({ id: user.id, name: shownName(user), detail: user.email, go: () => openPerson(user) })),
    },
    { heading: 'Receipts', hits: receiptHits(text, sources) },
  ]
}

const isInStock = (item: Item) => item.stockCount > 0

function itemHit(item: Item, { ownerName, openItem }: FindSources): Hit {
  const stock = item.stockCount > 0 ? `${shownQuantity(item)} in stock` : 'sold out'
  const price = item.priceCents === null ? '' : formatCents(item.priceCents)
  return {
    id: item.id,
    name: item.itemName,
    detail: [price, stock, ownerName(item.consignorId)].filter(Boolean).join(' · '),
    go: () => openItem(item),
  }
}

/** Sales by the number of their receipt, the latest first. */
function receiptHits(text: string, { receipts, openReceipt, moment }: FindSources): readonly Hit[] {
  const wanted = searchKey(text)
  if (wanted.length < RECEIPT_CHARS || !/\d/.test(wanted)) return []
  return receipts
    .filter(({ receiptNumber, displayId }) => searchKey(receiptNumber).includes(wanted) || searchKey(displayId).includes(wanted))
    .sort((a, b) => b.soldAtMs - a.soldAtMs)
    .slice(0, MOST)
    .map((sale) => ({
      id: sale.id,
      name: sale.receiptNumber,
      detail: [formatCents(sale.totalCents), moment(sale.soldAtMs), sale.voidedAtMs === null ? '' : 'voided'].filter(Boolean).join(' · '),
      go: () => openReceipt(sale),
    }))
}
