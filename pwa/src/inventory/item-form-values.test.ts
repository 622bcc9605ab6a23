import { itemTextsOf } from '@shop/shared/inventory/rules/item-texts.ts'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import { describe, expect, test } from 'vitest'
import { categoriesOf } from '../ui/use-categories.ts'
import {
  changedTexts,
  checkItemForm,
  checkQuantity,
  EMPTY_ITEM_FORM,
  editOf,
  formQuantityOf,
  formValuesOf,
  parseWhole,
} from './item-form-values.ts'

const NONE = categoriesOf([])
const filled = { ...EMPTY_ITEM_FORM, itemName: ' Tea ', barcode1: '0012345678905', quantity: '3' }

const tea: Item = {
  id: '01900000-0000-7000-8000-000000000001',
  source: 'MasterInventory',
  consignorId: null,
  itemName: 'Tea',
  listingTitle: 'Green tea',
  barcode1: '0012345678905',
  barcode2: '',
  location: 'A1',
  link: '',
  imageUrl: '',
  priceCents: cents(1250) as Item['priceCents'],
  stockCount: -2,
  recountedAtMs: null,
  createdAtMs: 0,
  updatedAtMs: 0,
}

describe('the item form', () => {
  test('accepts the required fields and keeps leading zeros', () => {
    const checked = checkItemForm({ ...filled, price: '$1,234.50' }, NONE.idOf)
    expect(checked).toMatchObject({ ok: true, quantity: 3, texts: { itemName: 'Tea', barcode1: '0012345678905', priceCents: 123_450 } })
  })

  test('reports every invalid field', () => {
    const checked = checkItemForm({ ...EMPTY_ITEM_FORM, quantity: '-1', link: 'not a link', price: 'ten' }, NONE.idOf)
    expect(checked.ok).toBe(false)
    expect(checked.ok ? {} : checked.errors).toEqual({
      itemName: 'Please enter an item name',
      barcode1: 'Please enter a barcode',
      link: 'Please enter a valid link (http:// or https://)',
      quantity: 'Quantity must be 0 or more',
      price: 'Please enter a price such as 12.50',
    })
  })

  test('cleans a pasted barcode like a scanned one', () => {
    const checked = checkItemForm({ ...filled, barcode1: '\u202a0012345678905\u202c', barcode2: '\u200b' }, NONE.idOf)
    expect(checked).toMatchObject({ ok: true, texts: { barcode1: '0012345678905', barcode2: '' } })
    expect(checkItemForm({ ...filled, barcode1: '\u200b' }, NONE.idOf)).toMatchObject({
      ok: false,
      errors: { barcode1: 'Please enter a barcode' },
    })
  })

  test('refuses a link that runs script', () => {
    expect(checkItemForm({ ...filled, link: 'javascript:alert(1)' }, NONE.idOf).ok).toBe(false)
  })

  test('accepts only whole numbers from 0 as a quantity', () => {
    expect(checkQuantity('0')).toBe(0)
    expect(checkQuantity('1,200')).toBe(1200)
    expect(checkQuantity('')).toBe('Please enter a quantity')
    expect(checkQuantity('1.5')).toBe('Please enter a whole number')
    expect(checkQuantity('1e3')).toBe('Please enter a whole number')
    expect(parseWhole('12 34')).toBeUndefined()
  })

  test('sends only the changed fields, and nothing when no field was changed', () => {
    const values = formValuesOf(tea, NONE.nameOf)
    const same = checkItemForm(values, NONE.idOf)
    expect(same.ok && changedTexts(tea, same.texts, NONE.nameOf)).toEqual({})
    const moved = checkItemForm({ ...values, location: 'B2', price: '' }, NONE.idOf)
    expect(moved.ok && changedTexts(tea, moved.texts, NONE.nameOf)).toEqual({ location: 'B2', priceCents: null })
  })
})

describe('a category', () => {
  const shoes = { id: '01900000-0000-7000-8000-0000000000aa', name: 'Shoes', list: 'shop' } as const
  const { nameOf, idOf } = categoriesOf([shoes])
  const inShoes: Item = { ...tea, categoryId: shoes.id, condition: 'like_new' }
  const changes = (item: Item, typed: object, names = nameOf) => {
    const checked = checkItemForm({ ...formValuesOf(item, names), quantity: '0', ...typed }, idOf)
    return checked.ok && changedTexts(item, checked.texts, names)
  }

  test('is shown and typed by its name, a condition by its words', () => {
    expect(formValuesOf(inShoes, nameOf)).toMatchObject({ categoryId: 'Shoes', condition: 'Like new' })
    expect(changes(inShoes, {})).toEqual({})
    expect(changes(tea, { categoryId: ' sHOES ', condition: 'Good' })).toEqual({ categoryId: shoes.id, condition: 'good' })
    expect(changes(inShoes, { categoryId: '', condition: '' })).toEqual({ categoryId: '', condition: '' })
    expect(changes(tea, { categoryId: 'Hats' })).toEqual({ categoryId: idOf('hats') })
  })
  test('that this device does not know stays when something else is changed', () => {
    expect(changes(inShoes, { location: 'B2' }, NONE.nameOf)).toEqual({ location: 'B2' })
    expect(changes(inShoes, { categoryId: 'Hats' }, NONE.nameOf)).toEqual({ categoryId: idOf('hats') })
  })
  test('with too long a name is refused', () => {
    const checked = checkItemForm({ ...filled, categoryId: 'x'.repeat(61) }, idOf)
    expect(checked).toMatchObject({ ok: false, errors: { categoryId: 'At most 60 characters' } })
  })
})

describe('an edited quantity', () => {
  const { id } = tea
  const edit = (item: Item, quantity: number, isRecount = false) =>
    editOf(item, { texts: itemTextsOf(item), quantity }, { typed: `${quantity}`, isRecount, categoryName: NONE.nameOf })
  const held: Item = { ...tea, stockCount: 7, promisedCount: 3 }

  test('is a change of the stock, and nothing when it stays', () => {
    expect(edit(held, 7)).toBeNull()
    expect(edit(held, 9)).toEqual({ id, changes: {}, quantityDelta: 2 })
  })
  test('starts a count from what the books have on the shelf', () => {
    expect([held, tea, { ...tea, promisedCount: 5 }].map((item) => formQuantityOf(item, true))).toEqual(['10', '0', '3'])
    expect(edit(held, 10, true)).toEqual({ id, changes: {}, countedQuantity: 10 })
  })
})
