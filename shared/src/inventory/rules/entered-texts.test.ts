import { expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { testId } from '../../testing/memory-shop.ts'
import type { ItemTexts } from '../schema.ts'
import { categoryIds } from './categories.ts'
import { readTexts, writtenTexts } from './entered-texts.ts'
import { BLANK_ITEM_TEXTS, itemTextsOf } from './item-texts.ts'

const lights = { id: testId(1), name: 'Lights', list: 'shop' } as const
const idOf = categoryIds([lights])
const nameOf = (id: string) => (id === lights.id ? lights.name : '')

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
  categoryId: lights.id,
  condition: 'poor',
}

it('written texts read back as the same texts', () => {
  expect(readTexts(writtenTexts(lamp, nameOf), idOf)).toEqual({ texts: lamp, problems: [] })
  const { itemName, barcode1 } = lamp
  const least = { ...BLANK_ITEM_TEXTS, itemName, barcode1 }
  expect(readTexts(writtenTexts(least, nameOf), idOf)).toEqual({ texts: least, problems: [] })
})

it('wrong fields are all named, and no texts are returned', () => {
  const wrong = { ...writtenTexts(lamp, nameOf), itemName: ' ', link: 'lamp', price: 'free' }
  const { texts, problems } = readTexts(wrong, idOf)
  expect(texts).toBeUndefined()
  expect(problems.map(({ name }) => name)).toEqual(['price', 'itemName', 'link'])
})

it('one wrong price is enough to return no texts, and a blank price is none', () => {
  const written = writtenTexts(lamp, nameOf)
  expect(readTexts({ ...written, price: 'free' }, idOf)).toEqual({
    texts: undefined,
    problems: [{ name: 'price', message: 'Please enter a price such as 12.50' }],
  })
  expect(readTexts({ ...written, price: '  ' }, idOf)).toMatchObject({ texts: { priceCents: null }, problems: [] })
})

it('typed barcodes lose what a scanner never sends', () =>
  expect(readTexts({ ...writtenTexts(lamp, nameOf), barcode1: '\u200b４００６３８１３３３９３１' }, idOf).texts?.barcode1).toBe(
    '4006381333931',
  ))

it('an item of an older release is written with empty fields', () => {
  const { location: _none, priceCents: _price, ...older } = lamp
  expect(writtenTexts(older as Partial<ItemTexts>, nameOf)).toMatchObject({ location: '', price: '' })
})

it('a copy has only the texts of an item, and blanks for fields that an older release lacked', () => {
  const { location: _none, ...older } = lamp
  expect(itemTextsOf({ ...older, id: 'an id' } as Partial<ItemTexts>)).toEqual({ ...lamp, location: '' })
})
