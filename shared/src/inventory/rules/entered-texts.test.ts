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

it('reads back what it writes', () => {
  expect(readTexts(writtenTexts(lamp))).toEqual({ texts: lamp, problems: [] })
  const { itemName, barcode1 } = lamp
  const least = { ...BLANK_ITEM_TEXTS, itemName, barcode1 }
  expect(readTexts(writtenTexts(least))).toEqual({ texts: least, problems: [] })
})

it('names every wrong field, and then returns no texts', () => {
  const wrong = { ...writtenTexts(lamp), itemName: ' ', link: 'lamp', price: 'free' }
  const { texts, problems } = readTexts(wrong)
  expect(texts).toBeUndefined()
  expect(problems.map(({ name }) => name)).toEqual(['price', 'itemName', 'link'])
})

it('copies only the texts of an item, blank where an older release lacked the field', () => {
  const { location: _none, ...older } = lamp
  expect(itemTextsOf({ ...older, id: 'an id' } as Partial<ItemTexts>)).toEqual({ ...lamp, location: '' })
})
