import { describe, expect, it } from 'vitest'
import { HOSTILE_STRINGS } from '../../testing/hostile-strings.ts'
import { itemHaystack, itemMatches, searchNeedles } from './item-search.ts'

const tea = {
  itemName: 'Green Tea 20 ﬁne bags',
  listingTitle: 'Ｔｅａ\tfrom Ceylon',
  barcode1: '0012345678905',
  barcode2: 'X-9',
  location: 'Shelf B',
}

describe('itemMatches', () => {
  it.each(['green', 'TEA', 'fine', '２０', 'tea from', '001234', 'x-9', 'shelf b', '  green\u200b ', ''])('finds %j', (text) =>
    expect(itemMatches(tea, text)).toBe(true),
  )
  it.each(['coffee', 'bags tea', '905 x', '%', '_'])('does not find %j', (text) => expect(itemMatches(tea, text)).toBe(false))
  it('finds a product by another spelling of its barcode', () => {
    for (const text of ['012345678905', '00012345678905']) expect(itemMatches(tea, text)).toBe(true)
    expect(searchNeedles('0012345678905')).toEqual(['012345678905'])
    expect(itemMatches({ ...tea, barcode1: '04252614' }, '0042100005264')).toBe(true)
  })
  it('finds an item by any text that its name contains', () => {
    for (const text of HOSTILE_STRINGS) expect(itemMatches({ ...tea, itemName: `a${text}b` }, text), JSON.stringify(text)).toBe(true)
  })
  it('finds nothing in a field that an item of an older release lacks', () =>
    expect(itemHaystack({ itemName: 'Tea' }).split('\n')).toEqual(['tea', '', '', '', '']))
  it('compares each field as one line, even a field that contains a line break', () => {
    expect(itemHaystack({ ...tea, itemName: 'a\nb' }).split('\n')).toHaveLength(5)
  })
})
