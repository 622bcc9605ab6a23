import { expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import type { ItemTexts } from '../schema.ts'
import { readTexts, writtenTexts } from './entered-texts.ts'
import { BLANK_ITEM_TEXTS, itemTextsOf } from './item-texts.ts'

const lamp: ItemTexts = {
  ...BLANK_ITEM_TEXTS,
  itemName: 'Lamp',
  listingTitle: 'Old lamp',
  barcode1: '0012345678905',
  barcode2: 'X-9',
  location: 'B2',
  link: 'https://shop.example/lamp',
  imageUrl: 'https://shop.example/lamp.jpg',
  priceCents: cents(123_450) as ItemTexts['priceCents'],
}

it('written texts read back as the same texts', () => {
  expect(readTexts(writtenTexts(lamp))).toEqual({ texts: lamp, problems: [] })
  const { itemName, barcode1 } = lamp
  const least = { ...BLANK_ITEM_TEXTS, itemName, barcode1 }
  expect(readTexts(writtenTexts(least))).toEqual({ texts: least, problems: [] })
})

it('wrong fields are all named, and no texts are returned', () => {
  const wrong = { ...writtenTexts(lamp), itemName: ' ', link: 'lamp', price: 'free' }
  const { texts, problems } = readTexts(wrong)
  expect(texts).toBeUndefined()
  expect(problems.map(({ name }) => name)).toEqual(['price', 'itemName', 'link'])
})

it('a copy has only the texts of an item, and blanks for fields that an older release lacked', () => {
  const { location: _none, ...older } = lamp
  expect(itemTextsOf({ ...older, id: 'an id' } as Partial<ItemTexts>)).toEqual({ ...lamp, location: '' })
})
